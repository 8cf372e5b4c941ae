import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Calls of a cancelled task")
struct CancelledCallsTests {
  /// Runs a call in a task that is cancelled before it makes it.
  private func cancelled<T: Sendable>(_ call: @escaping @Sendable () async throws -> T) async
    -> Result<T, any Error>
  {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await call()
    }.result
  }

  @Test("what the store alone answers is answered, and what is queued is queued (sdk-api 20.4)")
  func localCalls() async throws {
    let bench = try CopyBench()
    bench.server.hold(Fixture.item(["body": "bread"], id: id(1)))
    let copy = try await bench.hydrated()
    let item = try await cancelled { try await copy.items.get(id(1)) }.get()
    #expect(item?.id == id(1))
    #expect(try await cancelled { try await copy.items.list() }.get().count == 1)
    #expect(try await cancelled { try await copy.search("bread") }.get().count == 1)
    #expect(try await cancelled { try await copy.status() }.get().hydration == .complete)
    #expect(try await cancelled { try await copy.catalog.itemType("core.note") }.get().id != "")
    let write = try await cancelled { try await copy.tags.add("x", to: id(1)) }.get()
    #expect(try await cancelled { try await copy.queue.all() }.get().map(\.id) == [write.id])
    #expect(try await cancelled { try await copy.queue.forgetAnswered() }.get() == 0)
    try await cancelled { try await copy.declareTypes([]) }.get()
    await copy.close()
  }

  @Test("hydrate, catchUp, drain and withdraw start nothing and throw canceled (R156)")
  func serverCalls() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "B"]))
    for call in Self.calls(copy) {
      let outcome = await cancelled(call)
      let error = #expect(throws: MarfaError.self) { try outcome.get() }
      #expect(error?.code() == "canceled")
    }
    #expect(bench.transport.requests.isEmpty)
    #expect(try await copy.queue.drain().answered == 1)
    await copy.close()
  }

  @Test("a closed copy, a reading handle and a missing server are told before the cancellation")
  func precedence() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    let reader = try await bench.open()
    #expect(reader.handle == .reader)
    await expect("reading_handle", reader)
    await reader.close()
    await expect("closed", reader)
    await copy.close()
    await expect("closed", copy)
    let lone = try CopyBench()
    let alone = try await lone.openAlone()
    await expect("no_server", alone)
    await alone.close()
  }

  private func expect(_ code: String, _ copy: WorkingCopy) async {
    for call in Self.calls(copy) {
      let outcome = await cancelled(call)
      let error = #expect(throws: MarfaError.self) { try outcome.get() }
      #expect(error?.code() == code)
    }
  }

  private static func calls(_ copy: WorkingCopy) -> [@Sendable () async throws -> Void] {
    [
      { _ = try await copy.hydrate(types: ["core.note"], tier: .library) },
      { _ = try await copy.catchUp() }, { _ = try await copy.queue.drain() },
      { _ = try await copy.queue.withdraw(id(7)) },
    ]
  }
}
