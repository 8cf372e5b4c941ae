import Testing

@testable import MarfaHTTP

@Suite("The stream's machine")
struct StreamStateMachineTests {
  typealias Machine = StreamStateMachine

  private func read(_ machine: inout Machine, _ count: Int = 100) -> Machine.ReadAction {
    var buffer = [UInt8](repeating: 0, count: count)
    return buffer.withUnsafeMutableBytes { machine.read(into: $0) }
  }

  /// A machine in each of its states, with `waiting` unread bytes where the state allows it.
  private func machine(
    _ state: Machine.State, length: Int? = nil, limit: Int = 10
  ) -> Machine {
    var machine = Machine(length: length, limit: limit)
    switch state {
    case .flowing: break
    case .suspended: _ = read(&machine)
    case .gone: machine.connectionEnded()
    }
    #expect(machine.state == state)
    return machine
  }

  @Test("a write resumes a suspended connection and no other")
  func write() throws {
    var flowing = machine(.flowing)
    #expect(try flowing.write([1]) == false)
    var suspended = machine(.suspended)
    #expect(try suspended.write([1]) == true)
    #expect(suspended.state == .flowing)
    #expect(try suspended.write([1]) == false)
    var gone = machine(.gone)
    #expect(throws: HTTPStreamError.clientGone) { try gone.write([1]) }
  }

  @Test("an empty stream suspends, and ends only after its bytes")
  func reading() throws {
    var machine = machine(.flowing)
    #expect(read(&machine) == .suspend)
    #expect(machine.state == .suspended)
    _ = try machine.write([1, 2, 3])
    #expect(machine.finish() == false)
    #expect(read(&machine, 2) == .send(2))
    #expect(read(&machine, 2) == .send(1))
    #expect(read(&machine, 2) == .endBody)
  }

  @Test("a read that comes while suspended flows again instead of suspending twice")
  func readWhileSuspended() {
    var machine = machine(.suspended)
    #expect(machine.finish() == true)
    #expect(machine.state == .flowing)
    #expect(read(&machine) == .endBody)
  }

  @Test("finishing in each state resumes only what is suspended; afterwards writes throw")
  func finish() {
    for (state, resumes) in [(Machine.State.flowing, false), (.suspended, true)] {
      var machine = machine(state)
      #expect(machine.finish() == resumes)
      #expect(machine.ending == .complete)
      #expect(machine.finish() == false)
      #expect(machine.fail() == false)
      #expect(throws: HTTPStreamError.finished) { try machine.write([1]) }
    }
    var gone = machine(.gone)
    #expect(gone.finish() == false)
    #expect(read(&gone) == .cutConnection)
  }

  @Test("failing drops what waits and cuts")
  func fail() throws {
    var flowing = machine(.flowing)
    _ = try flowing.write([1])
    #expect(flowing.fail() == false)
    #expect(flowing.backlogBytes == 0)
    #expect(read(&flowing) == .cutConnection)
    var suspended = machine(.suspended)
    #expect(suspended.fail() == true)
    #expect(read(&suspended) == .cutConnection)
    var gone = machine(.gone)
    #expect(gone.fail() == false)
  }

  @Test("aborting in each state resumes only what is suspended, once, and cuts")
  func abort() throws {
    for (state, resumes) in [(Machine.State.flowing, false), (.suspended, true), (.gone, false)] {
      var machine = machine(state)
      #expect(machine.abort() == resumes)
      #expect(machine.abort() == false)
      #expect(machine.state == .gone)
      #expect(read(&machine) == .cutConnection)
      #expect(throws: HTTPStreamError.clientGone) { try machine.write([1]) }
    }
  }

  @Test("the backlog counts unread bytes and is over its limit above it, not at it")
  func backlog() throws {
    var machine = machine(.flowing, limit: 4)
    _ = try machine.write([1, 2, 3, 4])
    #expect(!machine.isOverLimit)
    _ = try machine.write([5])
    #expect(machine.isOverLimit)
    #expect(read(&machine, 1) == .send(1))
    #expect(!machine.isOverLimit)
    #expect(machine.backlogBytes == 4)
    machine.connectionEnded()
    #expect(machine.backlogBytes == 0)
  }

  @Test("an announced length is neither exceeded nor silently missed")
  func length() throws {
    var exact = machine(.flowing, length: 3)
    _ = try exact.write([1, 2])
    #expect(throws: HTTPStreamError.lengthExceeded) { try exact.write([3, 4]) }
    _ = try exact.write([3])
    _ = exact.finish()
    #expect(exact.ending == .complete)
    // A client that has read all of it and left doesn't change the error.
    exact.connectionEnded()
    #expect(throws: HTTPStreamError.finished) { try exact.write([4]) }
    var open = machine(.flowing, length: 3)
    _ = try open.write([1, 2, 3])
    open.connectionEnded()
    #expect(throws: HTTPStreamError.lengthExceeded) { try open.write([4]) }
    var short = machine(.flowing, length: 3)
    _ = try short.write([1])
    _ = short.finish()
    #expect(read(&short) == .send(1))
    #expect(read(&short) == .cutConnection)
  }
}
