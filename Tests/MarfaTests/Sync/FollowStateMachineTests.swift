import MarfaModel
import Testing

@testable import Marfa

@Suite("The follow's state machine")
struct FollowStateMachineTests {
  private static let unreachable = MarfaError.network(message: "No network.")
  private typealias Machine = FollowStateMachine

  private static func failed(
    _ error: MarfaError = unreachable, restraint: Duration = .zero, at time: Duration = .zero
  ) -> Machine.Event {
    .failed(error, restraint: restraint, at: time)
  }

  private static func wait(in actions: [Machine.Action]) -> Duration? {
    actions.compactMap { if case .wait(let time) = $0 { time } else { nil } }.first
  }

  @Test("an opened stream tells that the server is reachable and is read")
  func opens() {
    var machine = Machine(seed: 1)
    #expect(machine.handle(.opened(at: .zero)) == [.tellReachable, .read])
    #expect(machine.state == .streaming(since: .zero))
  }

  @Test(
    "failing to open waits twice as long each time, up to 30 seconds, and up to half as much more")
  func backsOff() {
    var machine = Machine(seed: 2)
    for seconds in [1, 2, 4, 8, 16, 30, 30, 30] {
      #expect(machine.waitsLongest == (seconds == 30))
      let actions = machine.handle(Self.failed())
      #expect(actions.first == .tellUnreachable(Self.unreachable))
      let wait = Self.wait(in: actions) ?? .zero
      #expect(wait >= .seconds(seconds) && wait <= .seconds(seconds) * 3 / 2)
      #expect(machine.state == .waiting)
      #expect(machine.handle(.woke) == [.open])
    }
  }

  @Test(
    "a wait that the server asks for is a floor, in the error or beside it, held to 300 seconds",
    arguments: [(7, 7), (9_000, 300)])
  func waitsAsAsked(_ asked: Int64, _ floor: Int64) {
    let inError = MarfaError.rateLimited(
      code: "rate_limited", message: "", retryAfterSeconds: UInt64(asked))
    let beside = MarfaError.server(status: 503, code: "unavailable", message: "")
    for event in [Self.failed(inError), Self.failed(beside, restraint: .seconds(asked))] {
      var machine = Machine(seed: 3)
      let wait = Self.wait(in: machine.handle(event)) ?? .zero
      #expect(wait >= .seconds(floor) && wait <= .seconds(floor) * 3 / 2)
    }
  }

  @Test(
    "clients that were asked to wait 5 seconds come back spread over at least half as much more")
  func spreadsAskedWaits() {
    let busy = MarfaError.rateLimited(code: "rate_limited", message: "", retryAfterSeconds: 5)
    let waits = (0..<1_000).compactMap { seed in
      var machine = Machine(seed: UInt64(seed))
      return Self.wait(in: machine.handle(Self.failed(busy)))
    }
    #expect(waits.count == 1_000)
    #expect(waits.allSatisfy { $0 >= .seconds(5) })
    #expect(waits.min()! < .milliseconds(5_100) && waits.max()! > .milliseconds(7_400))
  }

  @Test("10,000 clients cut at once do not come back at once: no tenth of a second has 2% of them")
  func spreadsReconnects() {
    var buckets: [Int64: Int] = [:]
    for seed in 0..<10_000 {
      var machine = Machine(seed: UInt64(seed))
      _ = machine.handle(.opened(at: .zero))
      let wait = Self.wait(in: machine.handle(.broke(at: .seconds(600)))) ?? .zero
      buckets[
        wait.components.attoseconds / 100_000_000_000_000_000 + wait.components.seconds * 10,
        default: 0] += 1
    }
    #expect(buckets.values.max()! <= 200)
  }

