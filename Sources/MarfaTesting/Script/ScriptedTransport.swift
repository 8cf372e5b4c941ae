#if DEBUG
  import Marfa
  import Resilience

  /// A transport without a network: it answers from a script and remembers what was asked.
  ///
  /// Times pass on its clock only, the time limits of requests included, so a test on a virtual clock
  /// decides what comes in time.
  public final class ScriptedTransport: HTTPTransport {
    /// Answers a request.
    public typealias Script = @Sendable (ScriptedRequest) async throws -> ScriptedAnswer

    private struct Watcher {
      let isSatisfied: @Sendable ([ScriptedRequest]) -> Bool
      let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
      var script: Script
      var requests: [ScriptedRequest] = []
      var isClosed = false
      var killPoint: (point: KillPoint, act: @Sendable () -> Void)?
      var isKilled = false
      var watchers: [Watcher] = []
    }

    private let state: Lock<State>
    private let clock: any WaitingClock

    /// Makes a transport; without a script every request answers 501 `not_scripted`.
    public init(
      clock: any WaitingClock,
      script: @escaping Script = { _ in .refusal(501, "not_scripted") }
    ) {
      self.clock = clock
      state = Lock(State(script: script))
    }

    /// Everything that was asked, in order.
    public var requests: [ScriptedRequest] { state.withLock { $0.requests } }

    /// What was asked, as method and path.
    public var lines: [String] { requests.map(\.line) }

    /// Whether the transport was closed.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Answers by another script from now on.
    public func answering(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// Forgets what was asked.
    public func forget() { state.withLock { $0.requests = [] } }

    /// Takes requests again after it was closed, as a new transport of the next copy would.
    public func reopen() {
      state.withLock { state in
        state.isClosed = false
        state.isKilled = false
      }
    }

    /// Lets the app's process die at a moment, once.
    ///
    /// The request ends as a lost connection, and so does every later one until ``reopen()``: what
    /// the store holds then is what a new process would find.
    ///
    /// - Parameter act: called at that moment; a test in a process of its own ends it here.
    public func kill(at point: KillPoint, by act: @escaping @Sendable () -> Void = {}) {
      state.withLock { $0.killPoint = (point, act) }
    }

    /// Whether the moment of ``kill(at:by:)`` has come.
    public var isKilled: Bool { state.withLock { $0.isKilled } }

    /// Waits until what was asked is as the test wants it.
    public func waitUntil(_ isSatisfied: @escaping @Sendable ([ScriptedRequest]) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if isSatisfied(state.requests) { return true }
          state.watchers.append(Watcher(isSatisfied: isSatisfied, continuation: continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    }

    /// Waits until a request of this method and path was made so many times.
    public func waitFor(_ line: String, times: Int = 1) async {
      await waitUntil { requests in requests.count { $0.line == line } >= times }
    }

    /// Answers a request whole.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
      let stream = try await stream(request)
      var body: [UInt8] = []
      for try await chunk in stream {
        guard chunk.count <= request.maxBodyBytes - body.count else {
          throw TransportError.connection(.tooLarge)
        }
        body += chunk
      }
      return TransportResponse(head: stream.head, body: body)
    }

    /// Answers a request as far as its head; the body is read from the stream.
    public func stream(_ request: TransportRequest) async throws -> TransportStream {
      try Task.checkCancellation()
      let (asked, script, woken) = try take(request)
      for watcher in woken { watcher.continuation.resume() }
      if reaches(.beforeArrival(asked.line)) { throw Self.lost }
      let answer = try await script(asked)
      if reaches(.beforeAnswer(asked.line)) { throw Self.lost }
      return try await opened(answer, request)
    }

    /// Refuses every further request.
    public func close() async { state.withLock { $0.isClosed = true } }

    private static let lost = TransportError.connection(.dropped)

    /// Whether the process dies here.
    private func reaches(_ point: KillPoint) -> Bool {
      let act = state.withLock { state -> (@Sendable () -> Void)? in
        guard let planned = state.killPoint, planned.point == point else { return nil }
        state.killPoint = nil
        state.isKilled = true
        return planned.act
      }
      act?()
      return act != nil
    }

    private func take(_ request: TransportRequest) throws -> (ScriptedRequest, Script, [Watcher]) {
      try state.withLock { state in
        if state.isClosed { throw TransportError.local(.closed) }
        if state.isKilled { throw Self.lost }
        let asked = ScriptedRequest(request, number: state.requests.count)
        state.requests.append(asked)
        let woken = state.watchers.filter { $0.isSatisfied(state.requests) }
        state.watchers.removeAll { $0.isSatisfied(state.requests) }
        return (asked, state.script, woken)
      }
    }

    private func opened(_ answer: ScriptedAnswer, _ request: TransportRequest) async throws
      -> TransportStream
    {
      do {
        if answer.delay > request.headTimeout {
          try await clock.sleep(for: request.headTimeout)
          throw TransportError.connection(.timedOut(.head))
        }
        try await clock.sleep(for: answer.delay)
      } catch {
        // Whoever asked is gone before the head came: the server's end sees that, too.
        if case .head(_, .held(let held)) = answer.outcome { held.cancel() }
        throw error
      }
      switch answer.outcome {
      case .failure(let error): throw error
      case .stall:
        try await clock.sleep(for: request.headTimeout)
        throw TransportError.connection(.timedOut(.head))
      case .head(let head, let body):
        let stream: ScriptedStream
        switch body {
        case .bytes(let bytes):
          stream = ScriptedStream()
          stream.send(bytes)
          stream.end()
        case .cut(let bytes):
          stream = ScriptedStream()
          stream.send(bytes)
          stream.cut()
        case .held(let held): stream = held
        }
        return TransportStream(
          head: head, next: { try await stream.next() }, cancel: { stream.cancel() })
      }
    }
  }
#endif
