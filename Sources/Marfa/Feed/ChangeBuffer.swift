import Resilience

/// What one reader of a feed still has to be told.
///
/// It holds a bounded number of changes. A reader that falls further behind loses their detail, not
/// the fact: one `.refreshed(.hydrated)` stands for all of them, and the last word on the
/// connection is kept.
final class ChangeBuffer: Sendable {
  /// Readers that have something to look at now.
  ///
  /// They are woken outside of every lock that a cancellation takes: waking a task wants a lock of
  /// the runtime's that is held around its cancellation.
  struct Woken: Sendable {
    fileprivate var readers: [CheckedContinuation<Void, Never>] = []

    static func + (one: Woken, other: Woken) -> Woken {
      Woken(readers: one.readers + other.readers)
    }

    /// Lets them look.
    func goOn() { for reader in readers { reader.resume() } }
  }

  private struct State {
    /// What waits, from `first` on; the places before it are used up.
    var waiting: [Change] = []
    var first = 0
    /// Whether there is something to say beyond the changes.
    var isNudged = false
    /// Updates that were sent as they are, each with how many changes are told before it, and
    /// whether the nudge of its time is.
    var sent: [(ahead: Int, isBehindNudge: Bool, update: CopyUpdate)] = []
    var isFinished = false
    var nextReader = 0
    var readers: [Int: CheckedContinuation<Void, Never>] = [:]

    var count: Int { waiting.count - first }
  }

  private let state: Lock<State>
  private let limit: Int

  /// Makes a buffer.
  ///
  /// - Parameter isNudged: whether the first ``step()`` answers at once.
  init(limit: Int = Tuning.streamBuffer, isNudged: Bool = false) {
    var state = State()
    state.isNudged = isNudged
    self.state = Lock(state)
    self.limit = limit
  }

  /// Adds changes in their order.
  func tell(_ changes: [Change]) -> Woken {
    wake { state in
      guard !state.isFinished else { return }
      state.waiting += changes
      if state.count > limit { Self.collapse(&state) }
    }
  }

  /// Tells one who looks on an update as it is, behind all that waits now.
  func send(_ update: CopyUpdate) -> Woken {
    wake { state in
      guard !state.isFinished else { return }
      state.sent.append((state.count, state.isNudged, update))
    }
  }

  /// Wakes whoever waits in ``step()``, since something else changed.
  func nudge() -> Woken {
    wake { $0.isNudged = true }
  }

  /// Ends it: what waits is still told.
  func finish() -> Woken {
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

  /// What one who looks on is told next.
  enum Step: Sendable {
    /// All that waits.
    case changes([Change])
    /// An update that was sent as it is.
    case sent(CopyUpdate)
  }

  /// The next thing to tell, as soon as there is one; `nil` at the end or when cancelled.
  func step() async -> Step? {
    while !Task.isCancelled {
      let (step, isOver) = state.withLock { state -> (Step?, Bool) in
        if let sent = state.sent.first, sent.ahead == 0, !(sent.isBehindNudge && state.isNudged) {
          state.sent.removeFirst()
          return (.sent(sent.update), false)
        }
        guard state.count > 0 || state.isNudged else { return (nil, state.isFinished) }
        let taken = state.sent.first?.ahead ?? state.count
        let changes = Array(state.waiting[state.first...].prefix(taken))
        state.waiting = Array(state.waiting[state.first...].dropFirst(taken))
        state.first = 0
        state.isNudged = false
        for place in state.sent.indices { state.sent[place].ahead -= taken }
        return (.changes(changes), false)
      }
      if step != nil || isOver { return step }
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
          if state.count > 0 || state.isNudged || !state.sent.isEmpty || state.isFinished
            || Task.isCancelled
          {
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

  private func wake(_ change: (inout State) -> Void) -> Woken {
    state.withLock { state in
      change(&state)
      defer { state.readers = [:] }
      return Woken(readers: Array(state.readers.values))
    }
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
    for place in state.sent.indices {
      state.sent[place].ahead = min(state.sent[place].ahead, state.waiting.count)
    }
  }
}
