import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Draining through a copy")
struct CopyDrainTests {
  @Test("a write goes out once, under its key, with the credential and nothing of the transport's")
  func request() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    let write = try #require(try await copy.queue.all().first)
    let report = try await copy.queue.drain()
    #expect(report.answered == 1 && report.verdicts.map(\.verdict) == [.accepted])
    let sent = try #require(bench.transport.requests.first { $0.method == "PATCH" })
    #expect(sent.path == "/items/\(id(1))" && sent.parameter("conflict") == "auto")
    #expect(sent.headers["Idempotency-Key"] == write.idempotencyKey)
    #expect(sent.headers.values("Authorization") == ["Bearer \(CopyBench.key)"])
    #expect(sent.headers.values("Accept").count == 1)
    #expect(sent.json == ["properties": ["title": "Mine"], "version": 1])
    #expect(try await copy.items.get(id(1))?.version == 2)
    // Nothing to send, nothing asked.
    bench.transport.forget()
    #expect(try await copy.queue.drain() == DrainReport())
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
  }

  @Test("what a drain learned is told in its order: the verdicts, then that it ended")
  func told() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    try await copy.tags.add("x", to: id(1))
    let ear = await bench.ear(copy)
    let report = try await copy.queue.drain()
    await ear.wait(for: .refreshed(.drained))
    #expect(
      ear.origins == report.verdicts.map { .answered($0) } + [.refreshed(.drained)])
    #expect(ear.changes[0].itemId == id(1))
    await ear.letGo()
    await copy.close()
  }

  @Test("a drain that reaches the server ends an outage that was told; an empty one tells nothing")
  func endsOutage() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("GET /events") { _ in .unreachable }
    let ear = ChangeEar(copy.changes())
    await ear.wait { $0.count == 1 }
    try await copy.queue.drain()
    await ear.wait(for: .refreshed(.drained))
    #expect(ear.origins[1] == .serverReachable)
    await copy.close()
  }

  // MARK: - Outages

  @Test(
    "an outage is a report, not an error; nothing is counted against the write and it goes again",
    arguments: [
      ScriptedAnswer.unreachable, .refusal(500, "internal"), .refusal(503, "unavailable"),
      .refusal(429, "rate_limited"), .answer(502, []), .answer(401, []), .answer(404, []),
      .answer(200, [ScriptedAnswer.contract], body: .cut(after: [0x7B])),
    ])
  func outage(_ answer: ScriptedAnswer) async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    try await copy.tags.add("x", to: id(1))
    let keys = try await copy.queue.all().map(\.idempotencyKey)
    bench.server.door("PATCH /items/\(id(1))") { _ in answer }
    let report = try await copy.queue.drain()
    #expect(report.undelivered == 1 && report.held == 1 && report.answered == 0)
    #expect(report.unavailable != nil)
    #expect(report.unavailable?.contains(CopyBench.key) == false)
    let queue = try await copy.queue.all()
    #expect(queue.allSatisfy { $0.verdict == nil && $0.refusals == 0 })
    #expect(queue.map(\.idempotencyKey) == keys)
    #expect(bench.transport.requests.count { $0.method == "POST" } == 0)
    bench.server.openDoors()
    #expect(try await copy.queue.drain().answered == 2)
    #expect(
      bench.transport.requests.filter { $0.method == "PATCH" }.map { $0.headers["Idempotency-Key"] }
        == [keys[0], keys[0]])
    await copy.close()
  }

  @Test("a server that cannot say who it is gets nothing sent", arguments: [503, 429])
  func unconfirmed(_ status: Int) async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("GET /") { _ in .refusal(status, "busy", retryAfter: "30") }
    let report = try await copy.queue.drain()
    #expect(report.undelivered == 1 && report.retryAfterSeconds == 30)
    #expect(bench.transport.lines == ["GET /"])
    await copy.close()
  }

  @Test("another instance at the address gets nothing sent; the copy expires and keeps the write")
  func otherInstance() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.set { $0.instance = "instance-2" }
    let error = await thrown { try await copy.queue.drain() }
    #expect(error?.serverCode == "instance_changed")
    #expect(bench.transport.lines == ["GET /"])
    #expect(try await copy.status().hydration == .expired)
    #expect(try await copy.queue.all().map(\.waiting) == [false])
    await copy.close()
  }

  // MARK: - Refusals

  @Test("a refused write is put back at once and read again; its content stays in the queue")
  func refused() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .refusal(400, "invalid_properties", message: "The title is too long.")
    }
    bench.server.hold(
      Fixture.item(["title": "Theirs", "body": "Text"], id: id(1), version: 2))
    let report = try await copy.queue.drain()
    guard case .refused(let refusal) = report.verdicts.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(refusal.code == "invalid_properties" && refusal.message == "The title is too long.")
    #expect(try await copy.items.get(id(1))?.title == "Theirs")
    #expect(bench.transport.lines.last == "GET /items/\(id(1))")
    #expect(try await copy.queue.forgetAnswered() == 0)
    #expect(try await copy.queue.all().first?.body["properties"] == ["title": "Mine"])
    await copy.close()
  }

  @Test("a refused key parks the whole queue and says so; another pass sends it again")
  func keyRefused() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    try await copy.tags.add("x", to: id(1))
    bench.server.door("PATCH /items/\(id(1))") { _ in .refusal(401, "invalid_key") }
    let report = try await copy.queue.drain()
    #expect(report.stopped != nil)
    let queue = try await copy.queue.all()
    #expect(
      queue.allSatisfy {
        if case .blocked(.credentialRefused, _) = $0.verdict { true } else { false }
      })
    bench.server.openDoors()
    #expect(try await copy.queue.drain().answered == 2)
    await copy.close()
  }

  @Test("an answer of another contract ends the pass; the write stays sent, under its key")
  func otherContract() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    // An endless body in such an answer is not waited for.
    let endless = ScriptedStream("{")
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .answer(200, [("X-Marfa-Contract", "1")], body: .held(endless))
    }
    let error = await thrown { try await copy.queue.drain() }
    guard case .contractMismatch(let served, let expected, _, let writeSent, let message) = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(served == "1" && expected == 0 && writeSent)
    #expect(message.contains("may have taken effect"))
    #expect(try await copy.queue.all().first?.verdict == nil)
    #expect(endless.isLetGo)
    bench.server.openDoors()
    #expect(try await copy.queue.drain().answered == 1)
    let keys = bench.transport.requests.filter { $0.method == "PATCH" }
      .map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] == keys[1])
    await copy.close()
  }

  @Test("a redirect is never followed and ends the pass")
  func redirected() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .answer(307, [("Location", "https://evil.example/?k=\(CopyBench.key)")])
    }
    let error = await thrown { try await copy.queue.drain() }
    #expect(error?.code() == "redirect")
    #expect(bench.transport.requests.allSatisfy { $0.url.hasPrefix(CopyBench.address) })
    #expect(error.map { "\($0)".contains(CopyBench.key) } == false)
    await copy.close()
  }

  @Test("a disk that is full when the answer comes loses nothing: the answer comes again")
  func fullDisk() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    let large = Fixture.item(
      ["title": "Mine", "body": .string(String(repeating: "x", count: 400_000))], id: id(1),
      version: 2)
    bench.server.door("PATCH /items/\(id(1))") { _ in
      .json(ScriptedServer.row(large, ScriptedServer.State()))
    }
    let pages = try await bench.count("PRAGMA page_count", in: copy)
    try await bench.pragma("max_page_count = \(pages + 4)", in: copy)
    #expect(await thrown { try await copy.queue.drain() }?.code() == "storage_full")
    let write = try #require(try await copy.queue.all().first)
    #expect(write.verdict == nil && write.refusals == 0)
    #expect(try await copy.items.get(id(1))?.title == "Mine")
    try await bench.pragma("max_page_count = 1000000", in: copy)
    #expect(try await copy.queue.drain().answered == 1)
    #expect(try await copy.items.get(id(1))?.version == 2)
    let keys = bench.transport.requests.filter { $0.method == "PATCH" }
      .map { $0.headers["Idempotency-Key"] }
    #expect(keys == [write.idempotencyKey, write.idempotencyKey])
    await copy.close()
  }

  @Test("a newer row that arrives between a failed drain and the next loses nothing on either side")
  func pullBetweenPushes() async throws {
    let bench = try CopyBench()
    let copy = try await bench.edited()
    bench.server.door("PATCH /items/\(id(1))") { _ in .refusal(500, "internal") }
    try await copy.queue.drain()
    bench.server.publish(
      .updated,
      Fixture.item(
        ["title": "A", "body": "Text", "theirs": true], id: id(1), version: 2,
        updatedAt: Fixture.later))
    #expect(try await copy.catchUp().applied == 1)
    let shown = try #require(try await copy.items.get(id(1)))
    #expect(shown.title == "Mine" && shown.properties["theirs"] == true && shown.version == 2)
    bench.server.openDoors()
    #expect(try await copy.queue.drain().answered == 1)
    let after = try #require(try await copy.items.get(id(1)))
    #expect(after.title == "Mine" && after.properties["theirs"] == true && after.version == 3)
    await copy.close()
  }
}