  @Test("a stream that lasted half a minute owes no backoff, however it ended")
  func lastingStreamResets() {
    let stopping = MarfaError.streamIncomplete(reason: "server_stopping", message: "")
    for ending in [Machine.Event.broke(at: .seconds(35)), Self.failed(stopping, at: .seconds(35))] {
      var machine = Machine(seed: 4)
      for _ in 0..<4 {
        _ = machine.handle(Self.failed())
        _ = machine.handle(.woke)
      }
      _ = machine.handle(.opened(at: .seconds(5)))
      let first = Self.wait(in: machine.handle(ending)) ?? .seconds(99)
      #expect(first <= .seconds(8))
      _ = machine.handle(.woke)
      let second = Self.wait(in: machine.handle(Self.failed())) ?? .zero
      #expect(second >= .seconds(1) && second <= .milliseconds(1_500))
    }
  }

  @Test("a stream that broke early is asked for again after a growing wait, with no outage told")
  func earlyBreakWaits() {
    var machine = Machine(seed: 5)
    for seconds in [1, 2, 4] {
      _ = machine.handle(.opened(at: .zero))
      let actions = machine.handle(.broke(at: .seconds(3)))
      #expect(actions.count == 1)
      #expect((Self.wait(in: actions) ?? .zero) >= .seconds(seconds))
      _ = machine.handle(.woke)
    }
  }

  @Test("a stream that needs the catalog is asked for again without a wait")
  func catalogReopensAtOnce() {
    var machine = Machine(seed: 6)
    _ = machine.handle(.opened(at: .zero))
    #expect(machine.handle(.needsCatalog) == [.open])
  }

  @Test("an unfinished stream is asked for again after the wait, with no outage told")
  func incompleteWaits() {
    var machine = Machine(seed: 7)
    _ = machine.handle(.opened(at: .zero))
    let error = MarfaError.streamIncomplete(reason: "server_stopping", message: "")
    let actions = machine.handle(Self.failed(error, at: .seconds(1)))
    #expect(actions.count == 1 && Self.wait(in: actions) != nil)
  }

  @Test("a copy that holds nothing to follow rests without a word")
  func rests() {
    for error in [MarfaError.noCursor(message: ""), .hydrationIncomplete(message: "")] {
      var machine = Machine(seed: 8)
      #expect(machine.handle(Self.failed(error)) == [.rest])
      #expect(machine.state == .ended)
    }
  }

  @Test(
    "whatever does not pass by itself ends the follow with its error",
    arguments: [
      MarfaError.unauthorized(code: "unauthorized", message: ""),
      .forbidden(code: "forbidden", message: ""),
      .notFound(code: "not_found", message: ""),
      .copyExpired(reason: "catchup_too_old", message: ""),
      .contractMismatch(served: "1", expected: 0, status: 200, writeSent: false, message: ""),
      .decoding(message: ""), .storageFull(message: ""),
    ])
  func stops(_ error: MarfaError) {
    var machine = Machine(seed: 9)
    #expect(machine.handle(Self.failed(error)) == [.stop(error)])
    for late in Self.everyEvent { #expect(machine.handle(late).isEmpty) }
  }

  @Test("from every state, every event leaves a state with a way on or an end")
  func isTotal() {
    for prepare in [[], [.opened(at: .zero)], [Self.failed()]] as [[Machine.Event]] {
      for event in Self.everyEvent {
        var machine = Machine(seed: 10)
        for step in prepare { _ = machine.handle(step) }
        let actions = machine.handle(event)
        switch machine.state {
        case .waiting:
          // A waiting state always has a timed way out.
          #expect((Self.wait(in: actions) ?? .zero) > .zero)
        case .opening: #expect(actions.contains(.open))
        case .streaming: #expect(actions.contains(.read))
        case .ended: break
        }
      }
    }
  }

  private static let everyEvent: [Machine.Event] = [
    .opened(at: .seconds(1)), failed(),
    failed(.unauthorized(code: "unauthorized", message: ""), at: .seconds(1)),
    .broke(at: .seconds(2)), .needsCatalog, .woke,
  ]
}
