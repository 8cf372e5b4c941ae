import Resilience

/// What waits to be sent: a value that takes events and answers with actions.
///
/// One request is under way at a time. Failures go as they come, before records. Records go when a
/// batch is full, when the first has waited long enough, or at a flush.
struct OutboxStateMachine: Sendable {
  struct Settings: Sendable, Hashable {
    var batch = Tuning.batch
    var linger = Tuning.linger
    var capacity = Tuning.capacity
  }

  enum Event: Sendable {
    case failure(FailureReport)
    case record(LogRecord)
    /// The timer of this number has run out.
    case timer(UInt64)
    /// All that waits shall go now.
    case flush
    /// The request of this number has ended.
    case ended(UInt64, delivered: Bool)
    /// All that waits is dropped, and the request under way is stopped.
    case cleared
  }

  enum Action: Sendable {
    /// Send this and report its end under the number.
    case send(Parcel, UInt64)
    /// Report back under the number after this time.
    case setTimer(Duration, UInt64)
    case cancelTimer
    /// Stop the request under way.
    case abort
    /// What a flush waited for is out, or never will be.
    case flushed
  }

  private let settings: Settings
  private var failures: [FailureReport] = []
  private var records = RecordQueue()
  /// How many records from the front have to go whether or not they fill a batch.
  private var owed = 0
  private var dropped = 0
  /// The request under way, and the dropped records it tells of.
  private var sending: (number: UInt64, dropped: Int)?
  private var timer: UInt64?
  private var isFlushing = false
  private var numbers: UInt64 = 0

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// How much waits, failures and records together.
  var waiting: Int { failures.count + records.count }

  /// Takes an event and answers what is to be done, in this order.
  mutating func handle(_ event: Event, now: MonotonicInstant) -> [Action] {
    switch event {
    case .failure(let report):
      failures.append(report)
    case .record(let record):
      if records.count >= settings.capacity {
        records.dropFirst()
        owed = max(owed - 1, 0)
        dropped += 1
      }
      records.append(record)
    case .timer(let number):
      guard number == timer else { return [] }
      timer = nil
      if let first = records.first, first.arrival.duration(to: now) >= settings.linger {
        owed = records.count
      }
    case .flush:
      owed = records.count
      isFlushing = true
    case .ended(let number, let delivered):
      guard let request = sending, request.number == number else { return [] }
      sending = nil
      // A count that did not arrive is told again; the records that went with it are lost.
      if !delivered { dropped += request.dropped }
    case .cleared:
      return clear()
    }
    return advance(now)
  }

  private mutating func advance(_ now: MonotonicInstant) -> [Action] {
    var actions: [Action] = []
    if sending == nil, let parcel = nextParcel() {
      let number = nextNumber()
      if case .records(_, let dropped) = parcel {
        sending = (number, dropped)
      } else {
        sending = (number, 0)
      }
      actions.append(.send(parcel, number))
    }
    if let waiting = records.record(at: owed) {
      if timer == nil {
        let number = nextNumber()
        timer = number
        let waited = waiting.arrival.duration(to: now)
        actions.append(.setTimer(max(settings.linger - waited, .zero), number))
      }
    } else if timer != nil {
      timer = nil
      actions.append(.cancelTimer)
    }
    if isFlushing, sending == nil, failures.isEmpty, owed == 0 {
      isFlushing = false
      actions.append(.flushed)
    }
    return actions
  }

  private mutating func nextParcel() -> Parcel? {
    if !failures.isEmpty { return .failure(failures.removeFirst()) }
    guard records.count >= settings.batch || owed > 0 else { return nil }
    let batch = records.take(settings.batch)
    owed = max(owed - batch.count, 0)
    defer { dropped = 0 }
    return .records(batch, dropped: dropped)
  }

  private mutating func clear() -> [Action] {
    var actions: [Action] = []
    if sending != nil { actions.append(.abort) }
    if timer != nil { actions.append(.cancelTimer) }
    if isFlushing { actions.append(.flushed) }
    failures = []
    records.removeAll()
    owed = 0
    dropped = 0
    sending = nil
    timer = nil
    isFlushing = false
    return actions
  }

  private mutating func nextNumber() -> UInt64 {
    numbers += 1
    return numbers
  }
}
