import MarfaModel
import Resilience

/// One pass over the queue: events in, the next action out.
///
/// Each action is answered by exactly one event. Two come besides: ``Event/stopRequested`` at any
/// moment, and the outcome of a commit that was handed over, as soon as it is there.
/// The machine keeps the report, in which every write that the pass reaches is counted once.
struct DrainStateMachine: Sendable {
  var phase: Phase = .idle
  private(set) var report = DrainReport()
  private var isConfirmed = false
  private(set) var isStopping = false
  /// Answers that are settled one by one before anything else is done.
  var alone: [Answer] = []
  /// Rows that answers of a flow owe a read, made once the flow is over.
  var owed: [OwedRead] = []
  /// What the pass ends with once these are settled.
  var ending: MarfaError?
  let pace: DrainPace
  private let origin: String

  /// Makes a pass against a server; its address is named in errors.
  init(origin: String, pace: DrainPace = DrainPace()) {
    self.origin = origin
    self.pace = pace
  }

  /// Takes an event and says what to do next.
  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .start: start()
    case .prepared(let readsOwed): prepared(readsOwed)
    case .instance(let instance): confirmed(instance)
    case .owed(let read): owed(read)
    case .read(let result): read(result)
    case .next(let candidate): next(candidate)
    case .held: heldOne()
    case .marked(let ahead): marked(ahead)
    case .answered(let answer, let replayed, let wait, let isSlow):
      answered(answer, replayed, wait, isSlow)
    case .handedOver: handedOver()
    case .committed(let settlements, let marked): committed(settlements, marked)
    case .commitFailed(let error): commitFailed(error)
    case .unmarked: unmarked()
    case .settled(let settlement): settled(settlement)
    case .parked(let count): parked(count)
    case .counted(let held, let undelivered): counted(held, undelivered)
    case .failed(let error): failed(error)
    case .stopRequested: stop()
    }
  }
}

// MARK: - Before the first write

extension DrainStateMachine {
  private mutating func start() -> Action {
    guard phase == .idle else { return .nothing }
    if isStopping { return fail(.canceled(message: "")) }
    phase = .preparing
    return .prepare
  }

  private mutating func prepared(_ readsOwed: Bool) -> Action {
    guard phase == .preparing else { return .nothing }
    if isStopping { return fail(.canceled(message: "")) }
    guard readsOwed else { return proceed() }
    phase = .confirmingForReads
    return .confirmInstance
  }

  private mutating func confirmed(_ instance: Instance) -> Action {
    switch phase {
    case .confirmingForReads:
      switch instance {
      case .confirmed:
        isConfirmed = true
        return nextRead()
      case .unavailable(let why, let wait):
        becomeUnavailable(why, wait)
        return proceed()
      case .failed(let error): return fail(error)
      }
    case .confirming(let candidate):
      switch instance {
      case .confirmed:
        isConfirmed = true
        return isStopping ? fail(.canceled(message: "")) : begin(candidate)
      case .unavailable(let why, let wait):
        // Nothing was sent: the write is only counted, with all those behind it.
        becomeUnavailable(why, wait)
        report.undelivered += 1
        return proceed()
      case .failed(let error): return fail(error)
      }
    case .idle, .preparing, .choosingRead, .readingOwed, .choosingWrite, .holding, .refusing,
      .marking, .sending, .flowing, .handingOver, .awaiting, .unmarking, .settling, .readingBack,
      .parking, .countingRest, .over:
      return .nothing
    }
  }

  private mutating func nextRead() -> Action {
    if isStopping { return fail(.canceled(message: "")) }
    phase = .choosingRead
    return .nextOwedRead
  }

  private mutating func owed(_ read: OwedRead?) -> Action {
    guard phase == .choosingRead else { return .nothing }
    guard let read else { return proceed() }
    if isStopping { return fail(.canceled(message: "")) }
    phase = .readingOwed
    return .read(read)
  }

  private mutating func read(_ result: ReadResult) -> Action {
    let rest: [OwedRead]?
    switch phase {
    case .readingOwed: rest = nil
    case .readingBack(let more): rest = more
    case .idle, .preparing, .confirmingForReads, .choosingRead, .choosingWrite, .holding,
      .confirming, .refusing, .marking, .sending, .flowing, .handingOver, .awaiting, .unmarking,
      .settling, .parking, .countingRest, .over:
      return .nothing
    }
    switch result {
    case .done(let settled, let changed):
      report.unsent += UInt64(settled.count)
      report.verdicts += settled
      if let changed { replaceEntry(changed) }
    case .owed: break
    case .unavailable(let why, let wait):
      becomeUnavailable(why, wait)
      return proceed()
    case .keyRefused:
      phase = .parking
      return .park
    case .failed(let error): return fail(error)
    }
    return rest.map { readBack($0) } ?? nextRead()
  }
}

