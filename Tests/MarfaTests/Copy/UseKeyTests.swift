import Foundation
import MarfaModel
import MarfaSQL
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Going on under another key", .timeLimit(.minutes(1)))
struct UseKeyTests {
  private static let other = "mk_secret_of_another"

  /// The credentials of everything that was asked.
  private func keys(_ bench: CopyBench) -> Set<String> {
    Set(bench.transport.requests.flatMap { $0.headers.values("Authorization") })
  }

  /// Opens a copy whose transport runs a hook each time it is made.
  private func open(_ bench: CopyBench, making hook: @escaping @Sendable () throws -> Void)
    async throws -> WorkingCopy
  {
    var environment = bench.environment
    let make = environment.transport
    environment.transport = {
      try hook()
      return try make()
    }
    let url = try #require(URL(string: CopyBench.address))
    return try await WorkingCopy.open(
      store: bench.store, server: Server(url: url, key: CopyBench.key), environment: environment)
  }

  /// Begins a catch-up that waits for the answer to its first request.
  private func slowCall(_ bench: CopyBench, _ copy: WorkingCopy) async -> (
    call: Task<CatchUpReport, any Error>, answer: ScriptedStream
  ) {
    let stalled = ScriptedStream()
    let isFirst = Lock(true)
    bench.server.door { request in
      guard request.line == "GET /" else { return nil }
      let stalls = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return stalls ? .answer(200, [ScriptedAnswer.contract], body: .held(stalled)) : nil
    }
    let asked = bench.transport.lines.count { $0 == "GET /" }
    let call = Task { try await copy.catchUp() }
    await bench.transport.waitFor("GET /", times: asked + 1)
    return (call, stalled)
  }

