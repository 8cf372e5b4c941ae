import Resilience

/// What one reader of a feed still has to be told.
///
/// It holds a bounded number of changes. A reader that falls further behind loses their detail, not
/// the fact: one `.refreshed(.hydrated)` stands for all of them, and the last word on the
/// connection is kept.
final class ChangeBuffer: Sendable {
  private struct State {
    /// What waits, from `first` on; the places before it are used up.
    var waiting: [Change] = []
    var first = 0
    /// Whether there is something to say beyond the changes.
    var isNudged = false
    var isFinished = false
    var nextReader = 0
    var readers: [Int: CheckedContinuation<Void, Never>] = [:]

    var count: Int { waiting.count - first }
  }

  private let state: Lock<State>
  private let limit: Int

  /// Makes a buffer.
  ///
  /// - Parameter isNudged: whether the first ``all()`` answers at once.
  init(limit: Int = Tuning.streamBuffer, isNudged: Bool = false) {
    var state = State()
    state.isNudged = isNudged
    self.state = Lock(state)
    self.limit = limit
  }

  /// Adds changes in their order.
  func tell(_ changes: [Change]) {
    wake { state in
      guard !state.isFinished else { return }
      state.waiting += changes
      if state.count > limit { Self.collapse(&state) }
    }
  }

  /// Wakes whoever waits in ``all()``, since something else changed.
  func nudge() {
    wake { $0.isNudged = true }
  }

  /// Ends it: what waits is still told.
  func finish() {
    wake { $0.isFinished = true }
  }

  /// The next change; `nil` at the end, or when the reading task is cancelled.
  func next() async -> Change? {
    while !Task.isCancelled {
      let (change, isOver) = state.withLock { state -> (Change?, Bool) in
        guard state.count > 0 else { return (nil, state.isFinished) }
        let change = state.waiting[state.first]
        state.first += 1
        if state.first == state.waiting.count {
          state.waiting.removeAll(keepingCapacity: state.first < 1_000)
          state.first = 0
        }
        return (change, false)
      }
      if change != nil || isOver { return change }
      await ready()
    }
    return nil
  }

  /// All that waits, as soon as there is something to say; `nil` at the end or when cancelled.
  func all() async -> [Change]? {
    while !Task.isCancelled {
      let (changes, isOver) = state.withLock { state -> ([Change]?, Bool) in
        guard state.count > 0 || state.isNudged else { return (nil, state.isFinished) }
        defer {
          state.waiting = []
          state.first = 0
          state.isNudged = false
        }
        return (Array(state.waiting[state.first...]), false)
      }
      if changes != nil || isOver { return changes }
      await ready()
    }
    return nil
  }

  /// Waits until something may have come. It may wake for nothing.
  private func ready() async {
    let number = state.withLock { state in
      state.nextReader += 1
      return state.nextReader
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.count > 0 || state.isNudged || state.isFinished || Task.isCancelled {
            return true
          }
          state.readers[number] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let reader = state.withLock { $0.readers.removeValue(forKey: number) }
      reader?.resume()
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let readers = state.withLock { state in
      change(&state)
      defer { state.readers = [:] }
      return state.readers
    }
    for (_, reader) in readers { reader.resume() }
  }

  private static func collapse(_ state: inout State) {
    var reach: Change?
    var stop: Change?
    for change in state.waiting[state.first...] {
      switch change.origin {
      case .serverUnreachable, .serverReachable: reach = change
      case .stopped: stop = change
      case .local, .server, .answered, .saved, .refreshed: continue
      }
    }
    state.first = 0
    state.waiting = [Change(origin: .refreshed(.hydrated))] + [reach, stop].compactMap(\.self)
  }
}