// MARK: - The writes

extension DrainStateMachine {
  mutating func proceed() -> Action {
    if let answer = alone.first {
      alone.removeFirst()
      return settle(answer.id, answer.meaning, answer.replayed)
    }
    if let ending { return fail(ending) }
    if !owed.isEmpty {
      let reads = owed
      owed = []
      return readBack(reads)
    }
    if isStopping { return fail(.canceled(message: "")) }
    if report.unavailable != nil {
      phase = .countingRest
      return .countRest
    }
    phase = .choosingWrite
    return .nextWrite
  }

  private mutating func next(_ candidate: Candidate?) -> Action {
    guard phase == .choosingWrite else { return .nothing }
    guard let candidate else { return finish() }
    if isStopping { return fail(.canceled(message: "")) }
    switch candidate.readiness {
    case .held:
      report.held += 1
      phase = .holding
      return .hold(candidate.id)
    case .ready, .refused:
      if isConfirmed { return begin(candidate) }
      phase = .confirming(candidate)
      return .confirmInstance
    }
  }

  private mutating func heldOne() -> Action {
    guard phase == .holding else { return .nothing }
    return proceed()
  }

  private mutating func begin(_ candidate: Candidate) -> Action {
    switch candidate.readiness {
    case .refused(let reason):
      phase = .refusing(candidate.id)
      return .refuse(candidate.id, reason: reason)
    case .ready, .held:
      phase = .marking(candidate.id)
      return .mark(candidate.id)
    }
  }

  private mutating func marked(_ ahead: [String]) -> Action {
    guard case .marking(let id) = phase else { return .nothing }
    // Not stopped here: what is marked may as well be sent, and the answer says more than nothing.
    phase = ahead.isEmpty ? .sending(id) : .flowing(Flow(out: id, ready: ahead))
    return .send(id)
  }

  private mutating func answered(
    _ meaning: AnswerClass, _ replayed: Bool, _ wait: Duration?, _ isSlow: Bool
  ) -> Action {
    switch phase {
    case .sending(let id):
      if let error = count(meaning, wait) { return fail(error) }
      return settle(id, meaning, replayed)
    case .flowing(let flow):
      guard let id = flow.out else { return .nothing }
      return answered(
        Answer(id: id, meaning: meaning, replayed: replayed), in: flow, wait: wait, isSlow: isSlow)
    case .idle, .preparing, .confirmingForReads, .choosingRead, .readingOwed, .choosingWrite,
      .holding, .confirming, .refusing, .marking, .handingOver, .awaiting, .unmarking, .settling,
      .readingBack, .parking, .countingRest, .over:
      return .nothing
    }
  }

  /// Counts an answer.
  ///
  /// - Returns: what the pass ends with, where the answer is to no write of ours.
  mutating func count(_ answer: AnswerClass, _ wait: Duration?) -> MarfaError? {
    note(wait)
    switch answer {
    case .otherContract(let served, let status):
      return .contractMismatch(
        served: served, expected: ContractCheck.expected, status: UInt16(clamping: status),
        writeSent: true, message: Self.mismatch(origin, served))
    case .redirected(let status, let location):
      return .redirected(
        origin: origin, status: UInt16(clamping: status), location: location, message: "")
    case .ended(let error): return error
    case .unavailable(let why):
      becomeUnavailable(why, nil)
      report.undelivered += 1
    case .undeliverable: report.undelivered += 1
    case .unmade: report.unmade += 1
    case .bytesGone: report.unsent += 1
    case .unclaimed(let source):
      report.answered += 1
      if !report.unclaimedSources.contains(source) { report.unclaimedSources.append(source) }
    case .counted, .taken, .keyRefused, .blocked, .refused, .landed, .binned:
      report.answered += 1
    }
    return nil
  }

  private mutating func settle(_ id: String, _ answer: AnswerClass, _ replayed: Bool) -> Action {
    phase = .settling(id, answer, replayed: replayed)
    let goesOn = alone.isEmpty && owed.isEmpty && ending == nil && !isStopping
    return .settle(id, answer, replayed: replayed, looksAhead: goesOn)
  }

