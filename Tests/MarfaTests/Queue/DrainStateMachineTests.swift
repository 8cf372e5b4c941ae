import MarfaModel
import Testing

@testable import Marfa

@Suite("One pass over the queue, as a machine")
struct DrainStateMachineTests {
  typealias Machine = DrainStateMachine

  private static func entry(_ id: String, _ verdict: Verdict? = .accepted) -> DrainVerdict {
    DrainVerdict(id: id, kind: .updateItem, itemId: Fixture.itemId, verdict: verdict)
  }

  private static let taken = AnswerClass.taken(
    .init(standing: .accepted, row: .plain, acknowledged: false))

  /// Drives a machine through events and answers every action.
  private static func run(_ events: [Machine.Event]) -> (Machine, [Machine.Action]) {
    var machine = Machine(origin: "https://server.example")
    let actions = events.map { machine.handle($0) }
    return (machine, actions)
  }

  private static let begun: [Machine.Event] = [.start, .prepared(readsOwed: false)]

  private static func ready(_ id: String) -> Machine.Event {
    .next(.init(id: id, readiness: .ready))
  }

  @Test("an empty queue asks the server nothing")
  func empty() {
    let (_, actions) = Self.run(Self.begun + [.next(nil)])
    #expect(actions == [.prepare, .nextWrite, .finish(DrainReport())])
  }

