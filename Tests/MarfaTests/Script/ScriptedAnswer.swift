import Marfa
import MarfaModel

/// What a scripted transport answers.
struct ScriptedAnswer: Sendable {
  /// What comes after the head.
  enum Body: Sendable {
    /// These bytes, whole.
    case bytes([UInt8])
    /// These bytes, and then the connection breaks.
    case cut(after: [UInt8])
    /// What a test sends on a stream while it is read.
    case held(ScriptedStream)
  }

  /// What becomes of the request.
  enum Outcome: Sendable {
    /// It is answered.
    case head(TransportHead, Body)
    /// There is no answer, for this reason.
    case failure(TransportError)
    /// Nothing ever comes; the request's own time limit ends it.
    case stall
  }

  /// What becomes of the request.
  var outcome: Outcome
  /// How long the head takes, on the transport's clock.
  var delay: Duration = .zero

  /// The header that a Marfa server's answers carry, with the contract of this build.
  static let contract: (name: String, value: String) = ("X-Marfa-Contract", "0")

  /// An answer with a body of any kind.
  static func answer(
    _ status: Int, _ headers: [(name: String, value: String)] = [contract], body: Body = .bytes([])
  ) -> ScriptedAnswer {
    ScriptedAnswer(
      outcome: .head(TransportHead(status: status, headers: TransportHeaders(headers)), body))
  }

  /// A JSON document.
  static func json(
    _ value: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = [contract]
  ) -> ScriptedAnswer {
    answer(
      status, headers + [("Content-Type", "application/json")],
      body: .bytes((try? value.jsonBytes()) ?? []))
  }

  /// A page of a listing.
  static func page(_ rows: [JSONValue], next: JSONValue = .null) -> ScriptedAnswer {
    json(["data": .array(rows), "next_cursor": next])
  }

  /// A refusal in the server's envelope.
  static func refusal(
    _ status: Int, _ code: String, message: String = "No.", details: JSONObject? = nil,
    retryAfter: String? = nil
  ) -> ScriptedAnswer {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    if let details { error["details"] = .object(details) }
    return json(
      ["error": .object(error)], status: status,
      headers: [contract] + (retryAfter.map { [("Retry-After", $0)] } ?? []))
  }

  /// An event stream that a test holds.
  static func stream(_ stream: ScriptedStream) -> ScriptedAnswer {
    answer(
      200, [contract, ("Content-Type", "text/event-stream")], body: .held(stream))
  }

  /// No answer.
  static func failure(_ error: TransportError) -> ScriptedAnswer {
    ScriptedAnswer(outcome: .failure(error))
  }

  /// The server cannot be reached.
  static let unreachable = failure(.connection(.refused))

  /// Nothing ever comes.
  static let stall = ScriptedAnswer(outcome: .stall)

  /// The same, later.
  func delayed(by delay: Duration) -> ScriptedAnswer {
    var answer = self
    answer.delay = delay
    return answer
  }
}
