import MarfaModel
import Resilience

/// Speaks to one server: dresses requests, judges answers, maps failures to ``MarfaError``.
///
/// Every request of the SDK goes through here, so the contract is checked on each answer before
/// its body is read, a redirect is never followed, and a key never reaches an error.
struct ServerLine: Sendable {
  /// Which server this is.
  let origin: Origin
  /// What carries the requests.
  let transport: any HTTPTransport
  /// The one clock.
  let clock: any WaitingClock
  /// How long the server asked to be left alone.
  let pause = AskedPause()
  /// What is known of the server by all who speak to it.
  let standing: ServerStanding
  private let key: String
  private var firstTry: FirstTry?

  /// Makes a line; nothing is sent.
  ///
  /// - Throws: `MarfaError.invalid` for an address that is no server's.
  init(
    _ server: Server, transport: any HTTPTransport, clock: any WaitingClock,
    standings: ServerStandings
  ) throws(MarfaError) {
    guard let origin = Origin(server.url) else { throw Self.unusableAddress }
    standing = standings.standing(of: origin)
    self.origin = origin
    self.transport = transport
    self.clock = clock
    key = server.key
  }

  /// The same line for one call of an app: its first request goes whatever is known of the server.
  func forCall() -> ServerLine {
    var line = self
    line.firstTry = FirstTry()
    return line
  }

  /// Answers how long the server is to be left alone by one who comes back by himself.
  ///
  /// As long as it asked, until the breaker lets a probe through, and for the longest wait when the
  /// repetitions are used up.
  ///
  /// - Parameter paying: whether it is a repetition that is paid for. One that waits the longest
  ///   anyway is not: an outage of hours would leave nothing for the next short one.
  func restraint(paying: Bool) -> Duration {
    let isPaid = !paying || standing.budget.withdraw(for: .transient)
    return max(
      pause.left(at: clock.now), standing.breaker.timeUntilProbe,
      isPaid ? .zero : Tuning.followLongestWait)
  }

  /// Sends a request and answers once the head is there.
  ///
  /// - Returns: the stream, and what its end is reported with to the server's standing.
  /// - Throws: what the transport throws; `MarfaError.network` when nothing was sent because the
  ///   server has been failing.
  func open(_ request: TransportRequest) async throws -> (TransportStream, CircuitBreaker.Permit) {
    let permit = try standing.admit(insisting: firstTry?.take() ?? false)
    do {
      let stream = try await transport.stream(request)
      note(stream.head)
      return (stream, permit)
    } catch {
      record(error, permit)
      throw error
    }
  }

  /// Reports an answer to the server's standing.
  func record(_ head: TransportHead, _ permit: CircuitBreaker.Permit) {
    do {
      try judge(head, writeSent: false, body: [])
      standing.recordAnswer(nil, permit)
    } catch {
      standing.recordAnswer(error, permit)
    }
  }

  /// Reports to the server's standing that a request has no whole answer.
  func record(_ error: any Error, _ permit: CircuitBreaker.Permit) {
    // Anything else is a cancellation.
    standing.recordFailure(Self.failure(error) as? MarfaError, permit)
  }

  /// The refusal of an address that is no server's. It does not repeat it.
  static let unusableAddress = MarfaError.invalid(
    message: "The server's address must be http or https, with a host and no credentials.")

  /// Reads a JSON document.
  ///
  /// - Throws: the refusal of the server as its case; `network` when none was had;
  ///   `contractMismatch`, `redirected`, `unnamed`, `decoding` by what answered in its place.
  func get(_ path: String, query: [(String, String)] = []) async throws -> JSONObject {
    try await call("GET", path, query: query, body: nil)
  }

  /// Sends a request whose answer is a JSON object.
  ///
  /// - Parameter path: the path under the server's address, with its first slash.
  func call(
    _ method: String, _ path: String, query: [(String, String)] = [], body: JSONObject?,
    idempotencyKey: String? = nil
  ) async throws -> JSONObject {
    // Without the slash the path would go on with the host, and the key to somebody else's.
    guard path.hasPrefix("/") else {
      throw MarfaError.invalid(message: "A path under the server's address begins with a slash.")
    }
    var request = request(method, path, query: query)
    if let body {
      request.headers.append(("Content-Type", "application/json"))
      request.body = .bytes(try JSONValue.object(body).jsonBytes())
    }
    if let idempotencyKey { request.headers.append(("Idempotency-Key", idempotencyKey)) }
    let response: TransportResponse
    do {
      response = try await exchange(request)
    } catch {
      throw Self.failure(error)
    }
    try judge(response.head, writeSent: method != "GET", body: response.body)
    guard let object = try JSONValue(bytes: response.body).object else {
      throw MarfaError.decoding(message: "The server's answer is not a JSON object.")
    }
    return object
  }

  /// Opens the event stream at a cursor.
  ///
  /// - Parameter headTimeout: how long the head may take.
  func events(after cursor: String?, headTimeout: Duration) async throws -> TransportStream {
    var request = request("GET", "/events", query: [("edges", "all")])
    request.headers.removeAll { $0.name == "Accept" }
    request.headers.append(("Accept", "text/event-stream"))
    if let cursor { request.headers.append(("Last-Event-ID", cursor)) }
    request.headTimeout = headTimeout
    request.bodyTimeout = nil
    let stream: TransportStream
    do {
      let (opened, permit) = try await open(request)
      // A stream that ends later says nothing: servers restart.
      record(opened.head, permit)
      stream = opened
    } catch {
      throw Self.failure(error)
    }
    let isOurs = ContractCheck(stream.head) == .ours
    guard isOurs, (200..<300).contains(stream.head.status) else {
      // Only a server's own refusal is read on; of anything else the head says all there is.
      let body = isOurs ? try await beginning(of: stream) : []
      stream.cancel()
      try judge(stream.head, writeSent: false, body: body)
      throw MarfaError.decoding(message: "The server's answer is not an event stream.")
    }
    guard Self.isEventStream(stream.head) else {
      stream.cancel()
      throw MarfaError.decoding(message: "The server's answer is not an event stream.")
    }
    return stream
  }

