import Foundation
import MarfaModel

/// Recognisable texts as they stand in a person's data, and errors that carry them everywhere.
enum Canary {
  /// What must never be sent: each is told apart by its first word.
  static let texts = [
    "CANARYTITLE my secret note", "/home/CANARYPATH/notes/diary.md",
    "https://CANARYHOST.example/items?q=CANARYQUERY", "mk_live_CANARYKEY0123456789",
    "CANARYMESSAGE could not save 'diary'", "0199canary-item-7000-8000-000000000001",
    "CANARYCODE_UPPER", "canarycode-with-dashes", "canarycode with blanks",
    "canarycode_that_is_far_too_long_to_be_a_code", "canaryünicode",
  ]

  /// The words to look for, in any case of letters.
  static let words = ["canary"]

  /// Every case of the SDK's error, with every text in every place that takes one.
  static func errors() -> [MarfaError] {
    texts.flatMap { text -> [MarfaError] in
      let cause = MarfaError.validation(code: text, message: text)
      return [
        .notFound(code: text, message: text), .unauthorized(code: text, message: text),
        .forbidden(code: text, message: text), .validation(code: text, message: text),
        .unknownType(message: text),
        .rateLimited(code: text, message: text, retryAfterSeconds: 7),
        .server(status: 500, code: text, message: text), .network(message: text),
        .unnamed(status: 502, message: text),
        .redirected(origin: text, status: 302, location: text, message: text),
        .decoding(message: text),
        .contractMismatch(
          served: text, expected: 1, status: 200, writeSent: true, message: text),
        .signedOut(origin: text, message: text), .noServer(message: text),
        .wrongServer(expected: text, got: text, message: text),
        .streamIncomplete(reason: text, message: text), .hydrationIncomplete(message: text),
        .noCursor(message: text), .noCatalog(message: text),
        .copyExpired(reason: text, message: text),
        .wrongSchema(path: text, reason: text, unsent: 3, message: text),
        .readingHandle(message: text), .invalid(message: text), .canceled(message: text),
        .closed(message: text), .store(message: text), .io(message: text),
        .storageFull(message: text), .bytesAbsent(hash: text, reason: text, message: text),
        .noKeychain(message: text), .firstSyncWaiting(message: text),
        .embedIncomplete(attached: text, cause: cause),
      ]
    }
  }

  /// Errors of others, which tell of themselves by every means there is.
  static func foreignErrors() -> [any Error] {
    texts.flatMap { text -> [any Error] in
      [
        Talkative(text: text), Chosen.withText(text), Wrapped(value: text),
        NSError(
          domain: text, code: 7,
          userInfo: [NSLocalizedDescriptionKey: text, NSFilePathErrorKey: text]),
        URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: text]),
        CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: text]),
      ]
    }
  }

  /// An error that puts its text into every description.
  struct Talkative: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible,
    CustomNSError, CustomReflectable
  {
    let text: String
    var errorDescription: String? { text }
    var failureReason: String? { text }
    var description: String { text }
    var debugDescription: String { text }
    static var errorDomain: String { "CANARYDOMAIN" }
    var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
    var customMirror: Mirror { Mirror(self, children: ["text": text]) }
  }

  enum Chosen: Error {
    case withText(String)
  }

  struct Wrapped<Value: Sendable>: Error {
    let value: Value
  }
}
