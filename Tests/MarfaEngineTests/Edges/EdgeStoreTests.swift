import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

@Suite("edges in a store")
struct EdgeStoreTests {
  private func numbers(_ edges: [Edge]) -> [Int] {
    edges.compactMap { Int($0.id.suffix(12)).map { $0 - 100_000 } }
  }

  @Test("an edge comes back whole, and is replaced under its id")
  func whole() async throws {
    let store = try await EngineStore(file: true)
    let first = edge(1, 1, 2, "in-folder", ["path": "a/b", "n": [1, .null]])
    let moved = edge(1, 1, 3, "in-folder", [:], version: 2)
    let seen = try await store.edges { edges -> [Edge?] in
      try edges.put(first)
      let before = try edges.get(first.id)
      try edges.put(moved)
      #expect(try edges.count() == 1)
      return [
        before, try edges.get(first.id), try edges.get("nobody"),
        try edges.find(from: id(1), to: id(3), type: "in-folder"),
        try edges.find(from: id(1), to: id(2), type: "in-folder"),
        try edges.find(from: id(3), to: id(1), type: "in-folder"),
      ]
    }
    #expect(seen == [first, moved, nil, moved, nil, nil])
    await store.database.close()
  }

  @Test("edges are listed from either end and by type, oldest first, equal times by id")
  func lists() async throws {
    let store = try await EngineStore()
    let seen = try await store.edges { edges throws in
      try edges.put(edge(3, 1, 2))
      try edges.put(edge(1, 1, 3, "parent-of"))
      try edges.put(edge(2, 4, 1))
      let early = edge(1, 1, 3)
      try edges.put(
        Edge(
          id: id(100_009), sourceId: id(1), targetId: id(5), edgeType: "references",
          properties: [:], version: 1, createdAt: early.createdAt, updatedAt: time(40)))
      return [
        try edges.from(id(1)), try edges.from(id(1), type: "references"), try edges.to(id(1)),
        try edges.to(id(1), type: "parent-of"), try edges.ofType("references"),
        try edges.list(EdgeQuery(types: [])),
        try edges.list(EdgeQuery(types: ["parent-of", "references"])),
      ].map(numbers)
    }
    #expect(seen == [[1, 9, 3], [9, 3], [2], [], [9, 2, 3], [], [3, 2, 9, 1]])
    await store.database.close()
  }

  @Test("pages walk each order once, whatever their size", arguments: EdgeOrder.allCases)
  func pages(order: EdgeOrder) async throws {
    let store = try await EngineStore(server: true)
    try await store.edges { edges throws in
      for number in 1...9 {
        let edge = edge(number, 1, number + 1)
        try edges.put(
          Edge(
            id: edge.id, sourceId: edge.sourceId, targetId: edge.targetId,
            edgeType: edge.edgeType, properties: [:], version: 1, createdAt: time(number / 3),
            updatedAt: time(20 - number / 2)))
      }
    }
    let all = try await store.edges { try $0.list(EdgeQuery(from: id(1), order: order)) }
    #expect(all.count == 9)
    for size in [1, 2, 4, 9, 20] {
      var seen: [Edge] = []
      var query = EdgeQuery(from: id(1), order: order)
      repeat {
        let asked = query
        let page = try await store.edges { try $0.page(asked, limit: size) }
        seen += page.edges
        query.after = page.next
      } while query.after != nil
      #expect(seen == all)
    }
    await store.database.close()
  }

  @Test("the walk of changes takes its first instant in and its last one out")
  func changes() async throws {
    let store = try await EngineStore()
    let seen = try await store.edges { edges throws in
      for number in 1...5 { try edges.put(edge(number, number, 9)) }
      return try edges.list(
        EdgeQuery(changedFrom: time(2), changedBefore: time(4), order: .oldestChangeFirst))
    }
    #expect(numbers(seen) == [2, 3])
    await store.database.close()
  }

