import MarfaModel
import MarfaSQL
import Testing

@testable import Marfa

@Suite("Clearing, discarding and releasing queued writes")
struct QueueCareTests {
  private func create(_ id: String = Fixture.itemId) -> NewWrite {
    .createItem(Draft(type: "core.note", properties: ["title": "A"]), id: id, tier: .library)
  }

  @Test("forgetting clears what was taken and nothing that waits")
  func forget() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create(), tags: ["a"])
      try await bench.drain()
      let waiting = try await bench.append(.addTag("b", to: Fixture.itemId))
      #expect(try await bench.care { care, _ in try care.forgetAnswered() } == 2)
      #expect(try await bench.queue().map(\.id) == [waiting.id])
    }
  }

  @Test("taking the answered ones hands over exactly what forgetting would clear, in order")
  func take() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create(), tags: ["a", "b"])
      try await bench.drain()
      let taken = try await bench.care { care, _ in try care.takeAnswered() }
      #expect(taken.count == 3)
      #expect(taken.first?.id == write.id)
      #expect(taken.map(\.verdict) == [.accepted, .accepted, .accepted])
      #expect(try await bench.queue().isEmpty)
    }
  }

  @Test("refused content stays until it is discarded; a refused tag is cleared once it was read")
  func content() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(version: 3))
      let shown = try #require(try await bench.item())
      let edit = try await bench.append(
        .updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      try await bench.append(.addTag("a", to: Fixture.itemId))
      bench.line.refusing(400, "validation_error")
      bench.line.reading { _ in .failed }
      try await bench.drain()
      #expect(try await bench.care { care, _ in try care.forgetAnswered() } == 0)
      #expect(try await bench.care { care, _ in try care.discard(edit.id) } == false)
      bench.line.reading { _ in .answered(.item(Fixture.item(version: 3), tagged: true)) }
      try await bench.drain()
      #expect(try await bench.care { care, _ in try care.forgetAnswered() } == 1)
      #expect(try await bench.queue().map(\.id) == [edit.id])
      #expect(try await bench.care { care, _ in try care.discard(edit.id) })
      #expect(try await bench.queue().isEmpty)
    }
  }

  @Test("an unknown id is not found, for discarding and releasing alike")
  func unknown() async throws {
    try await QueueBench.run { bench in
      for release in [true, false] {
        let error = await #expect(throws: MarfaError.self) {
          try await bench.care { care, mint in
            release ? try care.release("x", mint: mint) : try care.discard("x")
          }
        }
        #expect(error?.code() == "not_found")
      }
    }
  }

  @Test("a write that waits or was taken is not discarded")
  func notDiscarded() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create())
      #expect(try await bench.care { care, _ in try care.discard(write.id) } == false)
      try await bench.drain()
      #expect(try await bench.care { care, _ in try care.discard(write.id) } == false)
    }
  }

  @Test("a released write goes out under a fresh key; the old one is kept as spent")
  func release() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create())
      bench.line.refusing(422, "idempotency_key_reused")
      try await bench.drain()
      #expect(try await bench.record(write.id)?.standing == .blocked(.keySpent))
      #expect(try await bench.care { try $0.release(write.id, mint: $1) })
      let released = try #require(try await bench.record(write.id))
      #expect(released.standing == .unanswered)
      #expect(released.idempotencyKey != write.idempotencyKey)
      #expect(released.spentKeys == [write.idempotencyKey])
      #expect(released.answer == nil)
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      #expect(try await bench.drain().answered == 1)
    }
  }

  @Test("releasing a dead write frees those that were refused because of it, and shows them")
  func releaseDead() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create(), tags: ["a"])
      bench.line.refusing(409, "idempotency_key_in_flight")
      for _ in 1...5 { try await bench.drain() }
      #expect(try await bench.record(write.id)?.standing == .dead)
      let tag = try #require(try await bench.queue().last)
      guard case .refused = tag.standing else {
        Issue.record("the tag should be refused")
        return
      }
      #expect(try await bench.item()?.tags == [])
      #expect(try await bench.care { try $0.release(write.id, mint: $1) })
      #expect(try await bench.queue().allSatisfy { $0.standing.isUnanswered })
      #expect(try await bench.item()?.tags == ["a"])
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      #expect(try await bench.drain().answered == 2)
    }
  }

  @Test("what the server refused, what was taken and what waits is not released")
  func notReleased() async throws {
    try await QueueBench.run { bench in
      let first = try await bench.append(create())
      #expect(try await bench.care { try $0.release(first.id, mint: $1) } == false)
      try await bench.drain()
      #expect(try await bench.care { try $0.release(first.id, mint: $1) } == false)
      let second = try await bench.append(create(Fixture.otherId))
      bench.line.refusing(400, "validation_error")
      try await bench.drain()
      #expect(try await bench.care { try $0.release(second.id, mint: $1) } == false)
    }
  }

  @Test("a release by reason takes the blocked ones and leaves the dead")
  func releaseByReason() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      try await bench.append(create(Fixture.otherId))
      bench.line.answering { request, _ in
        let code = request.body == bench.line.requests[0].body ? "idempotency_key_reused" : "x"
        return code == "x"
          ? ScriptedLine.take(request)
          : .answered(WriteAnswer(status: 422, body: Fixture.refusal(code)))
      }
      try await bench.drain()
      #expect(try await bench.care { try $0.release(reason: .keySpent, mint: $1) } == 1)
      #expect(try await bench.care { try $0.release(reason: .keySpent, mint: $1) } == 0)
    }
  }

  @Test("the database refuses a kind, a verdict and a count that are not in the closed sets")
  func guards() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      for change in ["kind = 'x'", "verdict = 'x'", "refusals = 6", "sent = 2"] {
        await #expect(throws: SQLError.self) {
          try await bench.database.write { try $0.run("UPDATE queue SET \(change)") }
        }
      }
    }
  }

  @Test(
    "a stored row that can't be read is an error, never taken for less",
    arguments: [
      "depends_on = 'x'", "depends_on = '[1]'", "verdict = 'blocked', reason = 'x'",
      "spent_keys = '{}'", "body = '{'",
    ])
  func unreadable(change: String) async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      try await bench.database.write { try $0.run("UPDATE queue SET \(change)") }
      await #expect(throws: (any Error).self) { try await bench.queue() }
    }
  }

  @Test("a pass finds its next write by the index, however many answered ones lie before")
  func plan() async throws {
    try await QueueBench.run { bench in
      let plan = try await bench.database.read { connection in
        try connection.query(
          """
          EXPLAIN QUERY PLAN SELECT seq FROM queue INDEXED BY queue_open
          WHERE verdict IS NULL AND seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT 1
          """, [0, 10]
        ) { $0.text(3) }
      }
      #expect(plan.count == 1)
      #expect(plan.first?.contains("verdict=? AND seq>? AND seq<?") == true)
    }
  }

  @Test("a write held for another shows as waiting, without a verdict")
  func waiting() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create(), tags: ["a"])
      bench.line.answering { _, _ in .unreachable(.network(message: "Gone.")) }
      try await bench.drain()
      let queue = try await bench.queue().map(\.queuedWrite)
      #expect(queue.map(\.waiting) == [false, true])
      #expect(queue.map(\.verdict) == [nil, nil])
      #expect(queue[1].dependsOn == [queue[0].id])
    }
  }
}
