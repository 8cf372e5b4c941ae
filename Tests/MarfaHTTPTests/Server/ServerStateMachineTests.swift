import Testing

@testable import MarfaHTTP

@Suite("The server's machine")
struct ServerStateMachineTests {
  typealias Machine = ServerStateMachine

  private static let states: [Machine.State] = [.idle, .running, .draining, .closing, .stopped]

  private func machine(_ state: Machine.State, maxConnections: Int = 2) -> Machine {
    var machine = Machine(maxConnections: maxConnections)
    if state == .idle { return machine }
    _ = machine.start()
    if state == .running { return machine }
    _ = machine.stop()
    if state == .draining { return machine }
    machine.drainingEnded()
    if state == .closing { return machine }
    machine.stopped()
    #expect(machine.state == state)
    return machine
  }

  @Test("a server starts once")
  func start() {
    for state in Self.states {
      var machine = machine(state)
      #expect(machine.start() == (state == .idle), "\(state)")
    }
    var failed = machine(.running)
    failed.startFailed()
    #expect(failed.state == .stopped)
    #expect(failed.start() == false)
  }

  @Test("the first stop drains, others wait for it, and without a run there is nothing to stop")
  func stop() {
    let expected: [Machine.State: Machine.StopAction] = [
      .idle: .nothing, .running: .drain, .draining: .waitForOther, .closing: .waitForOther,
      .stopped: .nothing,
    ]
    for state in Self.states {
      var machine = machine(state)
      #expect(machine.stop() == expected[state], "\(state)")
      #expect(machine.start() == false)
    }
  }

  @Test("connections are admitted while running and draining, up to the bound")
  func admit() {
    for state in Self.states {
      var machine = machine(state)
      let open = state == .running || state == .draining
      #expect(machine.admit() == open, "\(state)")
      #expect(machine.admit() == open, "\(state)")
      #expect(machine.admit() == false, "\(state)")
      #expect(machine.isAcceptingPaused == open, "\(state)")
    }
  }

  @Test("a connection's end lets a paused acceptor go on, once")
  func resume() {
    var machine = machine(.running)
    _ = machine.admit()
    _ = machine.admit()
    #expect(machine.resumeAccepting() == false)
    _ = machine.admit()
    #expect(machine.resumeAccepting() == false)
    #expect(machine.connectionEnded() == true)
    #expect(machine.connectionEnded() == false)
    machine.acceptingPaused()
    #expect(machine.resumeAccepting() == true)
  }

  @Test("the count of connections follows admissions and ends")
  func count() {
    var machine = machine(.running)
    _ = machine.admit()
    _ = machine.admit()
    _ = machine.admit()
    #expect(machine.connections == 2)
    _ = machine.connectionEnded()
    #expect(machine.connections == 1)
  }
}
