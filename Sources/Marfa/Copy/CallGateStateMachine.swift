/// Who may call a copy, while it is open, changes its key, closes and is closed.
struct CallGateStateMachine: Sendable, Hashable {
  /// Where the copy stands.
  enum Phase: Sendable, Hashable, CaseIterable {
    /// Calls are let in.
    case open
    /// The key is changed: calls are told to ask again.
    case changing
    /// As ``changing``, and somebody wants it closed.
    case changingToClose
    /// Calls are refused; those that run are waited for.
    case closing
    /// Everything is released.
    case closed
  }

  /// Whether a call may begin.
  enum Admission: Sendable, Hashable {
    case admitted
    /// The key is being changed.
    case changing
    case closed
  }

  /// What a caller of `close` does.
  enum Close: Sendable, Hashable {
    /// It closes.
    case closes
    /// Somebody else closes, or will once the key is changed; it waits for that.
    case joins
    /// There is nothing left to do.
    case isOver
  }

  private(set) var phase = Phase.open
  private(set) var running = 0

  /// Whether no call runs.
  var isIdle: Bool { running == 0 }

  /// A call asks to be let in.
  mutating func enter() -> Admission {
    switch phase {
    case .open:
      running += 1
      return .admitted
    case .changing: return .changing
    case .changingToClose, .closing, .closed: return .closed
    }
  }

  /// A call has ended.
  mutating func leave() { running -= 1 }

  /// Somebody wants to change the key; admitted, he waits until no call runs.
  mutating func beginChange() -> Admission {
    switch phase {
    case .open:
      phase = .changing
      return .admitted
    case .changing: return .changing
    case .changingToClose, .closing, .closed: return .closed
    }
  }

  /// The change has ended.
  ///
  /// - Returns: whether the copy is open again; else whoever changed the key closes it.
  mutating func endChange(isOpen: Bool) -> Bool {
    switch phase {
    case .changing where isOpen:
      phase = .open
      return true
    case .changing, .changingToClose:
      phase = .closing
      return false
    case .open, .closing, .closed: return phase == .open
    }
  }

  /// Somebody wants the copy closed.
  mutating func close() -> Close {
    switch phase {
    case .open:
      phase = .closing
      return .closes
    case .changing:
      phase = .changingToClose
      return .joins
    case .changingToClose, .closing: return .joins
    case .closed: return .isOver
    }
  }

  /// Everything is released.
  mutating func released() { phase = .closed }
}
