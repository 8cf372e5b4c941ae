import Foundation
import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("A load that is refused")
struct HydrateRefusalTests {
  private static let note = Fixture.item(["title": "A", "body": "Text"], id: id(1))
  private static let declared: JSONObject = [
    "id": "app.garden.plant", "label": "Plant", "version": 0,
    "fields": ["name": ["type": "string"]],
  ]

  // MARK: - Before anything is asked

  @Test(
    "a declaration that names no type is refused before any request",
    arguments: [[], ["*"], ["core"], ["Core.Note"], ["core.note", "app.two"], ["core..note"]])
  func badTypes(_ types: [String]) async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: types, tier: .library) }
    #expect(error?.code() == "invalid")
    #expect(bench.transport.requests.isEmpty)
    #expect(try await copy.status().hydration == .never)
    await copy.close()
  }

  @Test(
    "an edge type without a usable name is refused before any request",
    arguments: ["", "*", "a b", "a,b", "a\tb"])
  func badEdgeTypes(_ name: String) async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let error = await thrown {
      try await copy.hydrate(types: ["core.note"], tier: .library, edgeTypes: [name])
    }
    #expect(error?.code() == "invalid")
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
  }

  @Test("a type or edge type that the server lacks is refused before anything is cleared")
  func unknownTypes() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    for (types, edgeTypes) in [(["app.no.such"], []), (["core.note"], ["no-such"])] {
      let error = await thrown {
        try await copy.hydrate(types: types, tier: .library, edgeTypes: edgeTypes)
      }
      #expect(error?.code() == "unknown_type")
      #expect(try await copy.status().hydration == .complete)
      #expect(try await copy.items.get(id(1)) != nil)
    }
    await copy.close()
  }

  @Test("a wildcard may match nothing")
  func emptyWildcard() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let report = try await copy.hydrate(types: ["garden.*", "garden.*"], tier: .all)
    #expect(report.types == ["garden.*"] && report.items == 0)
    await copy.close()
  }

  @Test("a store that is bound to another server is refused at opening, and nothing is sent")
  func otherOrigin() async throws {
    let bench = try CopyBench()
    await (try await bench.hydrated()).close()
    let error = await thrown { _ = try await bench.open(address: "https://other.example") }
    guard case .wrongServer(let expected, let got, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected == "https://server.example" && got == "https://other.example")
    #expect(bench.transport.requests.isEmpty && bench.transport.isClosed)
  }

  @Test("an address that is no server's is refused without a transport being made")
  func unusableAddress() async throws {
    let bench = try CopyBench()
    let error = await thrown { _ = try await bench.open(address: "ftp://server.example") }
    #expect(error?.code() == "invalid")
    #expect(!FileManager.default.fileExists(atPath: bench.store.path))
  }

  @Test("another instance behind the address is loaded like any other; the queue is kept")
  func otherInstance() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "New"]))
    bench.server.set { $0 = ScriptedServer.State(instance: "instance-2") }
    try await copy.hydrate(types: ["core.note"], tier: .library)
    let status = try await copy.status()
    #expect(status.instanceId == "instance-2" && status.items == 1)
    #expect(try await copy.queue.all().count == 1)
    await copy.close()
  }

  // MARK: - Declared types

  @Test("declared types that the server lacks are registered, and the head is read again")
  func registers() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    try await copy.declareTypes([Self.declared])
    let report = try await copy.hydrate(types: ["app.garden.plant"], tier: .library)
    #expect(report.registeredTypes == ["app.garden.plant"])
    #expect(report.unregisteredTypes.isEmpty)
    let lines = bench.transport.lines
    let registered = try #require(lines.firstIndex(of: "POST /types"))
    #expect(lines[(registered + 1)...].contains("GET /types"))
    #expect(lines[(registered + 1)...].firstIndex(of: "GET /events") != nil)
    #expect(lines.count { $0 == "GET /events" } == 3)
    await copy.close()
  }

  @Test("a declared type that the server refuses is reported with its code and stops nothing")
  func refusedRegistration() async throws {
    let bench = try CopyBench()
    bench.server.door("POST /types") { _ in
      .refusal(403, "forbidden", message: "This key may not register types.")
    }
    let copy = try await bench.open()
    try await copy.declareTypes([Self.declared])
    let report = try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(
      report.unregisteredTypes == [
        UnregisteredType(
          id: "app.garden.plant", code: "forbidden", message: "This key may not register types.")
      ])
    #expect(try await copy.declaredTypes().count == 1)
    #expect(try await copy.catalog.itemType("app.garden.plant").label == "Plant")
    await copy.close()
  }

  @Test("a registration that fails for a passing reason fails the load before anything is cleared")
  func brokenRegistration() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    try await copy.declareTypes([Self.declared])
    bench.server.door("POST /types") { _ in .refusal(503, "unavailable") }
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.isTransient == true)
    #expect(try await copy.items.list().count == 1)
    await copy.close()
  }

  // MARK: - The head

  @Test("a head that is not told is asked for three times, then the copy has no cursor")
  func noHead() async throws {
    let bench = try CopyBench()
    bench.server.door("GET /events") { _ in .stream(ScriptedStream("\n", ends: true)) }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "no_cursor" && error?.needsHydration == true)
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 3)
    #expect(try await copy.status().hydration == .never)
    await copy.close()
  }

  @Test("a server that asks to wait is not asked for the head again at once")
  func headAskedToWait() async throws {
    let bench = try CopyBench()
    bench.server.door("GET /events") { _ in
      .refusal(429, "rate_limited", retryAfter: "20")
    }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.retryAfter == .seconds(20))
    #expect(bench.transport.lines.count { $0 == "GET /events" } == 1)
    await copy.close()
  }

  @Test("a silent server is given up after 15 seconds three times, and reads go on meanwhile")
  func silentServer() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    bench.server.door("GET /events") { _ in .stall }
    let load = Task { try await copy.hydrate(types: ["core.note"], tier: .library) }
    for _ in 0..<3 {
      await bench.clock.waitForTimer(of: .seconds(15))
      #expect(try await copy.items.list().count == 1)
      bench.clock.advance(by: .seconds(15))
    }
    let error = await thrown { _ = try await load.value }
    #expect(error?.code() == "network")
    #expect(try await copy.status().hydration == .complete)
    await copy.close()
  }

  @Test("a head that is kept back behind comments is given up in the same time")
  func commentsOnly() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let stream = ScriptedStream()
    bench.server.door("GET /events") { _ in .stream(stream) }
    let load = Task { _ = try await copy.hydrate(types: ["core.note"], tier: .library) }
    await bench.clock.waitForTimer(of: .seconds(15))
    bench.clock.advance(by: .seconds(10))
    stream.comment()
    await bench.clock.waitForTimer(of: .seconds(5))
    await stream.taken()
    bench.clock.advance(by: .seconds(5))
    stream.cut()
    #expect(await thrown { try await load.value }?.code() == "no_cursor")
    await copy.close()
  }
}