  private func answer(_ stalled: ScriptedStream) {
    stalled.send(#"{"instance_id":"instance-1","name":"Marfa","contract":0}"#)
    stalled.end()
  }

  @Test("the new key is used from then on; role, rows and queue stay, ids and keys kept")
  func changes() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "A"], id: id(1)))
    let copy = try await bench.hydrated()
    try await copy.tags.add("x", to: id(1))
    let before = try await copy.queue.all()
    try await copy.useKey(Self.other)
    #expect(copy.handle == .writer)
    #expect(try await copy.queue.all() == before)
    #expect(try await copy.items.list().count == 1)
    bench.transport.forget()
    #expect(try await copy.queue.drain().answered == 1)
    #expect(keys(bench) == ["Bearer \(Self.other)"])
    await copy.close()
    #expect(bench.transport.isClosed)
  }

  @Test("what a refused key parked goes out under the new one")
  func unparks() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "A"], id: id(1)))
    let copy = try await bench.hydrated()
    try await copy.tags.add("x", to: id(1))
    bench.server.door { request in
      request.headers["Authorization"] == "Bearer \(CopyBench.key)"
        && request.line != "GET /"
        ? .refusal(401, "invalid_key") : nil
    }
    #expect(try await copy.queue.drain().stopped != nil)
    try await copy.useKey(Self.other)
    #expect(try await copy.queue.drain().verdicts.map(\.verdict) == [.accepted])
    await copy.close()
  }

  @Test("it waits for the slowest call; meanwhile every other call is told to ask again")
  func waits() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let slow = await slowCall(bench, copy)
    let change = Task { try await copy.useKey(Self.other) }
    while await code(of: { _ = try await copy.status() }) != "invalid" { await Task.yield() }
    for call in [
      { _ = try await copy.items.list() }, { _ = try await copy.queue.drain() },
      { _ = try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"])) },
      { _ = try await copy.hydrate(types: ["core.note"], tier: .all) },
      { try await copy.useKey("mk_third") },
    ] as [@Sendable () async throws -> Void] {
      #expect(await code(of: call) == "invalid")
    }
    answer(slow.answer)
    _ = try await slow.call.value
    try await change.value
    #expect(try await copy.status().hydration == .complete)
    bench.transport.forget()
    _ = try await copy.catchUp()
    #expect(keys(bench) == ["Bearer \(Self.other)"])
    await copy.close()
  }

  @Test("whoever begins to look on during the change is first told what is true after it")
  func looksOnMeanwhile() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    let slow = await slowCall(bench, copy)
    let change = Task { try await copy.useKey(Self.other) }
    while await code(of: { _ = try await copy.status() }) != "invalid" { await Task.yield() }
    let updates = copy.updates()
    let first = Task { () -> CopyUpdate? in
      for await update in updates { return update }
      return nil
    }
    let given = copy.updates()
    let givenUp = Task { () -> CopyUpdate? in
      for await update in given { return update }
      return nil
    }
    for _ in 0..<20 { await Task.yield() }
    givenUp.cancel()
    #expect(await givenUp.value == nil)
    answer(slow.answer)
    _ = try await slow.call.value
    try await change.value
    let update = try #require(await first.value)
    #expect(update.pending == 1 && update.hydration == .complete)
    await copy.close()
  }

  @Test("a copy that is closed meanwhile ends whoever began to look on during the change")
  func looksOnUntilClosed() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let slow = await slowCall(bench, copy)
    let change = Task { try await copy.useKey(Self.other) }
    while await code(of: { _ = try await copy.status() }) != "invalid" { await Task.yield() }
    let updates = copy.updates()
    let first = Task { () -> CopyUpdate? in
      for await update in updates { return update }
      return nil
    }
    let closing = Task { await copy.close() }
    while await code(of: { _ = try await copy.status() }) != "closed" { await Task.yield() }
    answer(slow.answer)
    _ = try await slow.call.value
    _ = await change.result
    await closing.value
    #expect(await first.value == nil)
  }

  @Test("a copy that is closed meanwhile is closed, and the change says so")
  func closedMeanwhile() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let slow = await slowCall(bench, copy)
    let change = Task { try await copy.useKey(Self.other) }
    while await code(of: { _ = try await copy.status() }) != "invalid" { await Task.yield() }
    let closing = Task { await copy.close() }
    while await code(of: { _ = try await copy.status() }) != "closed" { await Task.yield() }
    answer(slow.answer)
    _ = try await slow.call.value
    #expect(await code(of: { try await change.value }) == "closed")
    await closing.value
    let again = try await bench.open()
    #expect(again.handle == .writer)
    await again.close()
  }

  @Test("without a server there is no key to change; a closed copy says that first")
  func refusals() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let reader = try await WorkingCopy.openReader(
      store: bench.store, environment: bench.environment)
    #expect(await code(of: { try await reader.useKey(Self.other) }) == "no_server")
    await reader.close()
    #expect(await code(of: { try await reader.useKey(Self.other) }) == "closed")
    await copy.close()
    #expect(await code(of: { try await copy.useKey(Self.other) }) == "closed")
  }

  @Test("a store that can't be opened again closes the copy and ends its streams")
  func reopeningFails() async throws {
    let bench = try CopyBench()
    struct NoNetwork: Error {}
    let fails = Lock(false)
    let copy = try await open(bench) { if fails.withLock({ $0 }) { throw NoNetwork() } }
    let ear = ChangeEar(copy.changes())
    fails.withLock { $0 = true }
    #expect(await code(of: { try await copy.useKey(Self.other) }) == "io")
    await ear.ended()
    #expect(await code(of: { _ = try await copy.status() }) == "closed")
    await copy.close()
    fails.withLock { $0 = false }
    let again = try await bench.open()
    #expect(again.handle == .writer)
    await again.close()
  }

  @Test("a role that another opener took meanwhile is gone: the copy comes back reading")
  func comesBackReading() async throws {
    let bench = try CopyBench()
    let store = bench.store.path
    let claim: Lock<SQLiteWriterClaim?> = Lock(nil)
    let takes = Lock(false)
    let copy = try await open(bench) {
      if takes.withLock({ $0 }) {
        let taken = try SQLiteWriterClaim.take(store: store)
        claim.withLock { $0 = taken }
      }
    }
    let ear = ChangeEar(copy.changes())
    takes.withLock { $0 = true }
    try await copy.useKey(Self.other)
    #expect(claim.withLock { $0 } != nil)
    #expect(copy.handle == .reader)
    #expect(
      await code(of: { _ = try await copy.items.create(Draft(type: "core.note")) })
        == "reading_handle")
    #expect(try await copy.status().hydration == .never)
    await ear.wait { changes in
      changes.contains { if case .saved = $0.origin { true } else { false } }
    }
    claim.withLock { $0 }?.release()
    // The role is free again, and a further change takes it.
    takes.withLock { $0 = false }
    try await copy.useKey("mk_third")
    #expect(copy.handle == .writer)
    await ear.letGo()
    await copy.close()
  }

  @Test("streams stay, and a follow that the old key had stopped goes on")
  func followGoesOn() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    bench.server.door { request in
      request.headers["Authorization"] == "Bearer \(CopyBench.key)" && request.line != "GET /"
        ? .refusal(401, "invalid_key") : nil
    }
    let ear = ChangeEar(copy.changes())
    await ear.wait { changes in
      changes.contains { if case .stopped = $0.origin { true } else { false } }
    }
    try await copy.useKey(Self.other)
    await bench.transport.waitUntil { requests in
      requests.contains {
        $0.line == "GET /events" && $0.headers["Authorization"] == "Bearer \(Self.other)"
      }
    }
    bench.server.publish(.created, Fixture.item(["body": "new"], id: id(5)))
    await ear.wait { changes in changes.contains { $0.itemId == id(5) } }
    // A stream taken now is not told of the trouble that is over.
    let late = ChangeEar(copy.changes())
    try await copy.tags.add("x", to: id(5))
    await late.wait { !$0.isEmpty }
    #expect(late.origins.first == .local(.addTag))
    await ear.letGo()
    await late.letGo()
    await copy.close()
  }

  @Test("cancelling the task ends the change nowhere half way")
  func cancelled() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let change = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await copy.useKey(Self.other)
    }
    try await change.value
    #expect(try await copy.status().hydration == .complete)
    await copy.close()
  }

  private func code(of call: () async throws -> Void) async -> String? {
    do {
      try await call()
      return nil
    } catch {
      return (error as? MarfaError)?.code()
    }
  }
}
