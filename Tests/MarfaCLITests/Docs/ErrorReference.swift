import MarfaModel

/// The text of `docs/errors.md`, made from the errors themselves.
enum ErrorReference {
  /// The four headings that the cases are grouped under.
  enum Group: String, CaseIterable {
    case refusals = "Refusals"
    case connection = "The connection and the server"
    case copy = "The copy's state"
    case device = "Files and the device"
  }

  /// The whole page.
  static func page() -> String {
    var text = head
    for group in Group.allCases {
      text += "\n## \(group.rawValue)\n\n"
      text += "| case | `code()` | arises when | remedy |\n|---|---|---|---|\n"
      for kind in MarfaErrorKind.allCases where self.group(of: kind) == group {
        text += row(kind)
      }
    }
    text += tail
    return text
  }

  private static func row(_ kind: MarfaErrorKind) -> String {
    let remedy =
      kind == .server
      ? statuses.map { "\($0.text): \(name($0.remedy))" }.joined(separator: "; ")
      : kind == .embedIncomplete ? "its cause's" : name(example(of: kind).remedy)
    return "| `\(kind.caseName)` | `\(kind.rawValue)` | \(arises(kind)) | \(remedy) |\n"
  }

  /// The statuses of `server` that differ, each with the remedy that the table gives it.
  private static var statuses: [(text: String, remedy: Remedy)] {
    let named: [(String, UInt16)] = [
      ("5xx, 408, 425", 503), ("409", 409), ("413, 422", 413), ("any other", 418),
    ]
    return named.map { ($0.0, MarfaError.server(status: $0.1, code: "", message: "").remedy) }
  }

  private static func name(_ remedy: Remedy) -> String {
    if case .wait = remedy { return "`wait`" }
    return "`\(remedy)`"
  }

  static func group(of kind: MarfaErrorKind) -> Group {
    switch kind {
    case .notFound, .unauthorized, .forbidden, .validation, .unknownType, .rateLimited: .refusals
    case .server, .network, .unnamed, .redirected, .decoding, .contractMismatch, .signedOut,
      .noServer, .wrongServer, .streamIncomplete:
      .connection
    case .hydrationIncomplete, .noCursor, .noCatalog, .copyExpired, .wrongSchema, .readingHandle,
      .invalid, .canceled, .closed:
      .copy
    case .store, .io, .storageFull, .bytesAbsent, .noKeychain, .firstSyncWaiting, .embedIncomplete:
      .device
    }
  }

  /// What makes a call fail this way, in a few words.
  private static func arises(_ kind: MarfaErrorKind) -> String {
    switch kind {
    case .notFound: "the server answers 404, or the copy does not hold the id (`not_held`)"
    case .unauthorized: "the server refuses the key (401)"
    case .forbidden: "the key works and lacks a permission (403)"
    case .validation: "the input breaks a rule, found by the server (400) or here"
    case .unknownType: "the item type is not in the catalog"
    case .rateLimited: "the server asks to wait (429); `retryAfter` says how long, if it said so"
    case .server: "any other refusal of the server"
    case .network: "no connection, a broken one, a name that does not resolve, a time limit"
    case .unnamed: "a refusal without the contract header: a proxy answered, whatever the status"
    case .redirected: "the address answers with a redirect; it is never followed"
    case .decoding: "an answer, or a stored text, can't be read"
    case .contractMismatch: "the server speaks another version; a write that was sent stays queued"
    case .signedOut: "the signed-in credential is gone"
    case .noServer: "the call needs a server and the copy was opened without one"
    case .wrongServer: "the store belongs to another server"
    case .streamIncomplete: "the event stream ended before it said what it must"
    case .hydrationIncomplete: "a hydration was interrupted; reads wait for a whole one"
    case .noCursor: "nothing was hydrated yet, or the server named no cursor"
    case .noCatalog: "the copy holds no catalog of types"
    case .copyExpired: "the copy can't be brought up to date any more; its queue is kept"
    case .wrongSchema: "the store was made by another build; `unsent` counts writes still in it"
    case .readingHandle: "a write on a reader, while another process is the writer"
    case .invalid: "a bad argument, or a call at the wrong moment"
    case .canceled: "the task of a hydrate, catch-up or drain was cancelled"
    case .closed: "the copy is closed"
    case .store: "the local database failed"
    case .io: "another local file failed"
    case .storageFull: "the device has no space left; nothing was half written"
    case .bytesAbsent: "the item is here, its file's bytes are neither here nor to be had"
    case .noKeychain: "the device has no keychain to hold a sign-in"
    case .firstSyncWaiting: "a folder's first sync waits to be confirmed"
    case .embedIncomplete: "the file was attached, and the body that shows it was not written"
    }
  }

  /// One error of the kind, with as little in it as can be.
  static func example(of kind: MarfaErrorKind) -> MarfaError {
    switch kind {
    case .notFound: .notFound(code: "not_found", message: "")
    case .unauthorized: .unauthorized(code: "unauthorized", message: "")
    case .forbidden: .forbidden(code: "forbidden", message: "")
    case .validation: .validation(code: "validation_error", message: "")
    case .unknownType: .unknownType(message: "")
    case .rateLimited: .rateLimited(code: "rate_limited", message: "", retryAfterSeconds: nil)
    case .server: .server(status: 500, code: "internal", message: "")
    case .network: .network(message: "")
    case .unnamed: .unnamed(status: 502, message: "")
    case .redirected: .redirected(origin: "", status: 301, location: nil, message: "")
    case .decoding: .decoding(message: "")
    case .contractMismatch:
      .contractMismatch(served: nil, expected: 0, status: nil, writeSent: false, message: "")
    case .signedOut: .signedOut(origin: "", message: "")
    case .noServer: .noServer(message: "")
    case .wrongServer: .wrongServer(expected: "", got: "", message: "")
    case .streamIncomplete: .streamIncomplete(reason: "", message: "")
    case .hydrationIncomplete: .hydrationIncomplete(message: "")
    case .noCursor: .noCursor(message: "")
    case .noCatalog: .noCatalog(message: "")
    case .copyExpired: .copyExpired(reason: "catchup_too_old", message: "")
    case .wrongSchema: .wrongSchema(path: "", reason: "", unsent: nil, message: "")
    case .readingHandle: .readingHandle(message: "")
    case .invalid: .invalid(message: "")
    case .canceled: .canceled(message: "")
    case .closed: .closed(message: "")
    case .store: .store(message: "")
    case .io: .io(message: "")
    case .storageFull: .storageFull(message: "")
    case .bytesAbsent: .bytesAbsent(hash: "", reason: "", message: "")
    case .noKeychain: .noKeychain(message: "")
    case .firstSyncWaiting: .firstSyncWaiting(message: "")
    case .embedIncomplete: .embedIncomplete(attached: "", cause: .closed(message: ""))
    }
  }
}

extension MarfaErrorKind {
  /// The case's name in source, such as `notFound`.
  fileprivate var caseName: String { String(describing: self) }
}
