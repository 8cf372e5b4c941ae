#if DEBUG
  import Marfa
  import MarfaModel

  /// What a scripted transport answers.
  public struct ScriptedAnswer: Sendable {
    /// What comes after the head.
    public enum Body: Sendable {
      /// These bytes, whole.
      case bytes([UInt8])
      /// These bytes, and then the connection breaks.
      case cut(after: [UInt8])
      /// What a test sends on a stream while it is read.
      case held(ScriptedStream)
    }

    /// What the client meets: a head and a body, a failure, or silence.
    public enum Outcome: Sendable {
      /// It is answered.
      case head(TransportHead, Body)
      /// There is no answer, for this reason.
      case failure(TransportError)
      /// Nothing ever comes; the request's own time limit ends it.
      case stall
    }

    /// What the client meets.
    public var outcome: Outcome
    /// How long the head takes, on the transport's clock.
    public var delay: Duration

    /// Makes an answer; the static members are shorter.
    public init(outcome: Outcome, delay: Duration = .zero) {
      self.outcome = outcome
      self.delay = delay
    }

    /// The header that a Marfa server's answers carry, with the contract of this build.
    public static let contract: (name: String, value: String) = ("X-Marfa-Contract", "0")

    /// An answer with a body of any kind.
    public static func answer(
      _ status: Int, _ headers: [(name: String, value: String)] = [contract],
      body: Body = .bytes([])
    ) -> ScriptedAnswer {
      ScriptedAnswer(
        outcome: .head(TransportHead(status: status, headers: TransportHeaders(headers)), body))
    }

    /// A JSON document.
    public static func json(
      _ value: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = [contract]
    ) -> ScriptedAnswer {
      answer(
        status, headers + [("Content-Type", "application/json")],
        body: .bytes((try? value.jsonBytes()) ?? []))
    }

    /// A page of a listing.
    public static func page(_ rows: [JSONValue], next: JSONValue = .null) -> ScriptedAnswer {
      json(["data": .array(rows), "next_cursor": next])
    }

    /// A refusal in the server's envelope.
    public static func refusal(
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
    public static func stream(_ stream: ScriptedStream) -> ScriptedAnswer {
      answer(
        200, [contract, ("Content-Type", "text/event-stream")], body: .held(stream))
    }

    /// No answer.
    public static func failure(_ error: TransportError) -> ScriptedAnswer {
      ScriptedAnswer(outcome: .failure(error))
    }

    /// The server cannot be reached.
    public static let unreachable = failure(.connection(.refused))

    /// Nothing ever comes.
    public static let stall = ScriptedAnswer(outcome: .stall)

    /// What a proxy or a page for guests answers in the server's place.
    public static let garbage = answer(
      200, [("Content-Type", "text/html")], body: .bytes(Array("<html><p>Welcome</p>".utf8)))

    /// A body that names the contract and is no JSON.
    public static let unreadable = answer(
      200, [contract, ("Content-Type", "application/json")],
      body: .bytes(Array("{\"data\": [".utf8)))

    /// A body of so many bytes, none of which mean anything.
    public static func flood(_ count: Int) -> ScriptedAnswer {
      answer(200, body: .bytes([UInt8](repeating: 0x20, count: count)))
    }

    /// A document whose connection breaks after so many bytes of its body.
    public static func cut(_ value: JSONValue, after count: Int) -> ScriptedAnswer {
      let bytes = (try? value.jsonBytes()) ?? []
      return answer(
        200, [contract, ("Content-Type", "application/json")],
        body: .cut(after: Array(bytes.prefix(count))))
    }

    /// The same after a wait on the transport's clock; longer than the time limit is a timeout.
    public func delayed(by delay: Duration) -> ScriptedAnswer {
      var answer = self
      answer.delay = delay
      return answer
    }
  }
#endif
