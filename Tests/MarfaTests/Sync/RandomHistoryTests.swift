import MarfaModel
import MarfaSQL
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Random histories")
struct RandomHistoryTests {
  /// The rows and edges of a copy, as text that can be compared.
  private func dump(_ copy: WorkingCopy) async throws -> [String] {
    try await copy.core.store.database.read { connection in
      try connection.query(
        """
        SELECT id || ' ' || type || ' ' || coalesce(tier, '') || ' ' || state || ' ' || version
          || ' ' || updated_at || ' ' || created_at || ' ' || occurred_at || ' ' || source || ' ' || coalesce(source_id, '') || ' ' || coalesce(tags, '') || ' ' || coalesce(trashed_with, '') || ' ' || properties FROM items
        UNION ALL
        SELECT id || ' ' || edge_type || ' ' || source_id || ' ' || target_id || ' ' || version || ' ' || created_at || ' ' || updated_at || ' ' || properties
          FROM edges
        ORDER BY 1
        """, []
      ) { $0.text(0) }
    }
  }

  /// What a copy holds that is loaded from the server as it is now.
  private func fresh(_ bench: CopyBench, edgeTypes: [String]) async throws -> [String] {
    let other = try CopyBench(server: bench.server)
    let copy = try await other.hydrated(edgeTypes: edgeTypes)
    let rows = try await dump(copy)
    #expect(rows.count > 5)
    await copy.close()
    return rows
  }

  /// Makes reads of edges fail at times, and cuts streams wherever it likes.
  private func makeUnsteady(_ server: ScriptedServer, seed: UInt64) {
    let chance = Lock(SeededGenerator(seed: seed))
    server.door { request in
      let number = chance.withLock { Int.random(in: 0..<10, using: &$0) }
      if request.path.hasSuffix("/edges"), request.path != "/edges", number < 3 {
        return .unreachable
      }
      if request.path == "/events", request.headers["Last-Event-ID"] != nil, number < 4 {
        return Self.cut(server, request, chance)
      }
      return nil
    }
  }

  /// The replay that a request asks for, in pieces, cut at some byte.
  private static func cut(
    _ server: ScriptedServer, _ request: ScriptedRequest, _ chance: Lock<SeededGenerator>
  ) -> ScriptedAnswer {
    let cursor = request.headers["Last-Event-ID"].flatMap(Int64.init) ?? 0
    let text = server.state.withLock { state in
      state.log.filter { $0.id > cursor }
        .map { ScriptedStream.frame($0.data, id: $0.id) }.joined()
    }
    let bytes = Array(text.utf8)
    let end = chance.withLock { Int.random(in: 0...bytes.count, using: &$0) }
    let stream = ScriptedStream()
    stream.send(Array(bytes[..<end]))
    stream.cut()
    return .stream(stream)
  }

  @Test(
    "a copy that catches up holds what a fresh load holds, whatever happened and broke meanwhile",
    arguments: 1...12)
  func converges(_ seed: UInt64) async throws {
    let edgeTypes = seed.isMultiple(of: 3) ? ["references"] : []
    let bench = try CopyBench()
    var history = RandomHistory(bench.server, seed: seed)
    history.live(40)
    let copy = try await bench.hydrated(edgeTypes: edgeTypes)
    makeUnsteady(bench.server, seed: seed)
    for _ in 0..<12 {
      history.live(history.number(below: 60))
      // Broken calls are part of it: what they took stays taken.
      _ = try? await copy.catchUp()
    }
    bench.server.openDoors()
    try await copy.catchUp()
    #expect(try await copy.status().eventCursor == String(bench.server.head))
    #expect(try await dump(copy) == fresh(bench, edgeTypes: edgeTypes))
    await copy.close()
  }

  @Test("a copy that follows holds what a fresh load holds", arguments: 21...24)
  func followConverges(_ seed: UInt64) async throws {
    let bench = try CopyBench()
    var history = RandomHistory(bench.server, seed: seed)
    history.live(80)
    let copy = try await bench.hydrated()
    makeUnsteady(bench.server, seed: seed)
    let ear = ChangeEar(copy.changes())
    let time = Task {
      while !Task.isCancelled { await bench.advance(past: .seconds(1)) }
    }
    for _ in 0..<10 {
      history.live(history.number(below: 30))
      _ = try? await copy.catchUp()
    }
    bench.server.openDoors()
    history.live(5)
    bench.server.publish(.created, Fixture.item(["body": "last"], id: id(9_999)))
    let last = String(bench.server.head)
    await ear.wait { $0.contains { $0.origin == .server(event: "item.created", cursor: last) } }
    time.cancel()
    #expect(try await dump(copy) == fresh(bench, edgeTypes: []))
    await ear.letGo()
    await copy.close()
  }
}
