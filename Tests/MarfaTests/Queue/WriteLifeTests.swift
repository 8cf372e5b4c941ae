import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import Marfa

@Suite("The life of a write, in every standing and for every event")
struct WriteLifeTests {
  private typealias State = WriteLife.State

  /// Every standing there is.
  static let standings: [Standing] =
    [.unanswered, .accepted, .merged, .conflicted(copy: "c"), .refused(reason: "r"), .dead]
    + BlockedReason.allCases.map(Standing.blocked)

  /// Every class of answer, with what it makes of an unanswered write.
  static let answers: [(answer: AnswerClass, becomes: Standing)] = {
    func taken(_ standing: Standing) -> AnswerClass {
      .taken(AnswerClass.Taken(standing: standing, row: .plain, acknowledged: false))
    }
    let unanswered: [AnswerClass] = [
      .unavailable(why: ""), .undeliverable(why: ""), .otherContract(served: "9", status: 200),
      .redirected(status: 302, location: nil), .ended(.io(message: "")), .unmade(why: ""),
      .counted(why: ""),
    ]
    return unanswered.map { ($0, .unanswered) } + [
      (taken(.accepted), .accepted), (taken(.merged), .merged),
      (taken(.conflicted(copy: "x")), .conflicted(copy: "x")),
      (.keyRefused, .blocked(.credentialRefused)),
      (.unclaimed(source: "s"), .blocked(.credentialRefused)),
      (.refused(reason: "no"), .refused(reason: "no")),
      (.landed(on: "y", reason: "version_conflict"), .refused(reason: "version_conflict")),
      (.binned, .refused(reason: "trashed")),
      (
        .bytesGone(hash: "sha256:aa"),
        .refused(reason: "The bytes of sha256:aa are no longer on this device.")
      ),
    ] + BlockedReason.allCases.map { (.blocked($0), .blocked($0)) }
  }()

  private static let states = standings.flatMap { standing in
    [false, true].map { State(standing: standing, sent: $0, refusals: 3) }
  }

  @Test("an answer decides a write that has none, and no other (queue 7 and 8)")
  func answered() {
    for (answer, becomes) in Self.answers {
      for state in Self.states {
        let next = WriteLife.next(state, .answered(answer))
        guard state.standing == .unanswered else {
          #expect(next == nil, "\(answer) in \(state)")
          continue
        }
        #expect(next?.standing == becomes, "\(answer)")
        #expect(next?.sent == state.sent)
        let counts = answer.isCounted
        #expect(next?.refusals == (counts ? 4 : 3), "\(answer)")
      }
    }
  }

  @Test("only failures that count bring a write to its end, the fifth of them (queue 12)")
  func ceiling() {
    for (answer, _) in Self.answers {
      var state = State(standing: .unanswered, sent: true)
      for attempt in 1...7 {
        guard let next = WriteLife.next(state, .answered(answer)) else { break }
        state = next
        if answer.isCounted {
          #expect(state.refusals == Int64(min(attempt, 5)))
          #expect((state.standing == .dead) == (attempt >= 5), "\(answer) \(attempt)")
        } else {
          #expect(state.standing != .dead && state.refusals == 0, "\(answer)")
        }
      }
    }
  }

  @Test("a pass frees what is tried again by itself, keeping its failures (queue 12)")
  func passBegan() {
    for state in Self.states {
      let next = WriteLife.next(state, .passBegan)
      switch state.standing {
      case .blocked(.awaitingDependency), .blocked(.credentialRefused):
        #expect(next == State(standing: .unanswered, sent: state.sent, refusals: 3))
      default: #expect(next == nil, "\(state)")
      }
    }
  }

  @Test("only a write without a verdict is held, marked or parked")
  func whileUnanswered() {
    for state in Self.states {
      let isOpen = state.standing == .unanswered
      let (held, marked, parked) = (
        WriteLife.next(state, .held), WriteLife.next(state, .marked),
        WriteLife.next(state, .parked)
      )
      #expect(held?.standing == (isOpen ? .blocked(.awaitingDependency) : nil), "\(state)")
      #expect(parked?.standing == (isOpen ? .blocked(.credentialRefused) : nil), "\(state)")
      #expect(marked?.sent == (isOpen ? true : nil), "\(state)")
      #expect([held, parked].compactMap(\.self).allSatisfy { $0.sent == state.sent })
    }
  }

  @Test("a write that waits is refused unsent, whatever it waits for; a decided one is not")
  func refusedUnsent() {
    for state in Self.states {
      let next = WriteLife.next(state, .refusedUnsent(reason: "gone"))
      #expect(
        next?.standing == (state.standing.isWaiting ? .refused(reason: "gone") : nil), "\(state)")
    }
  }

  @Test("blocked, dead and unsent refused writes are released, and count from nought (queue 12)")
  func released() {
    for state in Self.states {
      let next = WriteLife.next(state, .released)
      switch state.standing {
      case .blocked, .dead: #expect(next == State(standing: .unanswered, sent: state.sent))
      case .refused where !state.sent: #expect(next == State(standing: .unanswered))
      default: #expect(next == nil, "\(state)")
      }
    }
  }

  @Test("the store's statements over the whole queue do what the table says of each write")
  func statements() async throws {
    let bench = try await QueueBench()
    let statements: [(WriteLife.Event, @Sendable (QueueStore) throws -> Void)] = [
      (.passBegan, { try $0.clearHeld() }),
      (.parked, { _ = try $0.parkUnanswered(at: Fixture.later) }),
    ]
    for standing in Self.standings {
      try await bench.append(
        .createItem(Draft(type: "core.note"), id: Fixture.itemId, tier: nil))
      let id = try #require(try await bench.queue().last?.id)
      try await bench.database.write { connection in
        try QueueStore(connection: connection).setStanding(id, standing)
      }
    }
    for (event, statement) in statements {
      for before in try await bench.queue() {
        struct Undone: Error {}
        let after = Lock<QueueRecord?>(nil)
        // Undone again, so that each write is asked in every standing.
        await #expect(throws: Undone.self) {
          try await bench.database.write { connection in
            let queue = QueueStore(connection: connection)
            try statement(queue)
            let found = try queue.record(before.id)
            after.withLock { $0 = found }
            throw Undone()
          }
        }
        let expected = WriteLife.next(before.life, event) ?? before.life
        #expect(after.withLock { $0 }?.life == expected, "\(event) of \(before.standing)")
      }
    }
    await bench.close()
  }
}

extension AnswerClass {
  /// Whether it is one of the failures that count.
  fileprivate var isCounted: Bool {
    switch self {
    case .unmade, .counted: true
    case .unavailable, .otherContract, .redirected, .ended, .undeliverable, .bytesGone, .taken,
      .keyRefused, .blocked, .unclaimed, .refused, .landed, .binned:
      false
    }
  }
}
