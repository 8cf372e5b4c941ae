import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import Marfa

/// Where a crash hits a pass.
private enum CrashPoint: String, CaseIterable, Sendable {
  /// After the write was chosen, before it is marked as sent.
  case beforeMark
  /// After the mark, before the server hears of it.
  case beforeArrival
  /// After the server took it, before its answer is committed.
  case beforeSettling
}

@Suite("A crash at any point of a drain loses nothing and doubles nothing")
struct QueueCrashTests {
  /// A small generator, so that a failing seed runs again alone.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private func id(_ number: Int) -> String {
    "0197a3c2-0000-7000-8000-" + String(repeating: "0", count: 8) + String(1000 + number)
  }

  /// Queues what a person might do in an afternoon without a network.
  private func edit(_ bench: QueueBench, _ random: inout Seeded, writes: Int) async throws {
    var made = 0
    var edges: [String] = []
    for step in 0..<writes {
      let place = made == 0 ? 0 : Int.random(in: 0..<made, using: &random)
      let shown = made == 0 ? nil : try await bench.item(id(place))
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        try await bench.append(
          .createItem(
            Draft(type: "core.note", properties: ["title": .integer(Int64(step))]), id: id(made),
            tier: .library), tags: step % 2 == 0 ? ["new"] : [])
        made += 1
      case 2, 3, 4:
        guard let shown, shown.state == .active else { continue }
        let whole = Bool.random(using: &random)
        let name = "p\(Int.random(in: 0..<3, using: &random))"
        var properties: JSONObject = whole ? shown.properties : [:]
        properties[name] = .integer(Int64(step))
        try await bench.append(
          .updateItem(
            shown,
            Edit(
              properties: properties, replaceProperties: whole, baseVersion: shown.version)))
      case 5:
        guard let shown, shown.state == .active else { continue }
        try await bench.append(.addTag("t\(step % 3)", to: shown.id))
      case 6:
        guard let shown else { continue }
        try await bench.append(
          shown.state == .active ? .deleteItem(shown) : .restoreItem(shown.id))
      case 7:
        guard made > 1 else { continue }
        let edge = id(500 + step)
        try await bench.append(
          .createEdge(
            edge, from: id(place), to: id((place + 1) % made), type: "references",
            properties: [:], isFresh: true))
        edges.append(edge)
      default:
        guard let last = edges.last, let edge = try await bench.edge(last) else { continue }
        try await bench.append(
          Bool.random(using: &random)
            ? .deleteEdge(edge)
            : .updateEdge(
              edge, properties: ["n": .integer(Int64(step))], baseVersion: edge.version))
      }
    }
  }

  private func check(_ bench: QueueBench, _ server: ModelServer, seed: Int) async throws {
    let queue = try await bench.queue()
    let stuck = queue.filter { $0.standing != .accepted }
    #expect(stuck.map { "\($0.kind) \($0.standing)" } == [], "seed \(seed)")
    for (id, row) in server.items {
      let shown = try await bench.item(id)
      #expect(shown?.version == row.version, "seed \(seed)")
      #expect(shown?.properties == row.properties, "seed \(seed)")
      #expect(shown?.state == row.state, "seed \(seed)")
      #expect(shown?.tags == row.tags, "seed \(seed)")
    }
    for write in queue {
      if let id = write.edgeId {
        let shown = try await bench.edge(id)
        #expect(shown?.properties == server.edges[id]?.properties, "seed \(seed)")
        #expect(shown?.version == server.edges[id]?.version, "seed \(seed)")
      }
    }
    #expect(try await bench.isBeneathEmpty(), "seed \(seed)")
    #expect(try await bench.owed().isEmpty, "seed \(seed)")
  }

  @Test("whatever one device does offline goes through without a conflict", arguments: 0..<40)
  func offline(seed: Int) async throws {
    let bench = try await QueueBench()
    let server = ModelServer()
    var random = Seeded(state: UInt64(seed) &* 7919 &+ 1)
    try await edit(bench, &random, writes: 25)
    bench.line.answering { request, _ in .answered(server.answer(request)) }
    let report = try await bench.drain()
    #expect(report.answered == UInt64(report.verdicts.count), "seed \(seed)")
    try await check(bench, server, seed: seed)
    await bench.close()
  }

  @Test("crashes at random points, over and over, end in the same rows", arguments: 0..<40)
  func crashes(seed: Int) async throws {
    let bench = try await QueueBench()
    let server = ModelServer()
    var random = Seeded(state: UInt64(seed) &* 104_729 &+ 3)
    try await edit(bench, &random, writes: 15)
    var crashes = 0
    for _ in 0..<60 {
      let point = CrashPoint.allCases.randomElement(using: &random) ?? .beforeMark
      let calls = Int.random(in: 0..<4, using: &random)
      script(bench, server, crashingAt: crashes < 8 ? point : nil, after: calls)
      do {
        _ = try await bench.drain()
      } catch {
        crashes += 1
        await bench.crash()
        try await bench.reopen()
        continue
      }
      if try await bench.queue().allSatisfy({ $0.standing == .accepted }) { break }
    }
    try await check(bench, server, seed: seed)
    #expect(server.counts.taken >= (try await bench.queue().count))
    await bench.close()
  }

  @Test("a crash behind a refusal keeps the verdict and the read that is owed")
  func refusal() async throws {
    let bench = try await QueueBench()
    try await bench.hold(Fixture.item(["title": "A"], version: 3))
    let shown = try #require(try await bench.item())
    try await bench.append(.updateItem(shown, Edit(properties: ["title": "B"], baseVersion: 3)))
    bench.line.refusing(400, "validation_error")
    bench.line.reading { _ in .ended(.io(message: "Killed.")) }
    await #expect(throws: MarfaError.self) { try await bench.drain() }
    await bench.crash()
    try await bench.reopen()
    #expect(try await bench.owed().count == 1)
    #expect(try await bench.item()?.properties == ["title": "A"])
    bench.line.reading { _ in
      .answered(.item(Fixture.item(["title": "C"], version: 4), tagged: true))
    }
    try await bench.drain()
    #expect(bench.line.requests.count == 1)
    #expect(try await bench.item()?.properties == ["title": "C"])
    await bench.close()
  }

  @Test("a create and its tags are queued together or not at all")
  func queueing() async throws {
    let bench = try await QueueBench()
    struct Killed: Error {}
    await #expect(throws: Killed.self) {
      try await bench.database.write { connection in
        _ = try Enqueuer(connection, rows: bench.rows(connection), at: QueueBench.now)
          .append(
            .createItem(Draft(type: "core.note"), id: Fixture.itemId, tier: nil), tags: ["a"])
        throw Killed()
      }
    }
    #expect(try await bench.queue().isEmpty)
    #expect(try await bench.item() == nil)
    await bench.close()
  }

  private func script(
    _ bench: QueueBench, _ server: ModelServer, crashingAt point: CrashPoint?, after calls: Int
  ) {
    let left = Lock(calls)
    @Sendable func isDue(_ here: CrashPoint) -> Bool {
      guard here == point else { return false }
      return left.withLock { left in
        left -= 1
        return left < 0
      }
    }
    bench.line.confirming {
      if isDue(.beforeMark) { await bench.crash() }
    }
    bench.line.answering { request, _ in
      if isDue(.beforeArrival) {
        await bench.crash()
        return .unreachable(.network(message: "Killed."))
      }
      let answer = server.answer(request)
      if isDue(.beforeSettling) { await bench.crash() }
      return .answered(answer)
    }
    bench.line.reading { read in server.read(read) }
  }
}