  @Test("a write is marked before it is sent, and settled before the next one is looked at")
  func oneWrite() {
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(Self.taken, replayed: true, retryAfter: nil),
        .settled(.init(entry: Self.entry("a"))), .next(nil),
      ])
    #expect(
      actions == [
        .prepare, .nextWrite, .confirmInstance, .mark("a"), .send("a"),
        .settle("a", Self.taken, replayed: true), .nextWrite,
        .finish(DrainReport(answered: 1, verdicts: [Self.entry("a")])),
      ])
  }

  @Test("the server is asked who it is once a pass, before the first send")
  func confirmsOnce() {
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(Self.taken, replayed: false, retryAfter: nil),
        .settled(.init(entry: Self.entry("a"))), Self.ready("b"),
      ])
    #expect(actions.last == .mark("b"))
  }

  @Test("a held write is counted and marked, and no server is asked for it")
  func held() {
    let (machine, actions) = Self.run(
      Self.begun + [.next(.init(id: "a", readiness: .held(for: "z"))), .held, .next(nil)])
    #expect(actions.dropFirst(2) == [.hold("a"), .nextWrite, .finish(DrainReport(held: 1))])
    #expect(machine.report.verdicts.isEmpty)
  }

  @Test("an unsent refusal is counted and read back")
  func unsent() {
    let read = OwedRead(subject: .item(Fixture.itemId))
    let (_, actions) = Self.run(
      Self.begun + [
        .next(.init(id: "a", readiness: .refused(reason: "No."))), .instance(.confirmed),
        .settled(.init(entry: Self.entry("a", .dead), reads: [read])),
        .read(.done(settled: [], changed: nil)), .next(nil),
      ])
    #expect(
      actions.dropFirst(2) == [
        .confirmInstance, .refuse("a", reason: "No."), .read(read), .nextWrite,
        .finish(DrainReport(unsent: 1, verdicts: [Self.entry("a", .dead)])),
      ])
  }

  @Test("the first environmental failure ends the sending and counts the rest")
  func unavailable() {
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(.unavailable(why: "Gone."), replayed: false, retryAfter: .seconds(7)),
        .settled(.init(entry: Self.entry("a", nil))), .counted(held: 2, undelivered: 3),
      ])
    #expect(
      actions.last
        == .finish(
          DrainReport(
            held: 2, undelivered: 4, unavailable: "Gone.", verdicts: [Self.entry("a", nil)],
            retryAfterSeconds: 7)))
  }

  @Test("a server that can't be asked who it is gets nothing")
  func unconfirmed() {
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.unavailable(why: "Gone.", retryAfter: .milliseconds(1500))),
        .counted(held: 0, undelivered: 1),
      ])
    #expect(
      actions.dropFirst(2) == [
        .confirmInstance, .countRest,
        .finish(DrainReport(undelivered: 2, unavailable: "Gone.", retryAfterSeconds: 2)),
      ])
  }

  @Test("another instance ends the drain before anything is sent")
  func otherInstance() {
    let error = MarfaError.copyExpired(reason: "instance_changed", message: "")
    let (_, actions) = Self.run(Self.begun + [Self.ready("a"), .instance(.failed(error))])
    #expect(actions.last == .fail(error))
  }

  @Test("owed reads come first, and a failing connection there sends nothing")
  func owedFirst() {
    let read = OwedRead(subject: .item(Fixture.itemId))
    let start: [Machine.Event] = [
      .start, .prepared(readsOwed: true), .instance(.confirmed), .owed(read),
    ]
    let (_, good) = Self.run(
      start + [.read(.owed), .owed(read), .read(.done(settled: [], changed: nil)), .owed(nil)])
    #expect(
      good == [
        .prepare, .confirmInstance, .nextOwedRead, .read(read), .nextOwedRead, .read(read),
        .nextOwedRead, .nextWrite,
      ])
    let (_, bad) = Self.run(
      start + [
        .read(.unavailable(why: "Gone.", retryAfter: nil)), .counted(held: 0, undelivered: 5),
      ])
    #expect(bad.last == .finish(DrainReport(undelivered: 5, unavailable: "Gone.")))
  }

  @Test("a failing read behind a refusal ends the sending, and the refusal stays counted")
  func failingReadBack() {
    let read = OwedRead(subject: .item(Fixture.itemId))
    let refused = Self.entry("a", .refused(Refusal(reason: "x")))
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(.refused(reason: "x"), replayed: false, retryAfter: nil),
        .settled(.init(entry: refused, reads: [read])),
        .read(.unavailable(why: "Gone.", retryAfter: nil)), .counted(held: 0, undelivered: 0),
      ])
    #expect(
      actions.last
        == .finish(DrainReport(answered: 1, unavailable: "Gone.", verdicts: [refused])))
  }

  @Test("a refused key stops the pass, at a write and at a read")
  func keyRefused() {
    let blocked = Self.entry("a", .blocked(reason: .credentialRefused))
    let (atWrite, first) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(.keyRefused, replayed: false, retryAfter: nil),
        .settled(.init(entry: blocked, parked: 4)),
      ])
    #expect(first.last == .finish(atWrite.report))
    #expect(atWrite.report.stopped?.contains("4 writes wait") == true)
    #expect(atWrite.report.answered == 1)
    let (atRead, second) = Self.run([
      .start, .prepared(readsOwed: true), .instance(.confirmed),
      .owed(OwedRead(subject: .item("i"))), .read(.keyRefused), .parked(1),
    ])
    #expect(second.suffix(2) == [.park, .finish(atRead.report)])
    #expect(atRead.report.stopped?.contains("1 write waits") == true)
  }

  @Test("another contract and a redirect end the drain, with the write sent and without verdict")
  func endings() {
    let sent: [Machine.Event] = Self.begun + [Self.ready("a"), .instance(.confirmed), .marked()]
    let (_, mismatch) = Self.run(
      sent + [
        .answered(.otherContract(served: "3", status: 200), replayed: false, retryAfter: nil)
      ])
    guard case .fail(.contractMismatch("3", 0, 200, true, _)) = mismatch.last else {
      Issue.record("should be a mismatch, is \(String(describing: mismatch.last))")
      return
    }
    let (_, redirect) = Self.run(
      sent + [
        .answered(.redirected(status: 301, location: "x"), replayed: false, retryAfter: nil)
      ])
    #expect(
      redirect.last
        == .fail(
          .redirected(
            origin: "https://server.example", status: 301, location: "x", message: "")))
    let gone = MarfaError.signedOut(origin: "o", message: "")
    let (_, ended) = Self.run(sent + [.answered(.ended(gone), replayed: false, retryAfter: nil)])
    #expect(ended.last == .fail(gone))
  }

  @Test("each class of answer is in exactly one count")
  func counts() {
    let classes: [(AnswerClass, WritableKeyPath<DrainReport, UInt64>)] = [
      (Self.taken, \.answered), (.counted(why: ""), \.answered),
      (.blocked(.keySpent), \.answered), (.refused(reason: "x"), \.answered),
      (.landed(on: "o", reason: "x"), \.answered), (.binned, \.answered),
      (.unclaimed(source: "s"), \.answered), (.keyRefused, \.answered),
      (.unmade(why: ""), \.unmade), (.bytesGone(hash: "h"), \.unsent),
      (.undeliverable(why: ""), \.undelivered), (.unavailable(why: "w"), \.undelivered),
    ]
    for (answer, count) in classes {
      let (machine, _) = Self.run(
        Self.begun + [
          Self.ready("a"), .instance(.confirmed), .marked(),
          .answered(answer, replayed: false, retryAfter: nil),
          .settled(.init(entry: Self.entry("a"))),
        ])
      var report = machine.report
      #expect(report[keyPath: count] == 1)
      report[keyPath: count] = 0
      let rest =
        report.answered + report.held + report.undelivered + report.unsent + report.unmade
      #expect(rest == 0)
    }
  }

  @Test("bytes that can't be read now do not end the pass")
  func unreadableBytes() {
    let (_, actions) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(.undeliverable(why: "Locked."), replayed: false, retryAfter: nil),
        .settled(.init(entry: Self.entry("a", nil))),
      ])
    #expect(actions.last == .nextWrite)
  }

  @Test("unclaimed sources are told once each")
  func unclaimed() {
    var events = Self.begun + [Self.ready("a"), .instance(.confirmed)]
    for (id, source) in [("a", "x"), ("b", "y"), ("c", "x")] {
      if id != "a" { events.append(Self.ready(id)) }
      events += [
        .marked(), .answered(.unclaimed(source: source), replayed: false, retryAfter: nil),
        .settled(.init(entry: Self.entry(id))),
      ]
    }
    #expect(Self.run(events).0.report.unclaimedSources == ["x", "y"])
  }

  @Test("the longest wait is told, from every answer, at most 300 seconds")
  func waits() {
    var events = Self.begun + [Self.ready("a"), .instance(.confirmed)]
    for (id, wait) in [("a", Duration.seconds(20)), ("b", .seconds(900)), ("c", .seconds(-5))] {
      if id != "a" { events.append(Self.ready(id)) }
      events += [
        .marked(), .answered(Self.taken, replayed: false, retryAfter: wait),
        .settled(.init(entry: Self.entry(id))),
      ]
    }
    #expect(Self.run(events).0.report.retryAfterSeconds == 300)
  }

  @Test("a store that fails while an answer is taken counts against that write")
  func storeFails() {
    let sent: [Machine.Event] =
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(Self.taken, replayed: false, retryAfter: nil),
      ]
    let store = MarfaError.store(message: "Locked.")
    let (_, counted) = Self.run(
      sent + [.failed(store), .settled(.init(entry: Self.entry("a", nil)))])
    #expect(
      counted.suffix(2) == [.settle("a", .counted(why: "Locked."), replayed: false), .nextWrite])
    let (_, twice) = Self.run(sent + [.failed(store), .failed(store)])
    #expect(twice.last == .fail(store))
    let full = MarfaError.storageFull(message: "")
    #expect(Self.run(sent + [.failed(full)]).1.last == .fail(full))
  }

  @Test("a landing names the row it moved onto, and counts what it refused")
  func landing() {
    let read = OwedRead(subject: .item("target"), landing: "a")
    var moved = Self.entry("a", .refused(Refusal(reason: "version_conflict")))
    let before = moved
    moved.itemId = "target"
    let other = Self.entry("b", .refused(Refusal(reason: "gone")))
    let (machine, _) = Self.run(
      Self.begun + [
        Self.ready("a"), .instance(.confirmed), .marked(),
        .answered(.landed(on: "target", reason: "x"), replayed: false, retryAfter: nil),
        .settled(.init(entry: before, reads: [read])),
        .read(.done(settled: [other], changed: moved)),
      ])
    #expect(machine.report.verdicts == [moved, other])
    #expect(machine.report.unsent == 1)
    #expect(machine.report.answered == 1)
  }

  // MARK: - Every state and event

  /// Events that lead to each phase.
  private static let phases: [(String, [Machine.Event])] = {
    let read = OwedRead(subject: .item("i"))
    let sending: [Machine.Event] = begun + [ready("a"), .instance(.confirmed), .marked()]
    let settling = sending + [.answered(.refused(reason: "x"), replayed: false, retryAfter: nil)]
    return [
      ("idle", []), ("preparing", [.start]),
      ("confirmingForReads", [.start, .prepared(readsOwed: true)]),
      ("choosingRead", [.start, .prepared(readsOwed: true), .instance(.confirmed)]),
      ("readingOwed", [.start, .prepared(readsOwed: true), .instance(.confirmed), .owed(read)]),
      ("choosingWrite", begun),
      ("holding", begun + [.next(.init(id: "a", readiness: .held(for: "z")))]),
      ("confirming", begun + [ready("a")]),
      (
        "refusing",
        begun + [.next(.init(id: "a", readiness: .refused(reason: ""))), .instance(.confirmed)]
      ), ("marking", begun + [ready("a"), .instance(.confirmed)]), ("sending", sending),
      ("settling", settling),
      ("readingBack", settling + [.settled(.init(entry: entry("a"), reads: [read]))]),
      (
        "parking",
        [
          .start, .prepared(readsOwed: true), .instance(.confirmed), .owed(read),
          .read(.keyRefused),
        ]
      ),
      (
        "countingRest",
        begun + [ready("a"), .instance(.unavailable(why: "Gone.", retryAfter: nil))]
      ), ("over", begun + [.next(nil)]),
    ]
  }()

  private static let events: [(String, Machine.Event, Set<String>)] = [
    ("start", .start, ["idle"]), ("prepared", .prepared(readsOwed: false), ["preparing"]),
    ("instance", .instance(.confirmed), ["confirmingForReads", "confirming"]),
    ("owed", .owed(nil), ["choosingRead"]),
    ("read", .read(.owed), ["readingOwed", "readingBack"]),
    ("next", .next(nil), ["choosingWrite"]), ("held", .held, ["holding"]),
    ("marked", .marked(), ["marking"]),
    ("answered", .answered(taken, replayed: false, retryAfter: nil), ["sending"]),
    ("settled", .settled(.init(entry: entry("a"))), ["refusing", "settling"]),
    ("parked", .parked(1), ["parking"]),
    ("counted", .counted(held: 0, undelivered: 0), ["countingRest"]),
  ]

  @Test("in every state an event that belongs elsewhere changes nothing")
  func walk() {
    for (phase, way) in Self.phases {
      for (name, event, places) in Self.events {
        var (machine, _) = Self.run(way)
        let before = machine
        let action = machine.handle(event)
        if places.contains(phase) {
          #expect(action != .nothing, "\(name) in \(phase)")
        } else {
          #expect(action == .nothing, "\(name) in \(phase)")
          #expect(machine.phase == before.phase && machine.report == before.report)
        }
      }
    }
  }

  @Test("a failing store ends the pass in every state but the last")
  func failsAnywhere() {
    let error = MarfaError.storageFull(message: "")
    for (phase, way) in Self.phases {
      var (machine, _) = Self.run(way)
      #expect(machine.handle(.failed(error)) == (phase == "over" ? .nothing : .fail(error)))
    }
  }

  @Test("a stop in any state ends the pass with canceled, once what is out is settled")
  func stopsAnywhere() {
    for (phase, way) in Self.phases where phase != "over" {
      var (machine, _) = Self.run(way)
      #expect(machine.handle(.stopRequested) == .nothing)
      var event = Self.events.first { $0.2.contains(phase) }?.1
      var sends = 0
      for _ in 0..<6 {
        guard let next = event else { break }
        switch machine.handle(next) {
        case .fail(let error):
          #expect(error.code() == "canceled")
          event = nil
        case .send:
          sends += 1
          event = .answered(Self.taken, replayed: false, retryAfter: nil)
        case .settle: event = .settled(.init(entry: Self.entry("a")))
        case .finish:
          // A refused key is told as such, stop or not.
          event = nil
        case let other:
          Issue.record("\(other) after a stop in \(phase)")
          event = nil
        }
      }
      #expect(machine.phase == .over)
      #expect(sends == (phase == "marking" ? 1 : 0))
    }
  }
}
