import Testing

@testable import Resilience

@Suite("The breaker's states, each with each event") struct CircuitBreakerStateMachineTests {
  typealias Machine = CircuitBreakerStateMachine

  private static let settings = Machine.Settings(
    threshold: 2, openFor: .seconds(10), probeTimeout: .seconds(30))

  private func at(_ seconds: Int) -> MonotonicInstant {
    MonotonicInstant(offset: .seconds(seconds))
  }

  /// Brings a machine into one of its states, at time 0 (closed, open) or 10 (half open).
  private func machine(in name: String) -> Machine {
    var machine = Machine(settings: Self.settings)
    if name == "failed once" { machine.record(.failure, generation: 0, now: at(0)) }
    if name == "open" || name == "half open" {
      machine.record(.failure, generation: 0, now: at(0))
      machine.record(.failure, generation: 0, now: at(0))
    }
    if name == "half open" { _ = machine.admit(now: at(10)) }
    return machine
  }

  @Test(
    "each state takes each outcome of its own generation to the state of the table",
    arguments: [
      ("closed", Machine.Outcome.success, "closed 0"), ("closed", .failure, "closed 1"),
      ("closed", .abandoned, "closed 0"), ("failed once", .success, "closed 0"),
      ("failed once", .failure, "open 20"), ("failed once", .abandoned, "closed 1"),
      ("open", .success, "open 10"), ("open", .failure, "open 10"),
      ("open", .abandoned, "open 10"), ("half open", .success, "closed 0"),
      ("half open", .failure, "open 20"), ("half open", .abandoned, "open 10"),
    ])
  func outcomes(start: String, outcome: Machine.Outcome, end: String) {
    var machine = machine(in: start)
    machine.record(outcome, generation: machine.generation, now: at(10))
    #expect(name(machine.state) == end)
  }

  @Test(
    "no state hears a report of another generation",
    arguments: ["closed", "failed once", "open", "half open"])
  func stale(start: String) {
    for outcome in Machine.Outcome.allCases {
      var machine = machine(in: start)
      let before = machine
      machine.record(outcome, generation: machine.generation &- 1, now: at(10))
      #expect(machine == before)
    }
  }

  @Test("each state admits or refuses by the clock")
  func admissions() {
    var closed = machine(in: "closed")
    #expect(closed.admit(now: at(0)) == .proceed(generation: 0))
    var open = machine(in: "open")
    #expect(open.admit(now: at(9)) == .refuse(retryAfter: .seconds(1)))
    #expect(open.admit(now: at(10)) == .proceed(generation: 2))
    #expect(name(open.state) == "half open 40")
    #expect(open.admit(now: at(39)) == .refuse(retryAfter: .seconds(1)))
    #expect(open.admit(now: at(40)) == .proceed(generation: 3))
  }

  @Test("a call that insists goes in every state: closed as any, open as the probe, then beside it")
  func insisting() {
    var closed = machine(in: "failed once")
    #expect(closed.admit(now: at(0), insisting: true) == .proceed(generation: 0))
    #expect(name(closed.state) == "closed 1")
    var open = machine(in: "open")
    #expect(open.admit(now: at(1), insisting: true) == .proceed(generation: 2))
    #expect(name(open.state) == "half open 31")
    #expect(open.admit(now: at(2)) == .refuse(retryAfter: .seconds(29)))
    #expect(open.admit(now: at(2), insisting: true) == .proceed(generation: 2))
    #expect(name(open.state) == "half open 31")
    // The first of the two to end decides.
    open.record(.failure, generation: 2, now: at(3))
    open.record(.success, generation: 2, now: at(4))
    #expect(name(open.state) == "open 13")
    var late = machine(in: "half open")
    #expect(late.admit(now: at(40), insisting: true) == .proceed(generation: 3))
    #expect(name(late.state) == "half open 70")
  }

  private func name(_ state: Machine.State) -> String {
    switch state {
    case .closed(let failures): "closed \(failures)"
    case .open(let until): "open \(until.offset.components.seconds)"
    case .halfOpen(let until): "half open \(until.offset.components.seconds)"
    }
  }
}
