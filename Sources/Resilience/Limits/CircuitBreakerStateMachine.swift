/// The states of a circuit breaker: a value that takes events and answers with actions.
///
/// Each admitted call belongs to a generation, which changes with the state; what a call of an
/// earlier generation reports no longer says anything about the server now.
struct CircuitBreakerStateMachine: Sendable, Hashable {
  struct Settings: Sendable, Hashable {
    var threshold: Int
    var openFor: Duration
    var probeTimeout: Duration
  }

  enum State: Sendable, Hashable {
    /// Calls pass; so many failures came in a row.
    case closed(failures: Int)
    /// Calls are refused until this moment.
    case open(until: MonotonicInstant)
    /// One call is out to see; if it says nothing until this moment the next one goes.
    case halfOpen(until: MonotonicInstant)
  }

  enum Admission: Sendable, Hashable {
    case proceed(generation: UInt64)
    case refuse(retryAfter: Duration)
  }

  enum Outcome: Sendable, Hashable, CaseIterable {
    case success, failure, abandoned
  }

  let settings: Settings
  private(set) var state = State.closed(failures: 0)
  private(set) var generation: UInt64 = 0

  init(settings: Settings) {
    self.settings = settings
  }

  /// Asks whether a call may go; one that insists always may, as the probe or beside it.
  mutating func admit(now: MonotonicInstant, insisting: Bool = false) -> Admission {
    switch state {
    case .closed:
      return .proceed(generation: generation)
    case .halfOpen(let until) where insisting && now < until:
      // Whichever of the two ends first decides; the other is then of an earlier generation.
      return .proceed(generation: generation)
    case .open(let until), .halfOpen(let until):
      guard insisting || now >= until else {
        return .refuse(retryAfter: now.duration(to: until))
      }
      move(to: .halfOpen(until: now.advanced(by: settings.probeTimeout)))
      return .proceed(generation: generation)
    }
  }

  /// Takes the outcome of an admitted call.
  mutating func record(_ outcome: Outcome, generation: UInt64, now: MonotonicInstant) {
    guard generation == self.generation else { return }
    switch (state, outcome) {
    case (.closed, .success):
      state = .closed(failures: 0)
    case (.closed(let failures), .failure):
      if failures + 1 >= settings.threshold {
        move(to: .open(until: now.advanced(by: settings.openFor)))
      } else {
        state = .closed(failures: failures + 1)
      }
    case (.halfOpen, .success):
      move(to: .closed(failures: 0))
    case (.halfOpen, .failure):
      move(to: .open(until: now.advanced(by: settings.openFor)))
    case (.halfOpen, .abandoned):
      // The probe learned nothing: the next call is the probe.
      move(to: .open(until: now))
    case (.closed, .abandoned):
      break
    case (.open, .success), (.open, .failure), (.open, .abandoned):
      // No call is admitted while open, so none of this generation reports.
      break
    }
  }

  private mutating func move(to next: State) {
    state = next
    generation += 1
  }
}
