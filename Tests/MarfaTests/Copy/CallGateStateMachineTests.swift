import Testing

@testable import Marfa

@Suite("The gate of calls, in every state and for every event")
struct CallGateStateMachineTests {
  private typealias Phase = CallGateStateMachine.Phase

  /// A machine in a phase, reached as a copy reaches it.
  private func machine(in phase: Phase) -> CallGateStateMachine {
    var machine = CallGateStateMachine()
    switch phase {
    case .open: break
    case .changing: _ = machine.beginChange()
    case .changingToClose:
      _ = machine.beginChange()
      _ = machine.close()
    case .closing: _ = machine.close()
    case .closed:
      _ = machine.close()
      machine.released()
    }
    return machine
  }

  @Test("each phase is reached", arguments: Phase.allCases)
  private func reaches(phase: Phase) {
    #expect(machine(in: phase).phase == phase)
  }

  @Test("a call is let in only while the copy is open", arguments: Phase.allCases)
  private func enters(phase: Phase) {
    var machine = machine(in: phase)
    let answer = machine.enter()
    switch phase {
    case .open: #expect(answer == .admitted && machine.running == 1)
    case .changing: #expect(answer == .changing && machine.isIdle)
    case .changingToClose, .closing, .closed: #expect(answer == .closed && machine.isIdle)
    }
    #expect(machine.phase == phase)
  }

  @Test("a change begins only while the copy is open, one at a time", arguments: Phase.allCases)
  private func begins(phase: Phase) {
    var machine = machine(in: phase)
    let answer = machine.beginChange()
    switch phase {
    case .open: #expect(answer == .admitted && machine.phase == .changing)
    case .changing: #expect(answer == .changing && machine.phase == .changing)
    case .changingToClose, .closing, .closed:
      #expect(answer == .closed && machine.phase == phase)
    }
  }

  @Test(
    "a change ends open only when it went well and nobody wanted the copy closed",
    arguments: Phase.allCases, [true, false])
  private func ends(phase: Phase, isOpen: Bool) {
    var machine = machine(in: phase)
    let answer = machine.endChange(isOpen: isOpen)
    switch phase {
    case .changing where isOpen: #expect(answer && machine.phase == .open)
    case .changing, .changingToClose: #expect(!answer && machine.phase == .closing)
    case .open, .closing, .closed: #expect(answer == (phase == .open) && machine.phase == phase)
    }
  }

  @Test("one caller closes, the others wait for it", arguments: Phase.allCases)
  private func closes(phase: Phase) {
    var machine = machine(in: phase)
    let answer = machine.close()
    switch phase {
    case .open: #expect(answer == .closes && machine.phase == .closing)
    case .changing: #expect(answer == .joins && machine.phase == .changingToClose)
    case .changingToClose, .closing: #expect(answer == .joins && machine.phase == phase)
    case .closed: #expect(answer == .isOver && machine.phase == .closed)
    }
  }

  @Test("calls that were let in are counted until the last has left", arguments: Phase.allCases)
  private func leaves(phase: Phase) {
    var machine = CallGateStateMachine()
    _ = (machine.enter(), machine.enter())
    switch phase {
    case .open: break
    case .changing: _ = machine.beginChange()
    case .changingToClose: _ = (machine.beginChange(), machine.close())
    case .closing, .closed: _ = machine.close()
    }
    machine.leave()
    #expect(!machine.isIdle)
    machine.leave()
    #expect(machine.isIdle)
    if phase == .closed {
      machine.released()
      #expect(machine.phase == .closed)
    }
  }
}
