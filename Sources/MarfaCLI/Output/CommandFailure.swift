import Marfa
import MarfaModel

/// Why a command could not be carried out, and what to do about it.
struct CommandFailure: Error, Sendable {
  /// How the command ends.
  let status: ExitStatus
  /// A stable word for scripts.
  let code: String
  /// What happened, in a sentence.
  let message: String
  /// What to do about it; `nil` when the message says it.
  let hint: String?

  /// Makes a failure.
  init(_ status: ExitStatus, code: String, _ message: String, hint: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// A command line that was not understood.
  static func usage(_ message: String, hint: String? = nil) -> CommandFailure {
    CommandFailure(.usage, code: "usage", message, hint: hint)
  }

  /// The failure that an error of the SDK is.
  init(_ error: MarfaError) {
    self.init(ExitStatus(error), code: error.code(), error.message, hint: Self.hint(error.remedy))
  }

  /// The failure that any error is.
  init(any error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as MarfaError: self.init(error)
    case is CancellationError:
      self.init(MarfaError.canceled(message: MarfaErrorKind.canceled.sentence))
    default:
      self.init(
        .refused, code: "unexpected", "Something unexpected stood in the way: \(error)")
    }
  }

  private static func hint(_ remedy: Remedy) -> String? {
    switch remedy {
    case .wait(let time?): "Try again in \(time.components.seconds) s."
    case .wait(nil): "Try again in a little while."
    case .network: "Is the server running? Start it with: marfa serve --data DIR"
    case .newKey: "Name another key with --key-file FILE or MARFA_API_KEY."
    case .hydrate: "Load the copy with: marfa device --db PATH hydrate --type TYPE"
    case .grant: "Ask whoever runs the server for a key that may do this."
    case .reread: "Read it again and redo the change."
    case .checkAddress: "Check the address given with --url or MARFA_API_URL."
    case .update: "Install the same version of marfa at both ends."
    case .freeSpace: "Free some space on this device and try again."
    case .confirm: "Confirm it first."
    case .reopen: "Is another marfa process using this store?"
    case .fixInput, .nothing: nil
    }
  }

  /// The failure as the one object that `--json` prints.
  var json: JSONObject {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    if let hint { error["hint"] = .string(hint) }
    error["exit_status"] = .integer(Int64(status.rawValue))
    return ["error": .object(error)]
  }
}
