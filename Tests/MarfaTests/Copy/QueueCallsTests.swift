import MarfaModel
import MarfaTesting
import Testing

@testable import Marfa

@Suite("What a person does with writes that are decided or stuck")
struct QueueCallsTests {
  /// A loaded copy that holds one note.
  private func start(_ bench: CopyBench) async throws -> WorkingCopy {
    bench.server.hold(Fixture.item(["title": "Tides", "body": "High at six."], id: id(1)))
    return try await bench.hydrated()
  }

  private func titles(_ copy: WorkingCopy) async throws -> [String?] {
    try await copy.items.list().map { $0.properties["title"]?.string }
  }

  private func reasons(_ report: DrainReport) -> [BlockedReason?] {
    report.verdicts.map { verdict in
      guard case .blocked(let reason, _) = verdict.verdict else { return nil }
      return reason
    }
  }

  @Test("a write under a spent key goes out again under a fresh one when it is released")
  func released() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.update(
      id(1), Edit(properties: ["title": "Ebb"], baseVersion: 1))
    bench.server.door("PATCH /items/\(id(1))") { _ in .refusal(422, "idempotency_key_reused") }
    let blocked = try await copy.queue.drain()
    #expect(reasons(blocked) == [.keySpent])
    #expect(try await copy.queue.release(reason: .conflictUnresolved) == 0)

    #expect(try await copy.queue.release(write.id))
    #expect(try await copy.queue.all().map(\.verdict) == [nil])
    bench.server.openDoors()
    let sent = try await copy.queue.drain()
    #expect(sent.verdicts.map(\.verdict) == [.accepted])
    let keys = bench.transport.requests.filter { $0.method == "PATCH" }
      .map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] != keys[1] && keys[0] == write.idempotencyKey)
    // It is accepted, so there is nothing to release.
    #expect(try await copy.queue.release(write.id) == false)
    #expect(try await copy.queue.takeAnswered().map(\.id) == [write.id])
    #expect(try await copy.queue.all().isEmpty)
    await copy.close()
  }

  @Test("all writes that are blocked for one reason are released in one call")
  func releasedByReason() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    try await copy.items.update(id(1), Edit(properties: ["title": "Ebb"], baseVersion: 1))
    try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "Flow", "body": "At noon."]))
    bench.server.door { request in
      request.method == "GET" ? nil : .refusal(422, "idempotency_key_reused")
    }
    try await copy.queue.drain()
    bench.server.openDoors()
    #expect(try await copy.queue.release(reason: .keySpent) == 2)
    #expect(try await copy.queue.drain().verdicts.map(\.verdict) == [.accepted, .accepted])
    await copy.close()
  }

  @Test("a withdrawn write leaves the server's row, and those that wait for it are refused")
  func withdrawn() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.update(
      id(1), Edit(properties: ["title": "Ebb"], baseVersion: 1))
    bench.server.door("PATCH /items/\(id(1))") { _ in .refusal(409, "version_conflict") }
    #expect(
      try await copy.queue.drain().verdicts.map(\.verdict) == [
        .blocked(reason: .conflictUnresolved)
      ])
    #expect(try await titles(copy) == ["Ebb"])

    // Without the server's row nothing changes.
    bench.server.door("GET /items/\(id(1))") { _ in .unreachable }
    let error = await thrown { try await copy.queue.withdraw(write.id) }
    #expect(error?.code() == "network")
    #expect(try await titles(copy) == ["Ebb"])
    #expect(try await copy.queue.all().count == 1)

    bench.server.openDoors()
    bench.server.set {
      $0.items = [Fixture.item(["title": "Theirs", "body": "Low at noon."], id: id(1), version: 5)]
    }
    let ear = await bench.ear(copy)
    #expect(try await copy.queue.withdraw(write.id))
    await ear.wait(for: .refreshed(.withdrawn))
    #expect(try await titles(copy) == ["Theirs"])
    #expect(try await copy.queue.all().isEmpty)
    let unknown = await thrown { try await copy.queue.withdraw(write.id) }
    #expect(unknown?.serverCode == "queued_write_not_found")
    await ear.letGo()
    await copy.close()
  }

  @Test("a refused write keeps its text until it is discarded")
  func discarded() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.create(
      Draft(type: "core.note", properties: ["title": "Flow", "body": "At noon."]))
    #expect(try await copy.queue.discard(write.id) == false)
    bench.server.door("POST /items") { _ in .refusal(400, "validation_failed") }
    try await copy.queue.drain()
    #expect(try await titles(copy) == ["Tides"])
    #expect(try await copy.queue.forgetAnswered() == 0)
    #expect(try await copy.queue.takeAnswered().isEmpty)
    #expect(try await copy.queue.all().first?.body["properties"] != nil)
    #expect(try await copy.queue.discard(write.id))
    #expect(try await copy.queue.all().isEmpty)
    let unknown = await thrown { try await copy.queue.discard(write.id) }
    #expect(unknown?.serverCode == "queued_write_not_found")
    await copy.close()
  }

  @Test("a copy without a server still releases and discards, but can't withdraw")
  func alone() async throws {
    let bench = try CopyBench()
    let copy = try await start(bench)
    let write = try await copy.items.update(
      id(1), Edit(properties: ["title": "Ebb"], baseVersion: 1))
    await copy.close()
    let alone = try await bench.openAlone()
    #expect(try await alone.queue.release(write.id) == false)
    #expect(try await alone.queue.discard(write.id) == false)
    let error = await thrown { try await alone.queue.withdraw(write.id) }
    #expect(error?.code() == "no_server")
    await alone.close()
    let closed = await thrown { try await alone.queue.release(write.id) }
    #expect(closed?.code() == "closed")
  }
}
