import Resilience

/// Decides which failures are told: a value that takes each one and answers with what to do.
///
/// One a minute for each kind and operation, thirty an hour in all. What is held back is counted
/// for its pair and told with the next one of that pair.
struct FailureLimitStateMachine: Sendable {
  struct Settings: Sendable, Hashable {
    var silence = Tuning.failureSilence
    var window = Tuning.failureWindow
    var mostInWindow = Tuning.failuresInWindow
    var mostPairs = Tuning.failurePairs
  }

  enum Verdict: Sendable, Hashable {
    case tell(heldBack: Int)
    case holdBack
  }

  private struct Pair: Sendable, Hashable {
    let kind: String
    let operation: String
  }

  private struct History: Sendable {
    var told: MonotonicInstant?
    var heldBack = 0
    var seen: MonotonicInstant
  }

  private let settings: Settings
  private var histories: [Pair: History] = [:]
  /// When each failure of the last hour was told, the earliest first.
  private var told: [MonotonicInstant] = []

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Takes a failure that happened.
  mutating func meet(_ report: FailureReport, now: MonotonicInstant) -> Verdict {
    let pair = Pair(kind: report.kind, operation: report.operation)
    if histories[pair] == nil, histories.count >= settings.mostPairs { forgetOldest() }
    var history = histories[pair] ?? History(seen: now)
    history.seen = now
    defer { histories[pair] = history }
    let forgotten = told.prefix { $0.duration(to: now) >= settings.window }.count
    told.removeFirst(forgotten)
    let isSilent = history.told.map { $0.duration(to: now) < settings.silence } ?? false
    guard !isSilent, told.count < settings.mostInWindow else {
      history.heldBack += 1
      return .holdBack
    }
    told.append(now)
    history.told = now
    defer { history.heldBack = 0 }
    return .tell(heldBack: history.heldBack)
  }

  /// Forgets what was held back; what was told still counts toward the limits.
  mutating func forgetHeldBack() {
    for pair in histories.keys { histories[pair]?.heldBack = 0 }
  }

  private mutating func forgetOldest() {
    guard let oldest = histories.min(by: { $0.value.seen < $1.value.seen }) else { return }
    histories[oldest.key] = nil
  }
}