  @Test("a server refuses a second edge of a triple; a working copy holds it beside the first")
  func triples() async throws {
    let server = try await EngineStore(server: true)
    try await server.edges { try $0.put(edge(1, 1, 2)) }
    let error = await #expect(throws: SQLError.self) {
      try await server.edges { try $0.put(edge(2, 1, 2)) }
    }
    #expect(error?.kind == .constraint)
    let copy = try await EngineStore()
    let held = try await copy.edges { edges in
      try edges.put(edge(1, 1, 2))
      try edges.put(edge(2, 1, 2))
      return try edges.find(from: id(1), to: id(2), type: "references")?.id
    }
    #expect(held == edge(1, 1, 2).id)
    for store in [server, copy] { await store.database.close() }
  }

  @Test("counts at an end leave the moved edge out")
  func counts() async throws {
    let store = try await EngineStore()
    let seen = try await store.edges { edges throws in
      try edges.put(edge(1, 1, 2))
      try edges.put(edge(2, 1, 3))
      try edges.put(edge(3, 1, 3, "parent-of"))
      return [
        try edges.countFrom(id(1), type: "references"),
        try edges.countFrom(id(1), type: "references", except: edge(1, 1, 2).id),
        try edges.countTo(id(3), type: "references"),
        try edges.countTo(id(3), type: "references", except: edge(2, 1, 3).id),
        try edges.countTo(id(9), type: "references"), try edges.count(type: "references"),
      ]
    }
    #expect(seen == [2, 1, 1, 0, 0, 2])
    await store.database.close()
  }

  @Test("a circle is found at any depth, through loops, and not along other types")
  func circles() async throws {
    let store = try await EngineStore()
    let depth = 3_000
    let seen = try await store.edges { edges throws in
      for number in 1..<depth { try edges.put(edge(number, number, number + 1, "parent-of")) }
      try edges.put(edge(depth, depth, depth - 5, "parent-of"))
      try edges.put(edge(depth + 1, depth, 0, "references"))
      return [
        try edges.leads(from: id(1), to: id(depth), along: "parent-of"),
        try edges.leads(from: id(7), to: id(7), along: "parent-of"),
        try edges.leads(from: id(depth), to: id(depth - 1), along: "parent-of"),
        try edges.leads(from: id(depth), to: id(1), along: "parent-of"),
        try edges.leads(from: id(1), to: id(0), along: "parent-of"),
        try edges.leads(from: id(1), to: id(depth), along: "references"),
        try edges.leads(
          from: id(1), to: id(depth), along: "parent-of", except: edge(50, 0, 0).id),
      ]
    }
    #expect(seen == [true, true, true, false, false, false, false])
    await store.database.close()
  }

  @Test("what a delete reaches is each item once, nearest first, along the given types alone")
  func reaches() async throws {
    let store = try await EngineStore()
    let seen = try await store.edges { edges throws in
      try edges.put(edge(1, 1, 2, "parent-of"))
      try edges.put(edge(2, 1, 3, "owns"))
      try edges.put(edge(3, 2, 4, "parent-of"))
      try edges.put(edge(4, 3, 4, "parent-of"))
      try edges.put(edge(5, 4, 1, "parent-of"))
      try edges.put(edge(6, 4, 5, "references"))
      return [
        try edges.reached(from: id(1), along: ["parent-of", "owns"]),
        try edges.reached(from: id(1), along: ["parent-of"]),
        try edges.reached(from: id(1), along: []), try edges.reached(from: id(9), along: ["owns"]),
      ]
    }
    #expect(Set(seen[0].prefix(2)) == [id(2), id(3)] && Array(seen[0].dropFirst(2)) == [id(4)])
    #expect(seen[1] == [id(2), id(4)])
    #expect(seen[2] == [] && seen[3] == [])
    await store.database.close()
  }

  @Test("edges go with an item at one end or both, and whole types stay")
  func removals() async throws {
    let store = try await EngineStore()
    let seen = try await store.edges { edges -> [[Int]] in
      try edges.put(edge(1, 1, 2))
      try edges.put(edge(2, 1, 3, "kept"))
      try edges.put(edge(3, 4, 1))
      try edges.put(edge(4, 1, 1))
      let first = numbers(try edges.removeFrom(id(1), except: ["kept"]))
      let rest = numbers(try edges.removeAll(of: id(1)))
      #expect(try edges.count() == 0)
      try edges.put(edge(5, 1, 2))
      try edges.rename(edge(5, 1, 2).id, to: id(8))
      #expect(try edges.get(id(8)) != nil)
      #expect(try edges.remove(id(8)))
      #expect(try !edges.remove(id(8)))
      return [first, rest]
    }
    #expect(seen == [[1, 4], [2, 3]])
    await store.database.close()
  }
}
