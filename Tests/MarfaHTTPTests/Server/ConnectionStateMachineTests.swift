import Testing

@testable import MarfaHTTP

@Suite("The connection's machine")
struct ConnectionStateMachineTests {
  typealias Machine = ConnectionStateMachine
  typealias Look = ConnectionStateMachine.Look

  private let patience = Machine.Patience(head: 8, idle: 16, bodyBytes: 10, stalled: 2)
  private let phases: [Machine.Phase] = [
    .awaitingHead(isFirst: true), .awaitingHead(isFirst: false), .readingHead, .readingBody, .busy,
    .closed,
  ]

  /// A machine that has just come into a phase.
  private func machine(_ phase: Machine.Phase) -> Machine {
    var machine = Machine()
    switch phase {
    case .awaitingHead(isFirst: true): break
    case .awaitingHead(isFirst: false): machine.requestEnded()
    case .readingHead: machine.requestLine()
    case .readingBody: _ = machine.headComplete()
    case .busy: machine.bodyComplete()
    case .closed: machine.closed()
    }
    #expect(machine.phase == phase)
    return machine
  }

  /// The verdicts of so many ticks that find the same.
  private func verdicts(
    _ machine: inout Machine, _ count: Int, _ look: Look = Look()
  ) -> [Machine.Verdict] {
    (0..<count).map { _ in machine.tick(look, patience) }
  }

  @Test("a head may take its time from the first moment on, however it is sent")
  func head() {
    for phase in [Machine.Phase.awaitingHead(isFirst: true), .readingHead] {
      var machine = machine(phase)
      #expect(verdicts(&machine, 8).allSatisfy { $0 == .keep })
      #expect(verdicts(&machine, 1, Look(input: .bytes)) == [.cut])
    }
  }

  @Test("a kept connection may idle for both times together, then ends")
  func keptConnection() {
    var machine = machine(.awaitingHead(isFirst: false))
    #expect(verdicts(&machine, 8 + 16).allSatisfy { $0 == .keep })
    #expect(verdicts(&machine, 1, Look()) == [.cut])
    // Each request begins the time anew.
    machine.requestLine()
    machine.requestEnded()
    #expect(verdicts(&machine, 8 + 16).allSatisfy { $0 == .keep })
  }

  @Test("a body may pause for the idle time, and has to keep up its rate once it took long")
  func body() {
    var pausing = machine(.readingBody)
    pausing.bodyArrived(10_000)
    #expect(verdicts(&pausing, 16).allSatisfy { $0 == .keep })
    #expect(verdicts(&pausing, 1, Look()) == [.cut])
    var slow = machine(.readingBody)
    for _ in 0..<8 {
      slow.bodyArrived(1)
      #expect(verdicts(&slow, 1, Look()) == [.keep])
    }
    #expect(verdicts(&slow, 1, Look()) == [.cut])
    var steady = machine(.readingBody)
    for _ in 0..<100 {
      steady.bodyArrived(10)
      #expect(verdicts(&steady, 1, Look()) == [.keep])
    }
    var left = machine(.readingBody)
    #expect(verdicts(&left, 1, Look(input: .end)) == [.cut])
  }

  @Test("a request at work has all the time it wants, until its client leaves")
  func work() {
    var machine = machine(.busy)
    #expect(verdicts(&machine, 1_000).allSatisfy { $0 == .keep })
    #expect(verdicts(&machine, 1, Look(input: .end)) == [.abandon])
    var closed = self.machine(.closed)
    #expect(verdicts(&closed, 1_000, Look(input: .end)).allSatisfy { $0 == .keep })
  }

  @Test("a stop cuts a body and an answer whose client moves nothing, after its patience")
  func stalled() {
    for (phase, isAnswering) in [(Machine.Phase.readingBody, false), (.busy, true)] {
      var machine = machine(phase)
      let look = Look(moved: 70, hasUntaken: true, isAnswering: isAnswering, isStopping: true)
      #expect(verdicts(&machine, 3, look) == [.keep, .keep, .cut])
    }
  }

  @Test("a stop cuts no client that moves, however slowly, and nothing that the server owes")
  func moving() {
    var moved: UInt64 = 0
    for phase in [Machine.Phase.readingBody, .busy] {
      var machine = machine(phase)
      for round in 0..<15 {
        moved += round % 2 == 0 ? 1 : 0
        machine.bodyArrived(10)
        let look = Look(moved: moved, hasUntaken: true, isAnswering: true, isStopping: true)
        #expect(verdicts(&machine, 1, look) == [.keep])
      }
    }
    let quiet = [
      // A handler that is at work, and a stream with nothing to say.
      Look(moved: 1, hasUntaken: true, isStopping: true),
      Look(moved: 1, isAnswering: true, isStopping: true),
      // A system that doesn't tell, and a server that isn't stopping.
      Look(hasUntaken: true, isAnswering: true, isStopping: true),
      Look(moved: 1, hasUntaken: true, isAnswering: true),
    ]
    for look in quiet {
      var machine = machine(.busy)
      #expect(verdicts(&machine, 100, look).allSatisfy { $0 == .keep })
    }
  }

  @Test("only a connection without a request can be retired, and then starts none")
  func retiring() {
    for phase in phases {
      var machine = machine(phase)
      let isBusy = phase == .readingBody || phase == .busy
      #expect(machine.isBusy == isBusy)
      let retires = machine.retire()
      #expect(retires == !isBusy)
      #expect(machine.isRetired == !isBusy)
      let mayStart = machine.headComplete()
      #expect(mayStart == isBusy)
      machine.abort()
      let mayStartLater = machine.headComplete()
      #expect(!mayStartLater)
    }
  }
}
