import MarfaModel

/// Writes that go out one behind the other while the answers to earlier ones are committed.
///
/// Only writes that have nothing to do with one another are in a flow, and only answers that say no
/// more than "taken" are gathered. Anything else ends it: what was gathered is committed first, what
/// was marked and did not leave is unmarked, and only then is that answer settled, by itself. A row
/// that is to be read once more ends it too.
extension DrainStateMachine {
  /// The writes of a flow, each in one of four places.
  struct Flow: Sendable, Hashable {
    /// Under way to the server; `nil` between two.
    var out: String?
    /// Marked as sent and not gone yet, in queue order.
    var ready: [String] = []
    /// Answered, and in no commit.
    var gathered: [Answer] = []
    /// Answered, and in the commit under way.
    var committing: [Answer] = []
    /// Whether an answer took so long that those gathered wait for no more of them.
    var isSlow = false

    /// How many of them are not settled.
    var count: Int { (out == nil ? 0 : 1) + ready.count + gathered.count }
  }

  /// What the server said to a write.
  struct Answer: Sendable, Hashable {
    var id: String
    var meaning: AnswerClass
    var replayed: Bool
  }

  // MARK: - Events

  mutating func answered(_ answer: Answer, in flow: Flow, wait: Duration?, isSlow: Bool) -> Action {
    var flow = flow
    flow.out = nil
    flow.isSlow = flow.isSlow || isSlow
    if let error = count(answer.meaning, wait) {
      ending = ending ?? error
    } else if ending != nil {
      // The store is full: what was answered since is sent again under its key one day.
    } else if !alone.isEmpty || answer.replayed || !answer.meaning.isOrdinary {
      alone.append(answer)
    } else {
      flow.gathered.append(answer)
    }
    return advance(flow)
  }

  mutating func handedOver() -> Action {
    guard case .handingOver(let flow) = phase else { return .nothing }
    guard pace.overlaps else {
      phase = .awaiting(flow)
      return .awaitCommit
    }
    return advance(flow)
  }

  mutating func committed(_ settlements: [Settlement], _ marked: [String]) -> Action {
    guard var flow = flowBesideCommit else { return .nothing }
    for settlement in settlements {
      add(settlement)
      owed += settlement.reads
    }
    flow.committing = []
    flow.ready += marked
    return flow.out == nil ? advance(flow) : stay(flow)
  }

  /// A commit failed, and nothing of it is stored.
  ///
  /// When the device is full the pass ends. Otherwise each answer is settled by itself, so that one
  /// that can't be costs the others nothing.
  mutating func commitFailed(_ error: MarfaError) -> Action {
    guard var flow = flowBesideCommit else { return .nothing }
    if case .storageFull = error {
      ending = ending ?? error
      alone = []
    } else {
      alone = flow.committing + flow.gathered + alone
    }
    flow.committing = []
    flow.gathered = []
    return flow.out == nil ? advance(flow) : stay(flow)
  }

  /// What did not leave is unmarked, or could not be: then it is sent as it is, one day.
  mutating func unmarked() -> Action {
    guard case .unmarking = phase else { return .nothing }
    return proceed()
  }

  // MARK: - Steps

  /// The flow that has a commit under way.
  private var flowBesideCommit: Flow? {
    switch phase {
    case .flowing(let flow) where !flow.committing.isEmpty: flow
    case .awaiting(let flow), .handingOver(let flow): flow
    case .flowing, .idle, .preparing, .confirmingForReads, .choosingRead, .readingOwed,
      .choosingWrite, .holding, .confirming, .refusing, .marking, .sending, .settling, .unmarking,
      .readingBack, .parking, .countingRest, .over:
      nil
    }
  }

  /// A request is under way: what it brings comes with its own event.
  private mutating func stay(_ flow: Flow) -> Action {
    phase = .flowing(flow)
    return .nothing
  }

  /// Chooses the next step of a flow that has no request under way.
  private mutating func advance(_ flow: Flow) -> Action {
    var flow = flow
    let goesOn = alone.isEmpty && owed.isEmpty && ending == nil && !isStopping
    if flow.committing.isEmpty, !flow.gathered.isEmpty, !goesOn || isDue(flow) {
      let answers = flow.gathered
      flow.gathered = []
      flow.committing = answers
      flow.isSlow = false
      phase = .handingOver(flow)
      return .commit(answers, marking: goesOn ? max(0, pace.ahead - flow.count) : 0)
    }
    if goesOn, !flow.ready.isEmpty {
      let next = flow.ready.removeFirst()
      flow.out = next
      phase = .flowing(flow)
      return .send(next)
    }
    if !flow.committing.isEmpty {
      phase = .awaiting(flow)
      return .awaitCommit
    }
    if !flow.ready.isEmpty {
      phase = .unmarking
      return .unmark(flow.ready)
    }
    return proceed()
  }

  /// Whether what is gathered is committed now: it is enough, or more would have to be waited for.
  private func isDue(_ flow: Flow) -> Bool {
    flow.isSlow || flow.ready.isEmpty || flow.gathered.count >= pace.gathered
  }
}

extension AnswerClass {
  /// Whether it says that the write was taken as it was, and nothing besides.
  fileprivate var isOrdinary: Bool {
    guard case .taken(let taken) = self else { return false }
    return taken.standing == .accepted && !taken.acknowledged
  }
}
