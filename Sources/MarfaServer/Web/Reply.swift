import MarfaHTTP
import MarfaModel

/// What a handler answers.
struct Reply: Sendable {
  /// The body of an answer.
  enum Body: Sendable {
    /// A JSON value.
    case json(JSONValue)
    /// A JSON text that was written already.
    case text([UInt8])
    /// A file, or a part of it, whose type stands among the headers.
    case file(HTTPFile)
    /// A stream of server-sent events.
    case stream(HTTPStream)
  }

  /// The HTTP status.
  var status: Int
  /// The body.
  var body: Body
  /// Headers beyond those that every answer carries.
  var headers: [(String, String)] = []

  /// Answers a JSON object.
  static func json(_ object: JSONObject, status: Int = 200) -> Reply {
    Reply(status: status, body: .json(.object(object)))
  }

  /// Answers that a plain deletion is done.
  static let ok = Reply.json(["ok": true])

  /// Answers one page of a listing.
  static func page(_ data: [JSONValue], next: String?) -> Reply {
    .json(["data": .array(data), "next_cursor": next.map { .string($0) } ?? .null])
  }
}
