import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("A load that is interrupted")
struct HydrateInterruptionTests {
  private static let note = Fixture.item(["title": "A", "body": "Text"], id: id(1))

  /// Fails the second page of a listing; the first one is read before anything is cleared.
  private static func breakSecondPage(
    _ bench: CopyBench, of path: String, _ answer: ScriptedAnswer
  ) {
    bench.server.set { $0.pageSize = 1 }
    bench.server.door { request in
      request.path == path && request.parameter("cursor") != nil ? answer : nil
    }
  }

  @Test(
    "a load that breaks off leaves reads refused until one completes; nothing of the queue is lost",
    arguments: ["/items", "/edges"])
  func interrupted(_ path: String) async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note, Fixture.item(["body": "B"], id: id(2)))
    bench.server.hold(
      Fixture.edge(id: id(101), from: id(1), to: id(2)),
      Fixture.edge(id: id(102), from: id(2), to: id(1)))
    let copy = try await bench.hydrated()
    try await copy.items.update(id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    Self.breakSecondPage(bench, of: path, .unreachable)
    let load = {
      _ = try await copy.hydrate(
        types: ["core.note"], tier: .library, edgeTypes: ["references"])
    }
    #expect(await thrown(load)?.code() == "network")
    #expect(try await copy.status().hydration == .inProgress)
    #expect(await thrown { _ = try await copy.items.list() }?.code() == "hydration_incomplete")
    #expect(await thrown { _ = try await copy.search("a") }?.code() == "hydration_incomplete")
    #expect(
      await thrown {
        _ = try await copy.items.create(Draft(type: "core.note", properties: ["body": "New"]))
      }?.code() == "hydration_incomplete")
    #expect(await thrown { _ = try await copy.queue.drain() }?.code() == "hydration_incomplete")
    #expect(await thrown { _ = try await copy.catchUp() }?.code() == "hydration_incomplete")
    #expect(try await copy.queue.all().count == 1)
    bench.server.openDoors()
    try await load()
    #expect(try await copy.items.get(id(1))?.title == "Mine")
    #expect(try await copy.status().edges == 2)
    await copy.close()
  }

  @Test(
    "an answer of another contract at any door ends the load before anything is cleared",
    arguments: [
      "GET /", "GET /events", "GET /types", "GET /edge-types", "GET /items", "GET /edges",
    ])
  func otherContract(_ line: String) async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    for headers in [[("X-Marfa-Contract", "5")], []] {
      bench.server.door(line) { _ in .json(["data": [], "next_cursor": nil], headers: headers) }
      let error = await thrown {
        try await copy.hydrate(types: ["core.note"], tier: .library, edgeTypes: ["references"])
      }
      #expect(error?.code() == "contract_mismatch")
    }
    #expect(try await copy.status().hydration == .complete)
    #expect(try await copy.items.get(id(1)) != nil)
    await copy.close()
  }

  @Test(
    "what is refused with its first page is refused before anything is cleared",
    arguments: [
      ("GET /items", ScriptedAnswer.refusal(403, "type_not_permitted"), "forbidden"),
      ("GET /edges", .refusal(403, "edge_permission_denied"), "forbidden"),
      ("GET /items", .unreachable, "network"), ("GET /items", .answer(502, []), "unnamed_answer"),
      ("GET /items", .refusal(401, "invalid_key"), "unauthorized"),
    ])
  func refusedFirstPage(_ line: String, _ answer: ScriptedAnswer, _ code: String) async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note)
    let copy = try await bench.hydrated()
    bench.server.door(line) { _ in answer }
    let error = await thrown {
      try await copy.hydrate(types: ["core.note"], tier: .library, edgeTypes: ["references"])
    }
    #expect(error?.code() == code)
    #expect(try await copy.status().hydration == .complete)
    #expect(try await copy.items.get(id(1)) != nil)
    await copy.close()
  }

  @Test("a full disk ends the load as storage that is full, and the queue is kept")
  func fullDisk() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    try await copy.items.create(Draft(type: "core.note", properties: ["body": "Mine"]))
    for number in 1...200 {
      bench.server.hold(
        Fixture.item(
          ["body": .string(String(repeating: "x", count: 20_000))], id: id(number)))
    }
    let pages = try await bench.count("PRAGMA page_count", in: copy)
    try await bench.pragma("max_page_count = \(pages + 50)", in: copy)
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "storage_full")
    #expect(try await copy.queue.all().count == 1)
    try await bench.pragma("max_page_count = 1000000", in: copy)
    try await copy.hydrate(types: ["core.note"], tier: .library)
    #expect(try await copy.status().items == 201)
    await copy.close()
  }

  @Test("a replay that ends before everything was sent leaves the copy loading")
  func replayEndsEarly() async throws {
    let bench = try CopyBench()
    bench.server.door { request in
      guard request.line == "GET /events", request.headers["Last-Event-ID"] != nil else {
        return nil
      }
      return .stream(ScriptedStream(": connected\n\n", ends: true))
    }
    let copy = try await bench.open()
    let error = await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }
    #expect(error?.code() == "stream_incomplete")
    #expect(try await copy.status().hydration == .inProgress)
    await copy.close()
  }

  @Test(
    "a load that is cancelled early has changed nothing, whatever it waited for",
    arguments: ["GET /", "GET /events", "GET /types", "GET /items", "GET /edges"])
  func cancelledEarly(_ line: String) async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    bench.server.door(line) { _ in .stall }
    let load = Task {
      _ = try await copy.hydrate(
        types: ["core.note"], tier: .library, edgeTypes: ["references"])
    }
    await bench.transport.waitFor(line)
    load.cancel()
    #expect(await thrown { try await load.value }?.code() == "canceled")
    #expect(try await copy.status().hydration == .complete)
    #expect(bench.transport.lines.count { $0 == "GET /events" } <= 1)
    await copy.close()
  }

  @Test("a load that is cancelled between two pages leaves the copy loading, and throws canceled")
  func cancelledLate() async throws {
    let bench = try CopyBench()
    bench.server.hold(Self.note, Fixture.item(["body": "B"], id: id(2)))
    let copy = try await bench.hydrated()
    Self.breakSecondPage(bench, of: "/items", .stall)
    let load = Task { _ = try await copy.hydrate(types: ["core.note"], tier: .library) }
    await bench.transport.waitFor("GET /items", times: 2)
    load.cancel()
    #expect(await thrown { try await load.value }?.code() == "canceled")
    #expect(try await copy.status().hydration == .inProgress)
    bench.server.openDoors()
    #expect(try await copy.hydrate(types: ["core.note"], tier: .library).items == 2)
    await copy.close()
  }

  @Test("an already cancelled task loads nothing")
  func cancelledBefore() async throws {
    let bench = try CopyBench()
    let copy = try await bench.open()
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await copy.hydrate(types: ["core.note"], tier: .library)
    }
    #expect(await thrown { try await load.value }?.code() == "canceled")
    #expect(bench.transport.requests.isEmpty)
    await copy.close()
  }

  @Test("a second load, or a catch-up beside it, is refused and the first goes on")
  func oneAtATime() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated()
    bench.server.door { request in
      request.line == "GET /types" ? ScriptedAnswer.stall : nil
    }
    let load = Task { _ = try await copy.hydrate(types: ["core.note"], tier: .library) }
    await bench.transport.waitFor("GET /types")
    #expect(
      await thrown { try await copy.hydrate(types: ["core.note"], tier: .library) }?.code()
        == "invalid")
    #expect(await thrown { try await copy.catchUp() }?.code() == "invalid")
    load.cancel()
    _ = await load.result
    await copy.close()
  }
}
