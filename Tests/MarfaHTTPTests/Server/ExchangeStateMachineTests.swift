import Testing

@testable import MarfaHTTP

@Suite("The request's machine")
struct ExchangeStateMachineTests {
  typealias Machine = ExchangeStateMachine<Int>

  private static let states: [Machine.State] = [
    .receiving, .starting, .suspended, .resumed, .answering, .over,
  ]

  /// A machine in each of its states, reached by its own events.
  private func machine(_ state: Machine.State) -> Machine {
    var machine = Machine()
    if state == .receiving { return machine }
    if state == .over {
      _ = machine.completed()
      return machine
    }
    _ = machine.requestComplete()
    if state == .starting { return machine }
    _ = machine.handlerStarted()
    if state == .suspended { return machine }
    _ = machine.answered(7)
    if state == .resumed { return machine }
    _ = machine.calledAgain()
    #expect(machine.state == state)
    return machine
  }

  private func describe(_ step: Machine.Step) -> String {
    switch step {
    case .queue(let answer): "queue \(answer)"
    case .suspend: "suspend"
    case .cut: "cut"
    }
  }

  @Test("a complete request starts its handler once")
  func requestComplete() {
    for state in Self.states {
      var machine = machine(state)
      #expect(machine.requestComplete() == (state == .receiving), "\(state)")
    }
  }

  @Test("an answer that is there when the start returns is queued without suspending")
  func inlineAnswer() {
    var machine = machine(.starting)
    #expect(machine.answered(3) == (true, false))
    #expect(describe(machine.handlerStarted()) == "queue 3")
    #expect(machine.state == .answering)
  }

  @Test("an answer that comes later resumes the connection once and is queued then")
  func lateAnswer() {
    var machine = machine(.starting)
    #expect(describe(machine.handlerStarted()) == "suspend")
    #expect(machine.answered(3) == (true, true))
    #expect(machine.answered(4) == (false, false))
    #expect(describe(machine.calledAgain()) == "queue 3")
  }

  @Test("the start's return suspends only a request that was starting")
  func handlerStarted() {
    for state in Self.states {
      var machine = machine(state)
      let expected = state == .starting ? "suspend" : "cut"
      #expect(describe(machine.handlerStarted()) == expected, "\(state)")
    }
  }

  @Test("a further call queues the answer of a resumed request and cuts any other")
  func calledAgain() {
    for state in Self.states {
      var machine = machine(state)
      let expected = state == .resumed ? "queue 7" : "cut"
      #expect(describe(machine.calledAgain()) == expected, "\(state)")
    }
  }

  @Test("an answer is taken while the handler is awaited, and never twice")
  func answered() {
    for state in Self.states {
      var machine = machine(state)
      let (isTaken, resume) = machine.answered(9)
      #expect(isTaken == (state == .starting || state == .suspended), "\(state)")
      #expect(resume == (state == .suspended), "\(state)")
    }
  }

  @Test("aborting resumes what is suspended; no answer is taken or queued afterwards")
  func abort() {
    for state in Self.states {
      var machine = machine(state)
      #expect(machine.abort() == (state == .suspended), "\(state)")
      #expect(machine.abort() == false)
      #expect(machine.isAborted)
      #expect(machine.answered(1) == (false, false))
      #expect(describe(machine.calledAgain()) == "cut", "\(state)")
    }
    var starting = machine(.starting)
    _ = starting.abort()
    #expect(describe(starting.handlerStarted()) == "cut")
    var receiving = machine(.receiving)
    _ = receiving.abort()
    #expect(receiving.requestComplete() == false)
  }

  @Test("a handler is at work from its start until its answer is handed over")
  func atWork() {
    for state in Self.states {
      let isAtWork = [.starting, .suspended, .resumed].contains(state)
      #expect(machine(state).isAtWork == isAtWork, "\(state)")
    }
  }

  @Test("the end gives back an answer that was never queued, once")
  func completed() {
    for state in Self.states {
      var machine = machine(state)
      #expect(machine.completed() == (state == .resumed ? 7 : nil), "\(state)")
      #expect(machine.completed() == nil)
      #expect(machine.state == .over)
    }
    var starting = machine(.starting)
    _ = starting.answered(5)
    _ = starting.abort()
    #expect(starting.completed() == 5)
  }
}