  private mutating func settled(_ settlement: Settlement) -> Action {
    switch phase {
    case .refusing: report.unsent += 1
    case .settling(_, .keyRefused, _):
      add(settlement)
      return stopParked(settlement.parked)
    case .settling: break
    case .idle, .preparing, .confirmingForReads, .choosingRead, .readingOwed, .choosingWrite,
      .holding, .confirming, .marking, .sending, .flowing, .handingOver, .awaiting, .unmarking,
      .readingBack, .parking, .countingRest, .over:
      return .nothing
    }
    add(settlement)
    return readBack(settlement.reads)
  }

  private mutating func readBack(_ reads: [OwedRead]) -> Action {
    guard let first = reads.first, report.unavailable == nil else { return proceed() }
    if isStopping { return fail(.canceled(message: "")) }
    phase = .readingBack(Array(reads.dropFirst()))
    return .read(first)
  }
}

// MARK: - The end

extension DrainStateMachine {
  private mutating func parked(_ count: Int) -> Action {
    guard phase == .parking else { return .nothing }
    return stopParked(count)
  }

  private mutating func counted(_ held: Int, _ undelivered: Int) -> Action {
    guard phase == .countingRest else { return .nothing }
    report.held += UInt64(held)
    report.undelivered += UInt64(undelivered)
    return finish()
  }

  /// A failing store: while an answer is taken it counts against that write, unless the device is
  /// full; anywhere else the pass can't go on.
  private mutating func failed(_ error: MarfaError) -> Action {
    switch phase {
    case .settling(_, .counted, _), .settling(_, .keyRefused, _): return fail(error)
    case .settling(let id, _, let replayed):
      if case .storageFull = error { return fail(error) }
      return settle(id, .counted(why: error.message), replayed)
    case .unmarking: return unmarked()
    case .over: return .nothing
    case .idle, .preparing, .confirmingForReads, .choosingRead, .readingOwed, .choosingWrite,
      .holding, .confirming, .refusing, .marking, .sending, .flowing, .handingOver, .awaiting,
      .readingBack, .parking, .countingRest:
      return fail(error)
    }
  }

  /// The step under way is finished first: what was sent is settled.
  private mutating func stop() -> Action {
    isStopping = true
    return .nothing
  }

  private mutating func stopParked(_ count: Int) -> Action {
    // What was tried earlier in the pass and has no verdict is parked with the rest.
    for place in report.verdicts.indices where report.verdicts[place].verdict == nil {
      report.verdicts[place].verdict = .blocked(reason: .credentialRefused)
    }
    report.stopped =
      "The server refused the key. \(count) \(count == 1 ? "write waits" : "writes wait") for "
      + "another one."
    return finish()
  }

  private mutating func finish() -> Action {
    if isStopping { return fail(.canceled(message: "")) }
    phase = .over
    return .finish(report)
  }

  private mutating func fail(_ error: MarfaError) -> Action {
    phase = .over
    return .fail(error)
  }

  private mutating func becomeUnavailable(_ why: String, _ wait: Duration?) {
    report.unavailable = why
    note(wait)
  }

  private mutating func note(_ wait: Duration?) {
    guard let wait, wait > .zero else { return }
    let clamped = min(wait, RetryAfter.cap)
    let seconds = UInt64(clamped.components.seconds + (clamped.components.attoseconds > 0 ? 1 : 0))
    report.retryAfterSeconds = max(report.retryAfterSeconds ?? 0, seconds)
  }

  mutating func add(_ settlement: Settlement) {
    report.verdicts.append(settlement.entry)
    report.unsent += UInt64(settlement.unsent.count)
    report.verdicts += settlement.unsent
  }

  private mutating func replaceEntry(_ entry: DrainVerdict) {
    if let place = report.verdicts.lastIndex(where: { $0.id == entry.id }) {
      report.verdicts[place] = entry
    }
  }

  private static func mismatch(_ origin: String, _ served: String?) -> String {
    let spoken = "This app speaks contract \(ContractCheck.expected) of the interface."
    let asked =
      served.map { "\(origin) answered a write with contract \($0)." }
      ?? "\(origin) answered a write without naming a contract; it may be no Marfa server."
    return "\(asked) \(spoken) The write was sent and may have taken effect; it stays queued."
  }
}
