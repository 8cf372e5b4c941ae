import MarfaEngine
import MarfaModel
import Testing

@testable import MarfaServer

/// What one delete took along, and how it comes back (server-items 9.2 to 9.5).
@Suite("Cascades")
struct CascadeTests {
  /// A chain of items, each the parent of the next.
  private func chain(_ bench: ServerBench, _ count: Int) async throws -> [String] {
    var ids: [String] = []
    for _ in 0..<count { ids.append(try await bench.item()) }
    for (parent, child) in zip(ids, ids.dropFirst()) {
      try await bench.edge(parent, child, "parent-of")
    }
    return ids
  }

  private func states(_ bench: ServerBench, _ ids: [String]) async throws -> [ItemState?] {
    var states: [ItemState?] = []
    for id in ids { states.append(try await bench.stored(id)?.state) }
    return states
  }

  @Test("after the head of a trash is purged each row below heads what lies beneath it")
  func restoreAfterPurge() async throws {
    let bench = try await ServerBench()
    let ids = try await chain(bench, 4)
    #expect(try await bench.send("DELETE", "/items/\(ids[0])").verdict == "200")
    #expect(try await bench.send("POST", "/items/\(ids[0])/purge").verdict == "200")
    let bin = try await bench.send("GET", "/items?state=trashed")
    #expect(bin.data.count == 3)
    for row in bin.data {
      #expect(row["trashed_by_cascade"] == true)
      #expect(row["trashed_with"] == nil, "what it names is no more")
    }
    let before = try await bench.events().count
    #expect(try await bench.send("POST", "/items/\(ids[2])/restore").verdict == "200")
    #expect(try await states(bench, ids) == [nil, .trashed, .active, .active])
    let told = try await bench.events(after: Int64(before))
    #expect(told.map(\.name) == ["item.restored", "item.restored"])
    #expect(
      try told.map { try JSONObject(json: $0.members)["restored_with"]?.string } == [nil, ids[2]])
    #expect(try await bench.send("POST", "/items/\(ids[1])/restore").verdict == "200")
    #expect(try await states(bench, ids) == [nil, .active, .active, .active])
  }

  @Test("a row that left the bin and went there again is not brought back with the first trash")
  func binnedAgain() async throws {
    let bench = try await ServerBench()
    let ids = try await chain(bench, 3)
    try await bench.send("DELETE", "/items/\(ids[0])")
    try await bench.send("POST", "/items/\(ids[1])/restore")
    #expect(try await states(bench, ids) == [.trashed, .active, .active])
    try await bench.send("DELETE", "/items/\(ids[1])")
    try await bench.send("POST", "/items/\(ids[0])/restore")
    #expect(try await states(bench, ids) == [.active, .trashed, .trashed])
    try await bench.send("POST", "/items/\(ids[1])/restore")
    #expect(try await states(bench, ids) == [.active, .active, .active])
  }

  @Test("purging a row in the middle leaves the rest to the head's restore")
  func purgedMiddle() async throws {
    let bench = try await ServerBench()
    let ids = try await chain(bench, 3)
    try await bench.send("DELETE", "/items/\(ids[0])")
    #expect(try await bench.send("POST", "/items/\(ids[1])/purge").verdict == "200")
    try await bench.send("POST", "/items/\(ids[0])/restore")
    #expect(try await states(bench, ids) == [.active, nil, .active])
  }
}
