import Testing

@testable import Marfa

@Suite("One request's states, each with each event") struct ExchangeStateMachineTests {
  typealias Machine = ExchangeStateMachine

  enum Start: String, CaseIterable {
    case waiting, open, complete, failedEarly, failedLate, cancelled
  }

  enum Event: String, CaseIterable {
    case head, bytes, finish, failure, cancel
  }

  private static let broken = TransportError.connection(.dropped)
  private let head = TransportHead(status: 200)

  private func machine(_ start: Start, _ mode: Machine.Mode) -> Machine {
    var machine = Machine(mode: mode)
    switch start {
    case .waiting: break
    case .open: _ = machine.receiveHead(head)
    case .complete:
      _ = machine.receiveHead(head)
      _ = machine.finish(nil)
    case .failedEarly: _ = machine.finish(Self.broken)
    case .failedLate:
      _ = machine.receiveHead(head)
      _ = machine.finish(Self.broken)
    case .cancelled:
      _ = machine.receiveHead(head)
      _ = machine.cancel()
    }
    return machine
  }

  private func send(_ event: Event, to machine: inout Machine) -> [Machine.Action] {
    switch event {
    case .head: machine.receiveHead(TransportHead(status: 500))
    case .bytes:
      [1, 2, 3].withUnsafeBytes { machine.receive(UnsafeRawBufferPointer(rebasing: $0[..<3])) }
    case .finish: machine.finish(nil)
    case .failure: machine.finish(.connection(.other))
    case .cancel: machine.cancel()
    }
  }

  private func name(_ state: Machine.State) -> String {
    switch state {
    case .waiting: "waiting"
    case .open(let head): "open \(head.status)"
    case .complete(let head): "complete \(head.status)"
    case .failed(let head, .cancelled): "cancelled \(head?.status ?? 0)"
    case .failed(let head, .transport(let error)): "\(error) \(head?.status ?? 0)"
    }
  }

  @Test("the end state of each event in each state is the table's", arguments: Start.allCases)
  func ends(start: Start) {
    let dropped = "\(Self.broken)"
    let other = "\(TransportError.connection(.other))"
    let expected: [String] =
      switch start {
      case .waiting: ["open 500", "waiting", "\(dropped) 0", "\(other) 0", "cancelled 0"]
      case .open: ["open 200", "open 200", "complete 200", "\(other) 200", "cancelled 200"]
      case .complete:
        ["complete 200", "complete 200", "complete 200", "complete 200", "cancelled 200"]
      case .failedEarly: Array(repeating: "\(dropped) 0", count: 5)
      case .failedLate: Array(repeating: "\(dropped) 200", count: 4) + ["cancelled 200"]
      case .cancelled: Array(repeating: "cancelled 200", count: 5)
      }
    for mode in [Machine.Mode.whole(limit: 100), .stream(highWater: 100)] {
      for (event, end) in zip(Event.allCases, expected) {
        var machine = machine(start, mode)
        _ = send(event, to: &machine)
        #expect(name(machine.state) == end, "\(start), \(event), \(mode)")
      }
    }
  }

  @Test("only what is on the wire is taken off it by a cancel", arguments: Start.allCases)
  func aborts(start: Start) {
    var machine = machine(start, .stream(highWater: 100))
    let aborts = machine.cancel().contains(.abort)
    #expect(aborts == (start == .waiting || start == .open))
    #expect(machine.isOver)
  }

  @Test("the caller of a stream is woken by the head, of a whole answer by its end")
  func wakesCaller() {
    var stream = Machine(mode: .stream(highWater: 10))
    #expect(stream.receiveHead(head) == [.wakeCaller])
    var whole = Machine(mode: .whole(limit: 10))
    #expect(whole.receiveHead(head) == [])
    #expect(send(.bytes, to: &whole) == [])
    #expect(whole.finish(nil) == [.wakeCaller, .wakeReader])
    guard case .response(let response) = whole.answer() else {
      Issue.record("no answer")
      return
    }
    #expect(response.body.count == 3)
  }

  @Test("bytes wake the reader when there were none, and wait together otherwise")
  func bytes() {
    var machine = machine(.open, .stream(highWater: 100))
    #expect(machine.read().0 == .wait)
    #expect(send(.bytes, to: &machine) == [.wakeReader])
    #expect(send(.bytes, to: &machine) == [])
    guard case (.bytes(let bytes), let actions) = machine.read() else {
      Issue.record("no bytes")
      return
    }
    #expect(bytes.count == 6)
    #expect(actions.isEmpty)
    #expect(machine.read().0 == .wait)
  }

  @Test("a full buffer holds the wire back, and reading it lets the wire flow once")
  func holdBack() {
    var machine = machine(.open, .stream(highWater: 3))
    #expect(!machine.isFull)
    _ = send(.bytes, to: &machine)
    #expect(machine.isFull)
    machine.holdBack()
    #expect(machine.read().1 == [.letFlow])
    #expect(!machine.isFull)
    _ = send(.bytes, to: &machine)
    #expect(machine.read().1 == [])
  }

  @Test("what came before a break is read before the break is told; a cancel drops it")
  func restAfterEnd() {
    var broken = machine(.open, .stream(highWater: 100))
    _ = send(.bytes, to: &broken)
    _ = broken.finish(Self.broken)
    guard case (.bytes, _) = broken.read() else {
      Issue.record("bytes were lost")
      return
    }
    #expect(broken.read().0 == .failed(.transport(Self.broken)))

    var cancelled = machine(.open, .stream(highWater: 100))
    _ = send(.bytes, to: &cancelled)
    _ = cancelled.cancel()
    #expect(cancelled.read().0 == .failed(.cancelled))
  }

  @Test(
    "a whole body beyond its limit fails and is taken off the wire, a negative limit takes none")
  func limit() {
    for limit in [2, 0, -1, Int.min] {
      var machine = machine(.open, .whole(limit: limit))
      #expect(send(.bytes, to: &machine) == [.wakeCaller, .wakeReader, .abort])
      #expect(machine.buffer.isEmpty)
      guard case .failed(.transport(.connection(.tooLarge))) = machine.answer() else {
        Issue.record("not refused")
        continue
      }
    }
    var fits = machine(.open, .whole(limit: 3))
    #expect(send(.bytes, to: &fits) == [])
  }
}
