import Foundation
import Marfa
import MarfaUI
import Resilience

/// The page `docs/errors-in-your-app.md`, made of the remedy table and the sentences.
enum ErrorPage {
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/errors-in-your-app.md").standardized

  static var text: String {
    head + "\n" + ErrorSamples.all.map(row).joined(separator: "\n") + "\n" + tail
  }

  private static func row(_ error: MarfaError) -> String {
    let shown = SyncMessages.message(for: error, in: .english)
    let sees: String
    if MarfaErrorKind(error) == .canceled {
      sees = "nothing"
    } else if error.isTransient {
      sees = "no alert; the status line says *Offline*"
    } else {
      let button = shown.action.map { " Button: *\($0)*" } ?? ""
      sees = "**\(shown.title)**: \(shown.text)\(button)"
    }
    return "| \(name(error)) | `\(remedy(error.remedy))` | \(sees) | \(does(error)) |"
  }

  private static func name(_ error: MarfaError) -> String {
    let name = "`\(Mirror(reflecting: error).children.first?.label ?? "")`"
    guard case .server(let status, _, _) = error else { return name }
    return switch status {
    case 500: "\(name) 5xx, 408, 425"
    case 409: "\(name) 409"
    case 413: "\(name) 413, 422"
    default: "\(name) any other"
    }
  }

  private static func remedy(_ remedy: Remedy) -> String {
    switch remedy {
    case .wait: "wait"
    case .network: "network"
    case .newKey: "newKey"
    case .hydrate: "hydrate"
    case .grant: "grant"
    case .reread: "reread"
    case .fixInput: "fixInput"
    case .checkAddress: "checkAddress"
    case .update: "update"
    case .freeSpace: "freeSpace"
    case .confirm: "confirm"
    case .reopen: "reopen"
    case .nothing: "nothing"
    }
  }

  private static func does(_ error: MarfaError) -> String {
    switch (error, error.remedy) {
    case (.canceled, _): "goes on with the next call"
    case (.closed, _): "ends; opens the copy and makes a new manager"
    case (.invalid, _): "waits for the call that is in the way; told only when that goes on"
    case (.rateLimited, _): "tries again by itself, not before the time that the server named"
    case (_, .wait), (_, .network): "tries again by itself, ever more slowly, at most every 30 s"
    case (_, .newKey): "stops until `useKey`; the queue is kept"
    case (_, .hydrate): "loads again by itself; told only when that fails over and over"
    case (_, .grant), (_, .reread), (_, .fixInput), (_, .checkAddress), (_, .update),
      (_, .freeSpace), (_, .confirm), (_, .reopen), (_, .nothing):
      "looks again by itself after 1 to 15 minutes"
    }
  }

  private static let head = """
    # Errors in your app

    What a `SyncManager` does with each error, and what a person sees of it when the app shows its
    `ErrorHandler` by `.syncErrorAlert` with `SyncMessages.catalog()`. The table is made of the
    remedy table in `MarfaModel/Errors` and the sentences in `MarfaUI/Messages`; a test fails when it
    is not current, and this makes it anew:

    ```sh
    MARFA_RECORD=1 scripts/test --filter ErrorPageTests
    ```

    The same sentences are there in Italian. A copy's calls throw the same errors; for those that an
    app makes itself, `error.remedy` says what to do, and [the error reference](errors.md) when each
    arises.

    | error | remedy | what the person sees | what the manager does |
    |---|---|---|---|
    """

  private static let tail = """

    ## Signing in again

    A refused key stops a manager: it is told once, nothing is asked of the server any more, and the
    app reads and writes on. `manager.useKey(_:)` hands over another key. What the manager runs is
    called off, the status is `connecting` until the server has taken the key, and what waited goes
    out under the idempotency keys that it had, so nothing is sent twice. A key that is refused too is
    told again. The key is kept in memory only; where an app keeps it is the matter of its `KeyStore`.
    `Examples/Notes` opens its sign-in from the alert's button, and `notes` has a command for it.

    ## Refused writes

    A write that the server does not take is not an error of the connection: the rest of the queue
    goes on. The handler is told of it once, with the ids of the writes in `session.writes`, and
    `status.attention` counts those that wait for a person. Those of them that are not final yet, and
    go out once they are released, are in `status.pending` too, and in `status.stuck`. The content stays in the queue until
    `queue.discard(_:)`. `Examples/Notes` offers it back for correction.

    ## Which error is shown

    The same failure is told once until it was solved. `errorHandler`, `status` and the copy's
    `updates()` say the same: whoever is told of an error finds both stopped already, and their counts
    are one. An alert goes by itself when the manager is online again. An error about single writes never takes the place of one about the whole copy, and trouble
    that passes by itself never takes the place of either.

    """
}
