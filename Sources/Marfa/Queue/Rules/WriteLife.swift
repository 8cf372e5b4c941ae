/// The life of a queued write: the one table of what each happening makes of each standing.
///
/// What a happening does to rows and to other writes is the settler's work; how the write itself
/// stands afterwards is said here. What happens to many writes at once the store's statements do
/// over the whole queue; the tests hold them to this table.
enum WriteLife {
  /// The part of a write that its life is about.
  struct State: Sendable, Hashable {
    /// How it stands.
    var standing: Standing
    /// Whether it may have reached the server.
    var sent = false
    /// Failures that counted.
    var refusals: Int64 = 0
  }

  /// What happens to a write.
  enum Event: Sendable, Hashable {
    /// A pass begins: what is tried again by itself is free.
    case passBegan
    /// Another write is in its way.
    case held
    /// It is about to be sent.
    case marked
    /// Its request came to an end.
    case answered(AnswerClass)
    /// The key was refused at another write.
    case parked
    /// It will never be sent: what it waits for was not taken, or was withdrawn.
    case refusedUnsent(reason: String)
    /// A person or an app lets it go again.
    case released
  }

  /// How a write stands after something happened to it.
  ///
  /// - Returns: `nil` where this does not happen to such a write, and nothing changes.
  static func next(_ state: State, _ event: Event) -> State? {
    switch event {
    case .passBegan: return freed(state)
    case .held: return decided(state, .blocked(.awaitingDependency))
    case .marked:
      guard state.standing.isUnanswered else { return nil }
      return State(standing: state.standing, sent: true, refusals: state.refusals)
    case .answered(let answer): return answered(state, answer)
    case .parked: return decided(state, .blocked(.credentialRefused))
    case .refusedUnsent(let reason):
      guard state.standing.isWaiting else { return nil }
      return State(standing: .refused(reason: reason), sent: state.sent, refusals: state.refusals)
    case .released: return released(state)
    }
  }

  private static func decided(_ state: State, _ standing: Standing) -> State? {
    guard state.standing.isUnanswered else { return nil }
    return State(standing: standing, sent: state.sent, refusals: state.refusals)
  }

  private static func freed(_ state: State) -> State? {
    switch state.standing {
    case .blocked(.awaitingDependency), .blocked(.credentialRefused):
      State(standing: .unanswered, sent: state.sent, refusals: state.refusals)
    case .unanswered, .accepted, .merged, .conflicted, .refused, .blocked, .dead: nil
    }
  }

  private static func answered(_ state: State, _ answer: AnswerClass) -> State? {
    switch answer {
    case .unavailable, .undeliverable, .otherContract, .redirected, .ended:
      return decided(state, .unanswered)
    case .unmade, .counted:
      guard state.standing.isUnanswered else { return nil }
      let refusals = min(state.refusals + 1, QueueRecord.ceiling)
      return State(
        standing: refusals == QueueRecord.ceiling ? .dead : .unanswered, sent: state.sent,
        refusals: refusals)
    case .bytesGone(let hash):
      return decided(
        state, .refused(reason: "The bytes of \(hash) are no longer on this device."))
    case .taken(let taken): return decided(state, taken.standing)
    case .keyRefused, .unclaimed: return decided(state, .blocked(.credentialRefused))
    case .blocked(let reason): return decided(state, .blocked(reason))
    case .refused(let reason), .landed(_, let reason):
      return decided(state, .refused(reason: reason))
    case .binned: return decided(state, .refused(reason: "trashed"))
    }
  }

  private static func released(_ state: State) -> State? {
    switch state.standing {
    case .blocked, .dead: State(standing: .unanswered, sent: state.sent)
    // What the server refused it would refuse again under any key.
    case .refused: state.sent ? nil : State(standing: .unanswered)
    case .unanswered, .accepted, .merged, .conflicted: nil
    }
  }
}

extension QueueRecord {
  /// The part of it that its life is about.
  var life: WriteLife.State { WriteLife.State(standing: standing, sent: sent, refusals: refusals) }
}

extension Forgettable.Outline {
  /// The part of it that its life is about; failures are not among it.
  var life: WriteLife.State { WriteLife.State(standing: standing, sent: sent) }
}
