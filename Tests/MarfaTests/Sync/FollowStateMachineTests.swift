import MarfaModel
import Testing

@testable import Marfa

@Suite("The follow's state machine")
struct FollowStateMachineTests {
  private static let unreachable = MarfaError.network(message: "No network.")

  @Test("an opened stream tells that the server is reachable and is read")
  func opens() {
    var machine = FollowStateMachine()
    #expect(machine.handle(.opened(at: .zero)) == [.tellReachable, .read])
    #expect(machine.state == .streaming(since: .zero))
  }

  @Test("failing to open tells the outage and waits twice as long each time, up to 30 seconds")
  func backsOff() {
    var machine = FollowStateMachine()
    var waits: [Duration] = []
    for _ in 0..<8 {
      for action in machine.handle(.failed(Self.unreachable)) {
        if case .wait(let time) = action { waits.append(time) }
      }
      #expect(machine.state == .waiting)
      #expect(machine.handle(.woke) == [.open])
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
  }

  @Test("a wait that the server asks for is a floor, held to 300 seconds")
  func waitsAsAsked() {
    var machine = FollowStateMachine()
    let busy = MarfaError.rateLimited(code: "rate_limited", message: "", retryAfterSeconds: 7)
    #expect(machine.handle(.failed(busy)).last == .wait(.seconds(7)))
    let long = MarfaError.rateLimited(code: "rate_limited", message: "", retryAfterSeconds: 9_000)
    #expect(machine.handle(.failed(long)).last == .wait(.seconds(300)))
  }

  @Test("a stream that lasted half a minute is asked for again at once, with the first wait again")
  func lastingStreamResets() {
    var machine = FollowStateMachine()
    _ = machine.handle(.failed(Self.unreachable))
    _ = machine.handle(.woke)
    _ = machine.handle(.opened(at: .seconds(5)))
    #expect(machine.handle(.broke(at: .seconds(35))) == [.open])
    #expect(machine.handle(.broke(at: .seconds(36))) == [.wait(.seconds(1))])
  }

  @Test("a stream that broke early is asked for again after the wait, with no outage told")
  func earlyBreakWaits() {
    var machine = FollowStateMachine()
    _ = machine.handle(.opened(at: .zero))
    #expect(machine.handle(.broke(at: .seconds(3))) == [.wait(.seconds(1))])
    _ = machine.handle(.woke)
    _ = machine.handle(.opened(at: .seconds(4)))
    #expect(machine.handle(.broke(at: .seconds(5))) == [.wait(.seconds(2))])
  }

  @Test("a stream that needs the catalog is asked for again without a wait")
  func catalogReopensAtOnce() {
    var machine = FollowStateMachine()
    _ = machine.handle(.opened(at: .zero))
    #expect(machine.handle(.needsCatalog) == [.open])
  }

  @Test("an unfinished stream is asked for again after the wait, with no outage told")
  func incompleteWaits() {
    var machine = FollowStateMachine()
    _ = machine.handle(.opened(at: .zero))
    let error = MarfaError.streamIncomplete(reason: "server_stopping", message: "")
    #expect(machine.handle(.failed(error)) == [.wait(.seconds(1))])
  }

  @Test("a copy that holds nothing to follow rests without a word")
  func rests() {
    for error in [MarfaError.noCursor(message: ""), .hydrationIncomplete(message: "")] {
      var machine = FollowStateMachine()
      #expect(machine.handle(.failed(error)) == [.rest])
      #expect(machine.state == .ended)
    }
  }

  @Test(
    "whatever does not pass by itself ends the follow with its error",
    arguments: [
      MarfaError.unauthorized(code: "unauthorized", message: ""),
      .forbidden(code: "forbidden", message: ""),
      .copyExpired(reason: "catchup_too_old", message: ""),
      .contractMismatch(served: "1", expected: 0, status: 200, writeSent: false, message: ""),
      .decoding(message: ""), .storageFull(message: ""),
    ])
  func stops(_ error: MarfaError) {
    var machine = FollowStateMachine()
    #expect(machine.handle(.failed(error)) == [.stop(error)])
    for late in Self.everyEvent { #expect(machine.handle(late).isEmpty) }
  }

  @Test("from every state, every event leaves a state with a way on or an end")
  func isTotal() {
    for prepare in [[], [.opened(at: .zero)], [.failed(Self.unreachable)]] as [[Event]] {
      for event in Self.everyEvent {
        var machine = FollowStateMachine()
        for step in prepare { _ = machine.handle(step) }
        let actions = machine.handle(event)
        switch machine.state {
        case .waiting:
          // A waiting state always has a timed way out.
          #expect(
            actions.contains {
              if case .wait(let time) = $0 { time > .zero } else { false }
            })
        case .opening: #expect(actions.contains(.open))
        case .streaming: #expect(actions.contains(.read))
        case .ended: break
        }
      }
    }
  }

  private typealias Event = FollowStateMachine.Event

  private static let everyEvent: [Event] = [
    .opened(at: .seconds(1)), .failed(unreachable),
    .failed(.unauthorized(code: "unauthorized", message: "")), .broke(at: .seconds(2)),
    .needsCatalog, .refused(.decoding(message: "")), .woke,
  ]
}
