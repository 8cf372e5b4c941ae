import Foundation
import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("A drain that marks writes ahead, over a real store")
struct DrainFlowTests {
  private static let create = Draft(type: "core.note", properties: ["title": "A"])

  private func id(_ number: Int) -> String { "0197a3c2-0000-7000-8000-00000000\(1000 + number)" }

  /// Queues creates of as many items.
  private func fill(_ bench: QueueBench, _ count: Int) async throws -> [QueueRecord] {
    var writes: [QueueRecord] = []
    for number in 0..<count {
      writes.append(
        try await bench.append(.createItem(Self.create, id: id(number), tier: .library)))
    }
    return writes
  }

  private func edit(_ bench: QueueBench, _ number: Int, _ title: String) async throws {
    let shown = try #require(try await bench.item(id(number)))
    try await bench.append(
      .updateItem(
        shown, Edit(properties: ["title": .string(title)], baseVersion: shown.version)))
  }

  private func sent(_ bench: QueueBench) async throws -> [Bool] {
    try await bench.queue().map(\.sent)
  }

  @Test("many writes go out in queue order, each once, and all are settled")
  func order() async throws {
    try await QueueBench.run { bench in
      let writes = try await fill(bench, 100)
      let server = ModelServer()
      bench.line.answering { request, _ in .answered(server.answer(request)) }
      let report = try await bench.drain()
      #expect(bench.line.requests.map(\.idempotencyKey) == writes.map(\.idempotencyKey))
      #expect(report.answered == 100)
      #expect(report.verdicts.map(\.id) == writes.map(\.id))
      #expect(try await bench.queue().allSatisfy { $0.standing == .accepted && $0.answer != nil })
      #expect(try await bench.isBeneathEmpty())
      #expect(try await bench.item(id(99))?.version == 1)
    }
  }

