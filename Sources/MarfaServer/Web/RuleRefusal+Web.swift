import MarfaModel
import MarfaSQL

extension RuleRefusal {
  /// The refusal of an error that a rule of the model threw.
  init(serverSide error: MarfaError) {
    switch error {
    case .validation(let code, let message):
      self.init(status: 400, code: code, message: message)
    case .invalid(let message), .decoding(let message):
      self.init(status: 400, code: "validation_error", message: message)
    case .unknownType(let message):
      self.init(status: 400, code: "unknown_type", message: message)
    case .notFound(let code, let message):
      self.init(status: 404, code: code, message: message)
    case .storageFull:
      self.init(
        status: 507, code: "insufficient_storage",
        message: "The server's volume has no space left.")
    default: self = .internalError
    }
  }

  /// The refusal of a store that failed. It tells nothing of the inside.
  init(storeFailure error: any Error) {
    switch error {
    case let error as SQLError where error.kind == .full:
      self.init(serverSide: .storageFull(message: ""))
    case let error as SQLError where error.kind == .busy:
      self.init(
        status: 503, code: "write_contention",
        message: "The store is kept busy. Send the request again.")
    case let error as SQLError where error.kind == .closed:
      self.init(
        status: 503, code: "write_contention",
        message: "The server is stopping. Send the request again.")
    default: self = .internalError
    }
  }

  /// No credential, or one that nobody holds.
  static let unauthorized = RuleRefusal(
    status: 401, code: "unauthorized", message: "A valid key is needed.")

  /// A path or a method that is not served.
  static let notServed = RuleRefusal(
    status: 404, code: "not_found", message: "Nothing is served at this path and method.")

  /// An item that is not there, or none that may be known.
  ///
  /// - Parameter inBin: whether the answer says that it is in the bin.
  static func itemNotFound(inBin: Bool = false) -> RuleRefusal {
    RuleRefusal(
      status: 404, code: "item_not_found",
      message: inBin ? "This item is in the bin." : "This item is not here any more.",
      details: inBin ? ["trashed": true] : nil)
  }

  /// A fault without a refusal of its own. It tells nothing of the inside.
  static let internalError = RuleRefusal(
    status: 500, code: "internal_error", message: "Internal server error")

  /// A malformed request without a narrower code.
  static func malformed(_ message: String, details: JSONObject? = nil) -> RuleRefusal {
    RuleRefusal(status: 400, code: "validation_error", message: message, details: details)
  }

  /// A request whose field at this path is malformed.
  static func malformed(path: String, _ message: String) -> RuleRefusal {
    .malformed(
      message,
      details: ["errors": [["path": .string(path), "message": .string(message)]]])
  }

  /// The envelope of this refusal.
  var envelope: JSONObject {
    ServerRefusal(status: status, code: code, message: message, details: details).json
  }
}
