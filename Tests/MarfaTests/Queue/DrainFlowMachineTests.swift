import MarfaModel
import Testing

@testable import Marfa

@Suite("Writes that go out behind one another, as a machine")
struct DrainFlowMachineTests {
  typealias Machine = DrainStateMachine

  private static let taken = AnswerClass.taken(
    .init(standing: .accepted, row: .plain, acknowledged: false))
  private static let merged = AnswerClass.taken(
    .init(standing: .merged, row: .plain, acknowledged: false))
  private static let full = MarfaError.storageFull(message: "")
  private static let failing = MarfaError.store(message: "Locked.")

  private static func entry(_ id: String, _ verdict: Verdict? = .accepted) -> DrainVerdict {
    DrainVerdict(id: id, kind: .updateItem, itemId: Fixture.itemId, verdict: verdict)
  }

  private static func settled(_ id: String, _ verdict: Verdict? = .accepted) -> Machine.Settlement {
    .init(entry: entry(id, verdict))
  }

  private static func answer(_ id: String, _ meaning: AnswerClass = taken) -> Machine.Answer {
    .init(id: id, meaning: meaning, replayed: false)
  }

  private static func answered(_ meaning: AnswerClass = taken, isSlow: Bool = false)
    -> Machine.Event
  {
    .answered(meaning, replayed: false, retryAfter: nil, isSlow: isSlow)
  }

  /// A pass whose first write is marked with others behind it.
  private static func begun(_ ahead: [String]) -> [Machine.Event] {
    [
      .start, .prepared(readsOwed: false), .next(.init(id: "a", readiness: .ready)),
      .instance(.confirmed), .marked(ahead: ahead),
    ]
  }

  private static let pace = DrainPace(ahead: 4, gathered: 2, overlaps: true)

  private static func run(_ events: [Machine.Event], pace: DrainPace = pace) -> (
    Machine, [Machine.Action]
  ) {
    var machine = Machine(origin: "https://server.example", pace: pace)
    let actions = events.map { machine.handle($0) }
    return (machine, Array(actions.dropFirst(4)))
  }

  // MARK: - The usual way

