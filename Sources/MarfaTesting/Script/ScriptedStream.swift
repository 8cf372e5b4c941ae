#if DEBUG
  import Marfa
  import MarfaModel
  import Resilience

  /// The server's end of a stream that is held open: a test sends on it whenever it likes.
  public final class ScriptedStream: Sendable {
    private enum End { case whole, failed(any Error) }

    private struct State {
      var waiting: [[UInt8]] = []
      var end: End?
      var isLetGo = false
      var reader: CheckedContinuation<[UInt8]?, any Error>?
      var watchers: [CheckedContinuation<Void, Never>] = []
      var readWatchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// A stream on which nothing was sent yet.
    public init() {}

    /// A stream on which something was sent already.
    public init(_ text: String, ends: Bool = false) {
      send(text)
      if ends { end() }
    }

    // MARK: - The server's end

    /// Sends bytes, cut wherever the test likes.
    public func send(_ bytes: [UInt8]) {
      guard !bytes.isEmpty else { return }
      wake { state in
        if state.end == nil { state.waiting.append(bytes) }
      }
    }

    /// Sends text.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends a frame of an event stream.
    public func send(_ data: JSONObject, id: Int64? = nil) { send(Self.frame(data, id: id)) }

    /// Sends a comment, which only breaks the silence.
    public func comment(_ text: String = "ping") { send(": \(text)\n\n") }

    /// Ends the stream as a server does that has said everything.
    public func end() { wake { state in if state.end == nil { state.end = .whole } } }

    /// Cuts the connection.
    public func cut(_ error: TransportError = .connection(.dropped)) {
      wake { state in if state.end == nil { state.end = .failed(error) } }
    }

    /// Whether the client gave the stream up.
    public var isLetGo: Bool { state.withLock { $0.isLetGo } }

    /// Waits until the client gives the stream up.
    public func letGo() async {
      await withCheckedContinuation { continuation in
        let isLetGo = state.withLock { state in
          if !state.isLetGo { state.watchers.append(continuation) }
          return state.isLetGo
        }
        if isLetGo { continuation.resume() }
      }
    }

    /// Waits until the client has taken everything that was sent and asks for more.
    public func taken() async {
      await withCheckedContinuation { continuation in
        let isTaken = state.withLock { state in
          if state.reader == nil { state.readWatchers.append(continuation) }
          return state.reader != nil
        }
        if isTaken { continuation.resume() }
      }
    }

    /// A frame as it goes over the wire.
    public static func frame(_ data: JSONObject, id: Int64? = nil) -> String {
      (id.map { "id: \($0)\n" } ?? "") + "data: \(JSONValue.object(data))\n\n"
    }

    // MARK: - The client's end

    /// The next bytes, as a transport hands them on; `nil` at the end.
    ///
    /// - Throws: what ``cut(_:)`` cut it with; `CancellationError` once it was given up.
    public func next() async throws -> [UInt8]? {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          var watchers: [CheckedContinuation<Void, Never>] = []
          let outcome = state.withLock { state -> Result<[UInt8]?, any Error>? in
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.reader != nil { return .failure(TransportError.local(.secondReader)) }
            if let outcome = Self.outcome(&state) { return outcome }
            state.reader = continuation
            swap(&watchers, &state.readWatchers)
            return nil
          }
          for watcher in watchers { watcher.resume() }
          if let outcome { continuation.resume(with: outcome) }
        }
      } onCancel: {
        cancel()
      }
    }

    /// The client gives up, as the transports do it: whoever reads gets `CancellationError`.
    public func cancel() {
      let watchers = state.withLock { state in
        state.isLetGo = true
        state.waiting = []
        state.end = .failed(CancellationError())
        defer { state.watchers = [] }
        return state.watchers
      }
      wake { _ in }
      for watcher in watchers { watcher.resume() }
    }

    private func wake(_ change: (inout State) -> Void) {
      let woken = state.withLock {
        state -> (CheckedContinuation<[UInt8]?, any Error>, Result<[UInt8]?, any Error>)? in
        change(&state)
        guard let reader = state.reader, let outcome = Self.outcome(&state) else { return nil }
        state.reader = nil
        return (reader, outcome)
      }
      if let woken { woken.0.resume(with: woken.1) }
    }

    private static func outcome(_ state: inout State) -> Result<[UInt8]?, any Error>? {
      if !state.waiting.isEmpty {
        defer { state.waiting = [] }
        return .success(Array(state.waiting.joined()))
      }
      return switch state.end {
      case .whole: .success(nil)
      case .failed(let error): .failure(error)
      case nil: nil
      }
    }
  }
#endif