  @Test("answers that were not committed when the process died are asked for again by their keys")
  func crash() async throws {
    try await QueueBench.run { bench in
      let writes = try await fill(bench, 5)
      let server = ModelServer()
      bench.line.answering { request, count in
        // Nothing leaves a process that is dead.
        guard count < 3 else { return .unreachable(.network(message: "Killed.")) }
        let answer = server.answer(request)
        if count == 2 { await bench.crash() }
        return .answered(answer)
      }
      await #expect(throws: MarfaError.self) { try await bench.drain() }
      try await bench.reopen()
      #expect(try await bench.queue().allSatisfy { $0.standing == .unanswered && $0.sent })
      bench.line.answering { request, _ in .answered(server.answer(request)) }
      let report = try await bench.drain()
      #expect(report.answered == 5)
      #expect(report.verdicts.map(\.replayed) == [true, true, true, false, false])
      #expect(server.counts.taken == 5)
      #expect(server.counts.replayed == 3)
      #expect(
        bench.line.requests.suffix(5).map(\.idempotencyKey) == writes.map(\.idempotencyKey))
      #expect(try await bench.queue().allSatisfy { $0.standing == .accepted })
    }
  }

  @Test("a key that is refused in the middle parks what did not leave, which is not marked as sent")
  func keyRefused() async throws {
    try await QueueBench.run { bench in
      let writes = try await fill(bench, 6)
      bench.line.answering { request, count in
        count == 2
          ? .answered(WriteAnswer(status: 401, body: Fixture.refusal("invalid_key")))
          : ScriptedLine.take(request)
      }
      let report = try await bench.drain()
      #expect((report.answered, report.verdicts.count) == (3, 3))
      #expect(report.stopped?.contains("4 writes wait") == true)
      let parked = Standing.blocked(.credentialRefused)
      #expect(
        try await bench.queue().map(\.standing)
          == [.accepted, .accepted, parked, parked, parked, parked])
      #expect(try await sent(bench) == [true, true, true, false, false, false])
      bench.line.answering { request, _ in ScriptedLine.take(request) }
      #expect(try await bench.drain().answered == 4)
      #expect(
        bench.line.requests.dropFirst(3).map(\.idempotencyKey)
          == writes.dropFirst(2).map(\.idempotencyKey))
    }
  }

  @Test("an outage in the middle keeps the verdicts before it and counts nothing behind it")
  func outage() async throws {
    try await QueueBench.run { bench in
      _ = try await fill(bench, 6)
      bench.line.answering { request, count in
        count == 2 ? .unreachable(.network(message: "Gone.")) : ScriptedLine.take(request)
      }
      let report = try await bench.drain()
      #expect((report.answered, report.undelivered, report.held) == (2, 4, 0))
      #expect(report.unavailable == "Gone.")
      #expect(report.verdicts.map(\.verdict) == [.accepted, .accepted, nil])
      #expect(try await sent(bench) == [true, true, true, false, false, false])
      #expect(try await bench.queue().allSatisfy { $0.refusals == 0 })
      #expect(bench.line.requests.count == 3)
    }
  }

  @Test("another contract in the middle ends the drain; what did not leave is not marked as sent")
  func mismatch() async throws {
    try await QueueBench.run { bench in
      _ = try await fill(bench, 4)
      bench.line.answering { request, count in
        count == 1
          ? .answered(WriteAnswer(status: 200, contract: .other(served: "3")))
          : ScriptedLine.take(request)
      }
      await #expect(throws: MarfaError.self) { try await bench.drain() }
      #expect(
        try await bench.queue().map(\.standing) == [
          .accepted, .unanswered, .unanswered, .unanswered,
        ]
      )
      #expect(try await sent(bench) == [true, true, false, false])
    }
  }

  @Test("a refusal in the middle holds up nothing, and the writes behind it keep their order")
  func refusal() async throws {
    try await QueueBench.run { bench in
      let writes = try await fill(bench, 8)
      bench.line.answering { request, count in
        [2, 5].contains(count)
          ? .answered(WriteAnswer(status: 400, body: Fixture.refusal("validation_error")))
          : ScriptedLine.take(request)
      }
      let report = try await bench.drain()
      #expect(report.answered == 8)
      #expect(report.verdicts.map(\.id) == writes.map(\.id))
      #expect(bench.line.requests.map(\.idempotencyKey) == writes.map(\.idempotencyKey))
      #expect(bench.line.reads.count == 2)
      #expect(try await bench.item(id(2)) == nil)
    }
  }

  @Test("an edit behind another of the same item moves onto its answer before it leaves")
  func chain() async throws {
    try await QueueBench.run { bench in
      for number in 0..<3 {
        try await bench.hold(Fixture.item(["title": "A"], id: id(number), version: 3))
      }
      for number in [0, 1, 0, 2, 0] { try await edit(bench, number, "B\(number)") }
      let server = Lock<[String: Int64]>([:])
      bench.line.answering { request, _ in
        guard case .json(let text) = request.body, let body = try? JSONObject(json: text) else {
          return .unmade(why: "No body.")
        }
        let version = body["version"]?.integer ?? 0
        let isCurrent = server.withLock { held in
          defer { held[request.path] = version + 1 }
          return (held[request.path] ?? 3) == version
        }
        return isCurrent
          ? ScriptedLine.take(request)
          : .answered(WriteAnswer(status: 409, body: Fixture.refusal("version_conflict")))
      }
      let report = try await bench.drain()
      #expect(report.verdicts.map(\.verdict) == Array(repeating: .accepted, count: 5))
      #expect(try await bench.queue().map(\.baseVersion) == [3, 3, 4, 3, 5])
      #expect(try await bench.item(id(0))?.version == 6)
    }
  }

  @Test(
    "an edit made while the one before it is marked and not gone waits, and moves onto its answer")
  func editedMeanwhile() async throws {
    try await QueueBench.run { bench in
      for number in 0..<3 {
        try await bench.hold(Fixture.item(["title": "A"], id: id(number), version: 3))
        try await edit(bench, number, "B")
      }
      bench.line.answering { request, count in
        if count == 0 { try? await edit(bench, 2, "C") }
        return ScriptedLine.take(request)
      }
      #expect(try await bench.drain().answered == 3)
      #expect(bench.line.requests[2].body == .json(#"{"properties":{"title":"B"},"version":3}"#))
      let last = try #require(try await bench.queue().last)
      #expect((last.baseVersion, last.sent) == (4, false))
      #expect(try await bench.item(id(2))?.properties == ["title": "C"])
      #expect(try await bench.drain().answered == 1)
      #expect(try await bench.item(id(2))?.version == 5)
    }
  }

  @Test("a deletion behind edits goes out on the version that their answers gave")
  func deletion() async throws {
    try await QueueBench.run { bench in
      for number in 0..<2 {
        try await bench.hold(Fixture.item(["title": "A"], id: id(number), version: 3))
      }
      try await edit(bench, 0, "B")
      try await edit(bench, 1, "B")
      let shown = try #require(try await bench.item(id(0)))
      try await bench.append(.deleteItem(shown))
      let report = try await bench.drain()
      #expect(report.verdicts.map(\.verdict) == Array(repeating: .accepted, count: 3))
      #expect(bench.line.requests.last?.target == "/items/\(id(0))?version=4")
      #expect(try await bench.item(id(0))?.state == .trashed)
    }
  }

  @Test("a cancelled drain settles what was answered and leaves the rest unmarked (R156)")
  func canceled() async throws {
    try await QueueBench.run { bench in
      _ = try await fill(bench, 6)
      let task = Lock<Task<DrainReport, any Error>?>(nil)
      let isOut = Gate()
      bench.line.answering { request, count in
        if count == 0 { await isOut.wait() }
        if count == 2 { task.withLock { $0?.cancel() } }
        return ScriptedLine.take(request)
      }
      let drain = Task { try await bench.drain() }
      task.withLock { $0 = drain }
      await isOut.open()
      let error = await #expect(throws: MarfaError.self) { try await drain.value }
      #expect(error?.code() == "canceled")
      #expect(
        try await bench.queue().map(\.standing)
          == Array(repeating: .accepted, count: 3) + Array(repeating: .unanswered, count: 3))
      #expect(try await sent(bench) == [true, true, true, false, false, false])
    }
  }

  // MARK: - A store that fails

  @Test("a full device while answers are committed together loses nothing and counts nothing")
  func storageFull() async throws {
    try await QueueBench.run { bench in
      _ = try await fill(bench, 4)
      let server = ModelServer()
      bench.line.answering { request, _ in .answered(server.answer(request)) }
      let isFull = Lock(true)
      let drainer = bench.drainer { _, _ in
        if isFull.withLock({ $0 }) { throw MarfaError.storageFull(message: "") }
      }
      let error = await #expect(throws: MarfaError.self) { try await drainer.drain() }
      #expect(error == .storageFull(message: ""))
      #expect(
        try await bench.queue().allSatisfy { $0.standing == .unanswered && $0.refusals == 0 })
      isFull.withLock { $0 = false }
      #expect(try await drainer.drain().answered == 4)
      #expect(server.counts.taken == 4)
      #expect(try await bench.queue().allSatisfy { $0.standing == .accepted })
    }
  }

  @Test("an answer that the store can't take is counted against its write alone")
  func oneFails() async throws {
    try await QueueBench.run { bench in
      let writes = try await fill(bench, 5)
      let drainer = bench.drainer { _, changes in
        for case .answered(let entry) in changes.map(\.origin)
        where entry.id == writes[2].id && entry.verdict == .accepted {
          throw MarfaError.store(message: "Locked.")
        }
      }
      let report = try await drainer.drain()
      #expect(report.answered == 5)
      #expect(report.verdicts.map(\.id) == writes.map(\.id))
      #expect(
        report.verdicts.map(\.verdict) == [.accepted, .accepted, nil, .accepted, .accepted])
      #expect(try await bench.queue().map(\.refusals) == [0, 0, 1, 0, 0])
    }
  }
}