  @Test("the next write leaves when the answer before it is there, and answers share a commit")
  func gathers() {
    let (machine, actions) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(), .handedOver, Self.answered(),
        .committed([Self.settled("a"), Self.settled("b")], marked: ["e"]), Self.answered(),
        .handedOver, Self.answered(),
        .committed([Self.settled("c"), Self.settled("d")], marked: []),
        .handedOver, .committed([Self.settled("e")], marked: []), .next(nil),
      ])
    #expect(
      actions == [
        .send("a"), .send("b"), .commit([Self.answer("a"), Self.answer("b")], marking: 2),
        .send("c"), .send("d"), .nothing,
        .commit([Self.answer("c"), Self.answer("d")], marking: 3), .send("e"), .awaitCommit,
        .commit([Self.answer("e")], marking: 4), .awaitCommit, .nextWrite,
        .finish(machine.report),
      ])
    #expect(machine.report.answered == 5)
    #expect(machine.report.verdicts.map(\.id) == ["a", "b", "c", "d", "e"])
  }

  @Test("the last answers of a flow are committed before anything else is looked at")
  func ends() {
    let (_, actions) = Self.run(
      Self.begun(["b"]) + [
        Self.answered(), Self.answered(), .handedOver,
        .committed([Self.settled("a"), Self.settled("b")], marked: []),
      ])
    #expect(
      actions == [
        .send("a"), .send("b"), .commit([Self.answer("a"), Self.answer("b")], marking: 4),
        .awaitCommit, .nextWrite,
      ])
  }

  @Test("an answer that was slow to come is committed at once, beside the next request")
  func slow() {
    let (_, actions) = Self.run(
      Self.begun(["b", "c"]) + [Self.answered(isSlow: true), .handedOver])
    #expect(
      actions == [.send("a"), .commit([Self.answer("a")], marking: 2), .send("b")])
  }

  @Test("a pace without overlap waits for each commit before the next request")
  func withoutOverlap() {
    let (_, actions) = Self.run(
      Self.begun(["b", "c"]) + [
        Self.answered(isSlow: true), .handedOver, .committed([Self.settled("a")], marked: ["d"]),
      ], pace: DrainPace(ahead: 4, gathered: 2, overlaps: false))
    #expect(
      actions == [
        .send("a"), .commit([Self.answer("a")], marking: 2), .awaitCommit, .send("b"),
      ])
  }

  // MARK: - What ends a flow

  @Test(
    "any other answer is settled by itself, behind what was gathered and what did not leave",
    arguments: [
      AnswerClass.refused(reason: "x"), .blocked(.conflictUnresolved), .keyRefused, merged,
      .unavailable(why: "Gone."), .counted(why: "x"), .unclaimed(source: "s"), .unmade(why: "x"),
      .landed(on: "t", reason: "x"), .binned,
    ])
  func unusual(meaning: AnswerClass) {
    let (_, actions) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(meaning), .handedOver,
        .committed([Self.settled("a")], marked: []), .unmarked,
      ])
    #expect(
      actions == [
        .send("a"), .send("b"), .commit([Self.answer("a")], marking: 0), .awaitCommit,
        .unmark(["c", "d"]),
        .settle("b", meaning, replayed: false),
      ])
  }

  @Test("a replayed answer is settled by itself")
  func replayed() {
    let (_, actions) = Self.run(
      Self.begun(["b"]) + [
        .answered(Self.taken, replayed: true, retryAfter: nil), .unmarked,
      ])
    #expect(
      actions == [
        .send("a"), .unmark(["b"]), .settle("a", Self.taken, replayed: true),
      ])
  }

  @Test("a refused key in a flow parks what did not leave with the rest, and ends the pass")
  func keyRefused() {
    let blocked = Self.entry("b", .blocked(reason: .credentialRefused))
    let (machine, actions) = Self.run(
      Self.begun(["b", "c"]) + [
        Self.answered(), Self.answered(.keyRefused), .handedOver,
        .committed([Self.settled("a")], marked: []), .unmarked,
        .settled(.init(entry: blocked, parked: 2)),
      ])
    #expect(actions.contains(.unmark(["c"])))
    #expect(actions.last == .finish(machine.report))
    #expect(machine.report.verdicts == [Self.entry("a"), blocked])
    #expect(machine.report.answered == 2)
  }

  @Test("what a commit marked beside the answer that ended a flow is unmarked as well")
  func markedTooLate() {
    let (_, actions) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(), .handedOver, Self.answered(.refused(reason: "x")),
        .committed([Self.settled("a"), Self.settled("b")], marked: ["e", "f"]), .unmarked,
      ])
    #expect(
      actions.suffix(3) == [
        .awaitCommit, .unmark(["d", "e", "f"]),
        .settle("c", .refused(reason: "x"), replayed: false),
      ])
  }

  @Test("a row that an answer of a flow owes is read before anything else leaves")
  func readsOwed() {
    let read = OwedRead(subject: .item("i"))
    let (machine, actions) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(), .handedOver,
        .committed([.init(entry: Self.entry("a"), reads: [read]), Self.settled("b")], marked: []),
        Self.answered(), .handedOver, .committed([Self.settled("c")], marked: []), .unmarked,
        .read(.done(settled: [], changed: nil)),
      ])
    #expect(
      actions.dropFirst(4) == [
        .nothing, .commit([Self.answer("c")], marking: 0), .awaitCommit, .unmark(["d"]),
        .read(read), .nextWrite,
      ])
    #expect(machine.report.verdicts.map(\.id) == ["a", "b", "c"])
  }

  @Test("another contract ends the pass with its error, once what was gathered is committed")
  func mismatch() {
    let (machine, actions) = Self.run(
      Self.begun(["b", "c"]) + [
        Self.answered(), Self.answered(.otherContract(served: "3", status: 200)), .handedOver,
        .committed([Self.settled("a")], marked: []), .unmarked,
      ])
    #expect(
      actions.dropFirst(2).dropLast() == [
        .commit([Self.answer("a")], marking: 0), .awaitCommit, .unmark(["c"]),
      ])
    guard case .fail(.contractMismatch("3", 0, 200, true, _)) = actions.last else {
      Issue.record("should be a mismatch, is \(String(describing: actions.last))")
      return
    }
    #expect(machine.report.verdicts == [Self.entry("a")])
  }

  @Test("a stop lets the request under way come back, commits, unmarks and ends canceled (R156)")
  func stop() {
    let (_, actions) = Self.run(
      Self.begun(["b", "c"]) + [
        .stopRequested, Self.answered(), .handedOver, .committed([Self.settled("a")], marked: []),
        .unmarked,
      ])
    #expect(
      actions == [
        .send("a"), .nothing, .commit([Self.answer("a")], marking: 0), .awaitCommit,
        .unmark(["b", "c"]), .fail(.canceled(message: "")),
      ])
  }

  // MARK: - A store that fails

  @Test(
    "answers whose commit fails are settled one by one, in their order, and none is counted twice")
  func commitFails() {
    let (machine, actions) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(), .handedOver, .commitFailed(Self.failing),
        Self.answered(), .unmarked, .settled(Self.settled("a")), .failed(Self.failing),
        .settled(Self.settled("b", nil)), .settled(Self.settled("c")),
      ])
    #expect(
      actions.dropFirst(4) == [
        .nothing, .unmark(["d"]), .settle("a", Self.taken, replayed: false, looksAhead: false),
        .settle("b", Self.taken, replayed: false, looksAhead: false),
        .settle("b", .counted(why: "Locked."), replayed: false, looksAhead: false),
        .settle("c", Self.taken, replayed: false, looksAhead: true), .nextWrite,
      ])
    #expect(machine.report.answered == 3)
    #expect(machine.report.verdicts.map(\.id) == ["a", "b", "c"])
  }

  @Test("a full device ends the pass when a commit fails, whatever else is under way")
  func storageFull() {
    let (waiting, whileWaiting) = Self.run(
      Self.begun(["b"]) + [
        Self.answered(), Self.answered(), .handedOver, .commitFailed(Self.full),
      ])
    #expect(whileWaiting.last == .fail(Self.full))
    #expect(waiting.report.verdicts.isEmpty)
    let (sending, whileSending) = Self.run(
      Self.begun(["b", "c", "d"]) + [
        Self.answered(), Self.answered(), .handedOver, .commitFailed(Self.full), Self.answered(),
        .failed(Self.full),
      ])
    #expect(whileSending.suffix(3) == [.nothing, .unmark(["d"]), .fail(Self.full)])
    #expect(sending.report.verdicts.isEmpty)
  }

  // MARK: - Every state and event

  private static let phases: [(String, [Machine.Event])] = {
    let sending = begun(["b", "c", "d"])
    let handing = sending + [answered(), answered()]
    return [
      ("flowing", sending), ("handingOver", handing),
      ("flowingBesideCommit", handing + [.handedOver]),
      ("awaiting", handing + [.handedOver, answered(), answered()]),
      ("unmarking", sending + [answered(.keyRefused)]),
    ]
  }()

  private static let events: [(String, Machine.Event, Set<String>)] = [
    ("start", .start, []), ("prepared", .prepared(readsOwed: false), []),
    ("instance", .instance(.confirmed), []), ("owed", .owed(nil), []), ("read", .read(.owed), []),
    ("next", .next(nil), []), ("held", .held, []), ("marked", .marked(ahead: ["z"]), []),
    ("answered", answered(), ["flowing", "flowingBesideCommit"]),
    ("handedOver", .handedOver, ["handingOver"]),
    ("committed", .committed([], marked: []), ["handingOver", "awaiting"]),
    ("unmarked", .unmarked, ["unmarking"]), ("settled", .settled(settled("a")), []),
    ("parked", .parked(1), []), ("counted", .counted(held: 0, undelivered: 0), []),
  ]

  @Test("in every state of a flow an event that belongs elsewhere changes nothing")
  func walk() {
    for (phase, way) in Self.phases {
      for (name, event, places) in Self.events {
        var (machine, _) = Self.run(way)
        let before = machine
        let action = machine.handle(event)
        if places.contains(phase) {
          #expect(action != .nothing, "\(name) in \(phase)")
        } else if phase == "flowingBesideCommit", name == "committed" {
          // Taken note of; the next step comes with the answer.
          #expect(action == .nothing && machine.phase != before.phase)
        } else {
          #expect(action == .nothing, "\(name) in \(phase)")
          #expect(machine.phase == before.phase && machine.report == before.report)
        }
      }
    }
  }

  @Test("a stop in any state of a flow sends nothing more, and settles what was answered")
  func stopsAnywhere() {
    for (phase, way) in Self.phases {
      var (machine, _) = Self.run(way)
      #expect(machine.handle(.stopRequested) == .nothing)
      var event: Machine.Event? =
        switch phase {
        case "flowing", "flowingBesideCommit": Self.answered()
        case "handingOver": .handedOver
        case "awaiting": .committed([Self.settled("a"), Self.settled("b")], marked: [])
        default: .unmarked
        }
      var settled = 0
      for _ in 0..<8 {
        guard let next = event else { break }
        switch machine.handle(next) {
        case .commit(let answers, let marking):
          #expect(marking == 0)
          settled += answers.count
          event = .handedOver
        case .awaitCommit: event = .committed([], marked: [])
        case .unmark: event = .unmarked
        case .settle: event = .settled(Self.settled("x"))
        case .fail(let error):
          #expect(error.code() == "canceled")
          event = nil
        case .finish: event = nil
        case let other:
          Issue.record("\(other) after a stop in \(phase)")
          event = nil
        }
      }
      #expect(machine.phase == .over, "\(phase)")
      if phase == "flowing" { #expect(settled == 1) }
    }
  }
}