  private static func isEventStream(_ head: TransportHead) -> Bool {
    let kind = head.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased()
    return kind?.trimming(" \t") == "text/event-stream"
  }

  /// A request to a path of this server, with the headers that every one carries.
  func request(_ method: String, _ path: String, query: [(String, String)] = [])
    -> TransportRequest
  {
    var url = origin.text + path
    if !query.isEmpty {
      url +=
        "?"
        + query.map { "\(PathSegment.encode($0.0))=\(PathSegment.encode($0.1))" }
        .joined(separator: "&")
    }
    return TransportRequest(
      method: method, url: url,
      headers: [("Accept", "application/json"), ("Authorization", "Bearer \(key)")])
  }

  /// Judges an answer by its head first; only a refusal's body is looked at.
  ///
  /// - Throws: what the answer means, unless it is a success of our contract.
  func judge(_ head: TransportHead, writeSent: Bool, body: [UInt8]) throws(MarfaError) {
    switch (ContractCheck(head), head.status) {
    case (.ours, 200..<300): return
    case (.ours, 300..<400), (.unnamed, 300..<400):
      throw .redirected(
        origin: origin.text, status: UInt16(clamping: head.status),
        location: head.headers["Location"].map(blotted),
        message: MarfaErrorKind.redirected.sentence)
    case (.other(let served), _):
      throw contractMismatch(served: served, status: head.status, writeSent: writeSent)
    case (.unnamed, _):
      throw .unnamed(
        status: UInt16(clamping: head.status),
        message:
          "Something between this device and \(origin.text) answered with status \(head.status). "
          + "If this lasts, a proxy may be dropping the \(ContractCheck.header) header.")
    case (.ours, _):
      throw MarfaError(
        ServerRefusal(
          status: UInt16(clamping: head.status), body: body,
          retryAfterSeconds: retryAfter(head).map { UInt64(clamping: $0.components.seconds) }))
    }
  }

  /// The wait that an answer asks for; an unreadable one counts as none.
  func retryAfter(_ head: TransportHead) -> Duration? {
    RetryAfter.parse(head.headers["Retry-After"], date: head.headers["Date"], clock: clock)
  }

  /// The error for an answer of another contract.
  func contractMismatch(served: String?, status: Int?, writeSent: Bool) -> MarfaError {
    let said =
      served.map { "It speaks contract \($0), this app \(ContractCheck.expected)." }
      ?? "Its answer names no contract, so it may not be a Marfa server."
    let effect =
      writeSent
      ? "A change was sent and may have taken effect." : "No change was sent."
    return .contractMismatch(
      served: served, expected: ContractCheck.expected, status: status.map { UInt16(clamping: $0) },
      writeSent: writeSent,
      message:
        "This app and the server at \(origin.text) are of different versions. \(said) \(effect)")
  }

  /// What a failure of the transport means. Cancellation keeps its identity.
  static func failure(_ error: any Error) -> any Error {
    switch error {
    case is CancellationError: return error
    case let error as MarfaError: return error
    case TransportError.notBuildable(let reason):
      return MarfaError.invalid(
        message: "The request could not be made: \(TransportError.notBuildable(reason)).")
    case TransportError.local(.closed):
      return MarfaError.closed(message: MarfaErrorKind.closed.sentence)
    case TransportError.local(let failure):
      return MarfaError.io(
        message: "The request could not be made: \(TransportError.local(failure)).")
    case TransportError.connection(.tooLarge):
      // Asking again would bring the same.
      return MarfaError.decoding(message: "The server's answer is larger than is taken.")
    case let error as TransportError:
      return MarfaError.network(message: "The server could not be reached: \(error).")
    default:
      return MarfaError.network(message: MarfaErrorKind.network.sentence)
    }
  }

  /// Bytes of the server with the key blotted out, should it repeat it.
  func blotted(_ bytes: [UInt8]) -> [UInt8] {
    bytes.replacing(Array(key.utf8), by: Array("***".utf8))
  }

  /// Text of the server with the key blotted out, should it repeat it.
  func blotted(_ text: String) -> String {
    String(decoding: blotted(Array(text.utf8)), as: UTF8.self)
  }
}

/// The right of a call that somebody made to have its first request sent, whatever is known.
///
/// An app that calls wants to hear of the server now. What other calls met a moment ago is no
/// reason to refuse it untried; the requests behind the first are then judged like all others.
private final class FirstTry: Sendable {
  private let isOpen = Lock(true)

  /// Answers whether this is the first request.
  func take() -> Bool {
    isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
  }
}

extension String {
  /// The text without these characters at either end.
  fileprivate func trimming(_ blanks: String) -> String {
    let kept = drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    return String(kept)
  }
}

extension ContractCheck {
  /// Judges the head of an answer.
  init(_ head: TransportHead) {
    self.init(status: head.status, values: head.headers.values(Self.header))
  }
}
