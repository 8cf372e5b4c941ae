#if DEBUG
  import Marfa
  import Resilience

  /// Hears what a stream of changes tells, and lets a test wait for it.
  ///
  /// ```swift
  /// let ear = ChangeEar(copy.changes())
  /// try await copy.items.create(Draft(type: "core.note"))
  /// await ear.wait(for: .local(.createItem))
  /// ```
  public final class ChangeEar: Sendable {
    private struct State {
      var heard: [Change] = []
      var watchers: [(@Sendable ([Change]) -> Bool, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())
    private let task: Task<Void, Never>

    /// Begins to listen.
    public init(_ stream: AsyncStream<Change>) {
      let state = state
      task = Task {
        for await change in stream {
          let woken = state.withLock { state in
            state.heard.append(change)
            let heard = state.heard
            let woken = state.watchers.filter { $0.0(heard) }.map(\.1)
            state.watchers.removeAll { $0.0(heard) }
            return woken
          }
          for watcher in woken { watcher.resume() }
        }
      }
    }

    deinit { task.cancel() }

    /// What everything that was told came from, in order.
    public var origins: [Change.Origin] { state.withLock { $0.heard.map(\.origin) } }
    /// Everything that was told, whole and in order.
    public var changes: [Change] { state.withLock { $0.heard } }

    /// Waits until what was told is as the test wants it.
    public func wait(_ isSatisfied: @escaping @Sendable ([Change]) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if isSatisfied(state.heard) { return true }
          state.watchers.append((isSatisfied, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    }

    /// Waits until this was told.
    public func wait(for origin: Change.Origin) async {
      await wait { $0.contains { $0.origin == origin } }
    }

    /// Lets the stream go, and waits until nothing more is heard.
    public func letGo() async {
      task.cancel()
      await task.value
    }

    /// Waits until the stream ends.
    public func ended() async { await task.value }
  }
#endif
