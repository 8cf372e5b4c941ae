import Resilience
import Testing

@testable import MarfaTelemetry

@Suite("The outbox")
struct OutboxStateMachineTests {
  private func at(_ seconds: Int) -> MonotonicInstant {
    MonotonicInstant(offset: .seconds(seconds))
  }

  private func record(_ second: Int = 0, _ mark: Int = 0) -> LogRecord {
    LogRecord(
      event: "e", severity: Severity(number: 9, text: "INFO"),
      attributes: [(name: "mark", value: .integer(Int64(mark)))], unixMilliseconds: 1,
      arrival: at(second))
  }

  private let failure = FailureReport(kind: "k", sentence: "s", code: nil, operation: "o")

  /// An action in words, with how much a parcel holds.
  private func words(_ actions: [OutboxStateMachine.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .send(.failure, let number): "failure \(number)"
      case .send(.records(let records, let dropped), let number):
        "records \(records.count) dropped \(dropped) as \(number)"
      case .setTimer(let time, let number): "timer \(time.components.seconds) as \(number)"
      case .cancelTimer: "cancel timer"
      case .abort: "abort"
      case .flushed: "flushed"
      }
    }
  }

  @Test("the first record sets the timer, and a full batch goes at the fiftieth (R132, R133)")
  func batch() {
    var box = OutboxStateMachine()
    #expect(words(box.handle(.record(record()), now: at(0))) == ["timer 30 as 1"])
    for _ in 0..<48 { #expect(box.handle(.record(record()), now: at(1)).isEmpty) }
    #expect(
      words(box.handle(.record(record()), now: at(2))) == [
        "records 50 dropped 0 as 2", "cancel timer",
      ])
    #expect(box.waiting == 0)
  }

  @Test("records that wait thirty seconds go with all that came since (R133)")
  func linger() {
    var box = OutboxStateMachine()
    #expect(words(box.handle(.record(record(0)), now: at(0))) == ["timer 30 as 1"])
    #expect(box.handle(.record(record(20)), now: at(20)).isEmpty)
    #expect(words(box.handle(.timer(1), now: at(30))) == ["records 2 dropped 0 as 2"])
    #expect(words(box.handle(.record(record(31)), now: at(31))) == ["timer 30 as 3"])
  }

  @Test("a timer the machine no longer knows changes nothing")
  func staleTimer() {
    var box = OutboxStateMachine()
    #expect(words(box.handle(.record(record()), now: at(0))) == ["timer 30 as 1"])
    #expect(box.handle(.timer(7), now: at(30)).isEmpty)
    #expect(box.waiting == 1)
  }

  @Test("a timer that fires for records already sent is set again for those that came later")
  func timerOfTheRest() {
    var box = OutboxStateMachine()
    _ = box.handle(.record(record(0)), now: at(0))
    for _ in 0..<48 { _ = box.handle(.record(record(0)), now: at(0)) }
    _ = box.handle(.failure(failure), now: at(1))
    for _ in 0..<6 { _ = box.handle(.record(record(10)), now: at(10)) }
    // The batch leaves when the failure is through; five records of second ten stay.
    #expect(
      words(box.handle(.ended(2, delivered: true), now: at(11))) == ["records 50 dropped 0 as 3"])
    #expect(words(box.handle(.timer(1), now: at(30))) == ["timer 10 as 4"])
    _ = box.handle(.ended(3, delivered: true), now: at(31))
    #expect(words(box.handle(.timer(4), now: at(40))) == ["records 5 dropped 0 as 5"])
  }

  @Test("failures go at once and before records, one request at a time (R122)")
  func failures() {
    var box = OutboxStateMachine()
    #expect(words(box.handle(.failure(failure), now: at(0))) == ["failure 1"])
    for _ in 0..<50 { _ = box.handle(.record(record()), now: at(0)) }
    #expect(box.handle(.failure(failure), now: at(0)).isEmpty)
    #expect(words(box.handle(.ended(1, delivered: true), now: at(1))) == ["failure 3"])
    #expect(
      words(box.handle(.ended(3, delivered: false), now: at(2))) == [
        "records 50 dropped 0 as 4", "cancel timer",
      ])
  }

  @Test("beyond five hundred the oldest is dropped and the next batch says how many (R135-R137)")
  func dropping() throws {
    var box = OutboxStateMachine()
    _ = box.handle(.failure(failure), now: at(0))
    for mark in 0..<507 { _ = box.handle(.record(record(0, mark)), now: at(0)) }
    #expect(box.waiting == 500)
    let actions = box.handle(.ended(1, delivered: true), now: at(1))
    guard case .send(.records(let records, let dropped), let number)? = actions.first else {
      Issue.record("no batch went")
      return
    }
    #expect(records.count == 50)
    #expect(dropped == 7)
    guard case .integer(7) = try #require(records.first).attributes[0].value else {
      Issue.record("not the oldest seven were dropped")
      return
    }
    let next = words(box.handle(.ended(number, delivered: true), now: at(2)))
    #expect(next.first?.contains("dropped 0") == true)
  }

  @Test("a count of dropped records that did not arrive is told with the next batch (R137)")
  func countIsNotLost() {
    var box = OutboxStateMachine()
    _ = box.handle(.failure(failure), now: at(0))
    for _ in 0..<503 { _ = box.handle(.record(record()), now: at(0)) }
    #expect(words(box.handle(.ended(1, delivered: true), now: at(1)))[0].contains("dropped 3"))
    #expect(words(box.handle(.ended(3, delivered: false), now: at(1)))[0].contains("dropped 3"))
    #expect(words(box.handle(.ended(4, delivered: true), now: at(1)))[0].contains("dropped 0"))
  }

  @Test("a flush sends all that waits and ends when it is out (R134)")
  func flush() {
    var box = OutboxStateMachine()
    #expect(words(box.handle(.flush, now: at(0))) == ["flushed"])
    for _ in 0..<3 { _ = box.handle(.record(record()), now: at(0)) }
    #expect(
      words(box.handle(.flush, now: at(1))) == ["records 3 dropped 0 as 2", "cancel timer"])
    #expect(words(box.handle(.record(record(1)), now: at(1))) == ["timer 30 as 3"])
    #expect(words(box.handle(.ended(2, delivered: false), now: at(2))) == ["flushed"])
    #expect(box.waiting == 1)
  }

  @Test("clearing drops all, stops the request, and ignores what that request says (R116, R117)")
  func clear() {
    var box = OutboxStateMachine()
    _ = box.handle(.failure(failure), now: at(0))
    _ = box.handle(.failure(failure), now: at(0))
    _ = box.handle(.record(record()), now: at(0))
    _ = box.handle(.flush, now: at(0))
    _ = box.handle(.record(record()), now: at(0))
    #expect(words(box.handle(.cleared, now: at(1))) == ["abort", "cancel timer", "flushed"])
    #expect(box.waiting == 0)
    #expect(box.handle(.ended(1, delivered: true), now: at(2)).isEmpty)
    #expect(box.handle(.cleared, now: at(3)).isEmpty)
    #expect(words(box.handle(.failure(failure), now: at(4))).count == 1)
  }
}
