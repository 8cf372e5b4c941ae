import Foundation
import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("A drain over a real store")
struct DrainerTests {
  private static let note = Draft(type: "core.note", properties: ["title": "A"])

  private func create(_ id: String = Fixture.itemId, _ draft: Draft = note) -> NewWrite {
    NewWrite.createItem(draft, id: id, tier: .library)
  }

  @Test("a create shows at once, is sent with its key, and shows the server's row once answered")
  func createAndAdopt() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create())
      #expect(try await bench.item()?.version == 0)
      let report = try await bench.drain()
      #expect(report.answered == 1)
      #expect(report.verdicts.map(\.verdict) == [.accepted])
      #expect(bench.line.requests.map(\.idempotencyKey) == [write.idempotencyKey])
      let row = try await bench.item()
      #expect(row?.version == 1)
      #expect(row?.source == "key")
      #expect(try await bench.isBeneathEmpty())
      #expect(try await bench.record(write.id)?.answer?.object?["item"] != nil)
    }
  }

  @Test("nothing is asked of the server when there is nothing to send")
  func idle() async throws {
    try await QueueBench.run { bench in
      let report = try await bench.drain()
      #expect(report == DrainReport())
      #expect(bench.line.confirmations == 0)
    }
  }

  @Test("writes go out in queue order, and a tag waits for its create in the same pass")
  func order() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create(), tags: ["a", "b"])
      let report = try await bench.drain()
      #expect(report.answered == 3)
      #expect(report.held == 0)
      #expect(bench.line.requests.map(\.method) == ["POST", "POST", "POST"])
      #expect(bench.line.requests.map(\.path).first == "/items")
      #expect(try await bench.item()?.tags == ["a", "b"])
      #expect(bench.line.confirmations == 1)
    }
  }

  @Test("an outage ends the pass, counts nothing and keeps ids and keys")
  func outage() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create(), tags: ["a"])
      try await bench.append(create(Fixture.otherId))
      bench.line.answering { _, _ in .unreachable(.network(message: "Gone.")) }
      let report = try await bench.drain()
      #expect(report.unavailable == "Gone.")
      #expect((report.undelivered, report.held, report.answered) == (2, 1, 0))
      #expect(bench.line.requests.count == 1)
      #expect(try await bench.queue().map(\.refusals) == [0, 0, 0])
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      let second = try await bench.drain()
      #expect(second.answered == 3)
      #expect(bench.line.requests[1].idempotencyKey == write.idempotencyKey)
      #expect(bench.line.requests[1].body == bench.line.requests[0].body)
    }
  }

  @Test("a write that was sent is sent again to the byte, whatever was queued behind it")
  func frozen() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(
        .updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.answering { _, _ in .unreachable(.network(message: "Gone.")) }
      try await bench.drain()
      try await bench.hold(Fixture.item(["title": "theirs"], version: 9, updatedAt: Fixture.later))
      try await bench.drain()
      #expect(bench.line.requests.count == 2)
      #expect(bench.line.requests[0] == bench.line.requests[1])
    }
  }

  @Test("two edits made offline go out one after the other without colliding with themselves")
  func chain() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      for title in ["B", "C"] {
        let shown = try #require(try await bench.item())
        try await bench.append(
          .updateItem(shown, Edit(properties: ["title": .string(title)], baseVersion: 3)))
      }
      #expect(try await bench.item()?.properties == ["title": "C"])
      #expect(try await bench.item()?.version == 3)
      let report = try await bench.drain()
      #expect(report.answered == 2)
      #expect(try await bench.queue().map(\.baseVersion) == [3, 4])
      #expect(try await bench.item()?.version == 5)
      #expect(try await bench.item()?.properties == ["title": "C"])
      #expect(try await bench.isBeneathEmpty())
    }
  }

  @Test("create, edit, tag and delete made offline all go through")
  func wholeLife() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create(), tags: ["a"])
      let first = try #require(try await bench.item())
      try await bench.append(.updateItem(first, Edit(properties: ["title": "B"], baseVersion: 0)))
      let second = try #require(try await bench.item())
      try await bench.append(.deleteItem(second))
      bench.line.answering { request, _ in
        guard request.method == "PATCH", case .json(let text) = request.body,
          let body = try? JSONObject(json: text)
        else { return ScriptedLine.take(request) }
        let row = Fixture.item(
          body["properties"]?.object ?? [:],
          version: (body["version"]?.integer ?? 0) + 1, source: "key", updatedAt: Fixture.later,
          tags: ["a"])
        return .answered(WriteAnswer(status: 200, body: Fixture.answer(row)))
      }
      let report = try await bench.drain()
      #expect(report.answered == 4)
      #expect(bench.line.requests.last?.target == "/items/\(Fixture.itemId)?version=2")
      #expect(try await bench.item()?.state == .trashed)
    }
  }

  @Test("a refused edit is put back at once, then read again")
  func refused() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.refusing(400, "validation_error")
      bench.line.reading { _ in
        .answered(.item(Fixture.item(["title": "theirs"], version: 4), tagged: true))
      }
      let report = try await bench.drain()
      guard case .refused(let refusal)? = report.verdicts.first?.verdict else {
        Issue.record("should be refused")
        return
      }
      #expect(refusal.code == "validation_error")
      #expect(bench.line.reads == [OwedRead(subject: .item(Fixture.itemId))])
      #expect(try await bench.item()?.properties == ["title": "theirs"])
      #expect(try await bench.owed().isEmpty)
      #expect(try await bench.isBeneathEmpty())
    }
  }

  @Test("a read-back that fails stays owed and is made first in the next pass")
  func owedRead() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.refusing(400, "validation_error")
      bench.line.reading { _ in .unavailable(why: "Gone.", retryAfter: .seconds(3)) }
      let report = try await bench.drain()
      #expect((report.answered, report.unavailable) == (1, "Gone."))
      #expect(report.retryAfterSeconds == 3)
      #expect(try await bench.item()?.properties == ["title": "A"])
      #expect(try await bench.owed().count == 1)
      bench.line.reading { _ in .answered(.gone) }
      try await bench.drain()
      #expect(bench.line.requests.count == 1)
      #expect(try await bench.item() == nil)
      #expect(try await bench.owed().isEmpty)
    }
  }

  @Test("a read that a newer row has settled meanwhile changes nothing")
  func settledByEvent() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.refusing(400, "validation_error")
      bench.line.reading { _ in .unavailable(why: "Gone.", retryAfter: nil) }
      try await bench.drain()
      try await bench.hold(Fixture.item(["title": "event"], version: 5))
      #expect(try await bench.owed().isEmpty)
      bench.line.reading { _ in .answered(.gone) }
      try await bench.drain()
      #expect(try await bench.item()?.properties == ["title": "event"])
    }
  }

  @Test("a refused create vanishes, and what waits for it is refused in its turn, unsent")
  func refusedCreate() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create(), tags: ["a"])
      try await bench.append(
        .createEdge(
          Fixture.edgeId, from: Fixture.itemId, to: Fixture.otherId, type: "references",
          properties: [:], isFresh: true))
      #expect(try await bench.edge() != nil)
      bench.line.refusing(400, "validation_error")
      let report = try await bench.drain()
      #expect((report.answered, report.unsent) == (1, 2))
      #expect(report.verdicts.count == 3)
      #expect(try await bench.item() == nil)
      #expect(try await bench.edge() == nil)
      #expect(bench.line.requests.count == 1)
    }
  }

  @Test("a blocked write stays shown, is passed over, and the rest goes on")
  func blocked() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      try await bench.append(create(Fixture.otherId))
      bench.line.answering { request, count in
        count == 0
          ? .answered(WriteAnswer(status: 409, body: Fixture.refusal("version_conflict")))
          : ScriptedLine.take(request)
      }
      let report = try await bench.drain()
      #expect(report.answered == 2)
      #expect(
        report.verdicts.map(\.verdict) == [.blocked(reason: .conflictUnresolved), .accepted])
      #expect(try await bench.item()?.properties == ["title": "B"])
      #expect(bench.line.reads.isEmpty)
      try await bench.drain()
      #expect(bench.line.requests.count == 2)
    }
  }

  @Test("five failures that count make a write dead, which stays shown")
  func dead() async throws {
    try await QueueBench.run { bench in
      try await bench.hold(Fixture.item(["title": "A"], version: 3))
      let shown = try #require(try await bench.item())
      try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
      bench.line.refusing(409, "idempotency_key_in_flight")
      for count in 1...5 {
        let report = try await bench.drain()
        #expect(report.verdicts.first?.refusals == Int64(count))
        #expect(report.verdicts.first?.verdict == (count == 5 ? .dead : nil))
      }
      let report = try await bench.drain()
      #expect(report == DrainReport())
      #expect(bench.line.requests.count == 5)
      #expect(Set(bench.line.requests.map(\.idempotencyKey)).count == 1)
      #expect(try await bench.item()?.properties == ["title": "B"])
      try await bench.hold(Fixture.item(["title": "theirs"], version: 4))
      #expect(try await bench.item()?.properties == ["title": "B"])
    }
  }

  @Test("a refused key parks the queue, and the next pass sends everything under the same keys")
  func parked() async throws {
    try await QueueBench.run { bench in
      for number in 1...3 { try await bench.append(create("\(Fixture.itemId)\(number)")) }
      bench.line.refusing(401, "invalid_key")
      let report = try await bench.drain()
      #expect(report.stopped != nil)
      #expect(report.answered == 1)
      #expect(
        try await bench.queue().map(\.standing)
          == Array(repeating: .blocked(.credentialRefused), count: 3))
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      #expect(try await bench.drain().answered == 3)
      #expect(bench.line.requests[0].idempotencyKey == bench.line.requests[1].idempotencyKey)
    }
  }

  @Test("a create under an unclaimed source blocks its likes, and others carry on")
  func unclaimed() async throws {
    try await QueueBench.run { bench in
      let feed = Draft(type: "core.note", source: "feed", sourceId: "7")
      let other = Draft(type: "core.note", source: "feed", sourceId: "8")
      try await bench.append(create(Fixture.itemId, feed))
      try await bench.append(create(Fixture.otherId, other))
      try await bench.append(create("\(Fixture.itemId)3"))
      bench.line.answering { request, _ in
        guard case .json(let text) = request.body, text.contains("\"feed\"") else {
          return ScriptedLine.take(request)
        }
        return .answered(
          WriteAnswer(
            status: 403, body: Fixture.refusal("forbidden", details: ["source": "feed"])))
      }
      let report = try await bench.drain()
      #expect(report.unclaimedSources == ["feed"])
      #expect(report.answered == 2)
      #expect(bench.line.requests.count == 2)
      #expect(try await bench.item() != nil)
    }
  }

  @Test("another contract ends the drain with the error; the write stays sent and unanswered")
  func mismatch() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(create())
      bench.line.answering { _, _ in
        .answered(WriteAnswer(status: 200, contract: .other(served: "3")))
      }
      await #expect(throws: MarfaError.self) { try await bench.drain() }
      let record = try await bench.record(write.id)
      #expect(record?.sent == true)
      #expect(record?.standing == .unanswered)
    }
  }

  @Test("a cancelled drain settles what is out, sends nothing more and throws canceled (R156)")
  func canceled() async throws {
    try await QueueBench.run { bench in
      let first = try await bench.append(create())
      let second = try await bench.append(create(Fixture.otherId))
      let task = Lock<Task<DrainReport, any Error>?>(nil)
      let isOut = Gate()
      bench.line.answering { request, _ in
        await isOut.wait()
        task.withLock { $0?.cancel() }
        return ScriptedLine.take(request)
      }
      let drain = Task { try await bench.drain() }
      task.withLock { $0 = drain }
      await isOut.open()
      let error = await #expect(throws: MarfaError.self) { try await drain.value }
      #expect(error?.code() == "canceled")
      #expect(try await bench.record(first.id)?.standing == .accepted)
      #expect(try await bench.record(second.id)?.standing == .unanswered)
      #expect(try await bench.record(second.id)?.sent == false)
    }
  }

  @Test("a task that is cancelled already sends nothing")
  func canceledBefore() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      let gate = Gate()
      let drain = Task {
        await gate.wait()
        return try await bench.drain()
      }
      drain.cancel()
      await gate.open()
      let error = await #expect(throws: MarfaError.self) { try await drain.value }
      #expect(error?.code() == "canceled")
      #expect(bench.line.requests.isEmpty)
    }
  }

  @Test("a write queued while a pass runs waits for the next one")
  func queuedMeanwhile() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      bench.line.answering { request, count in
        if count == 0 {
          _ = try? await bench.append(
            NewWrite.createItem(Self.note, id: Fixture.otherId, tier: .library))
        }
        return ScriptedLine.take(request)
      }
      #expect(try await bench.drain().answered == 1)
      #expect(try await bench.drain().answered == 1)
    }
  }

  @Test("a lost answer is made good by the same key: nothing is lost, nothing doubled")
  func lostAnswer() async throws {
    try await QueueBench.run { bench in
      try await bench.append(create())
      bench.line.answering { request, count in
        if count == 0 { return .unreachable(.network(message: "Dropped.")) }
        guard case .answered(var answer) = ScriptedLine.take(request) else {
          return .unmade(why: "")
        }
        answer.replayed = true
        return .answered(answer)
      }
      try await bench.drain()
      let report = try await bench.drain()
      #expect(report.verdicts.first?.replayed == true)
      #expect(try await bench.queue().count == 1)
    }
  }

  @Test("a stored write that makes no request counts, and is reported as unmade")
  func unmade() async throws {
    try await QueueBench.run { bench in
      try await bench.append(NewWrite(kind: .removeTag, itemId: Fixture.itemId))
      let report = try await bench.drain()
      #expect((report.unmade, report.answered) == (1, 0))
      #expect(report.verdicts.first?.refusals == 1)
    }
  }

  @Test("an upload whose bytes are gone is refused unsent, and asks for no read")
  func bytesGone() async throws {
    try await QueueBench.run { bench in
      try await bench.append(.uploadBlob("sha256:aa", mimeType: "text/plain"))
      bench.line.answering { _, _ in .bytesGone(hash: "sha256:aa") }
      let report = try await bench.drain()
      #expect((report.unsent, report.answered) == (1, 0))
      guard case .refused(let refusal)? = report.verdicts.first?.verdict else {
        Issue.record("should be refused")
        return
      }
      #expect(refusal.reason.contains("sha256:aa"))
      #expect(bench.line.reads.isEmpty)
    }
  }
}

/// Lets waiters through once it is opened.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
