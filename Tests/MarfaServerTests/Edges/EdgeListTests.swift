import MarfaModel
import Resilience
import Testing

@testable import MarfaServer

/// Reading edges: one, all, by change, and at either end of an item (types-edges-search 4.3).
@Suite("Listings of edges")
struct EdgeListTests {
  @Test("one edge is answered, and one that may not be known is as missing as any text")
  func one() async throws {
    let bench = try await ServerBench()
    let blind = bench.key("blind", types: ["*": .read], edges: ["about": .read])
    let other = bench.key("other", types: ["core.task": .read], edges: ["*": .read])
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b)
    let answer = try await bench.send("GET", "/edges/\(edge.id)")
    #expect(answer.json == ["edge": .object(edge.json)])
    let missing = try await bench.send("GET", "/edges/\(bench.newId())")
    #expect(missing.verdict == "404 edge_not_found")
    #expect(try await bench.send("GET", "/edges/no-id").json == missing.json)
    for key in [blind, other] {
      #expect(try await bench.send("GET", "/edges/\(edge.id)", as: key).json == missing.json)
    }
  }

  @Test("an edge of a readable source is read although its target is hidden or in the bin")
  func targets() async throws {
    let bench = try await ServerBench()
    let key = bench.key("narrow", types: ["core.note": .read], edges: ["*": .read])
    let note = try await bench.item()
    let task = try await bench.item("core.task", ["title": "hidden"])
    let edge = try await bench.edge(note, task)
    let answer = try await bench.send("GET", "/edges/\(edge.id)", as: key)
    #expect(answer.object("edge")["target_id"] == .string(task))
    try await bench.send("DELETE", "/items/\(task)")
    #expect(try await bench.send("GET", "/edges/\(edge.id)", as: key).verdict == "200")
  }

  @Test("all edges come newest first, each once over the pages, and a change does not move one")
  func pages() async throws {
    let bench = try await ServerBench()
    let hub = try await bench.item()
    var made: [String] = []
    for _ in 0..<5 {
      bench.clock.advance(by: .seconds(1))
      made.append(try await bench.edge(hub, try await bench.item()).id)
    }
    bench.clock.advance(by: .seconds(1))
    try await bench.send("PATCH", "/edges/\(made[0])", ["version": 1, "properties": ["x": 1]])
    var walked: [String] = []
    var cursor: String?
    repeat {
      let answer = try await bench.send(
        "GET", "/edges?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
      #expect(answer.json.keys == ["data", "next_cursor"])
      walked += answer.data.compactMap { $0["id"]?.string }
      cursor = answer.nextCursor
    } while cursor != nil
    #expect(walked == made.reversed())
    // A full page that holds the last edge is the last page.
    #expect(try await bench.send("GET", "/edges?limit=5").nextCursor == nil)
  }

  @Test("by change they come oldest first from the instant on, and the cursor is of that order")
  func changes() async throws {
    let bench = try await ServerBench()
    let hub = try await bench.item()
    var made: [Edge] = []
    for _ in 0..<4 {
      bench.clock.advance(by: .seconds(1))
      made.append(try await bench.edge(hub, try await bench.item()))
    }
    let from = made[1].updatedAt
    let all = try await bench.send("GET", "/edges?updated_after=\(from)")
    #expect(all.data.map { $0["id"] } == made[1...].map { .string($0.id) })
    let before = try await bench.send(
      "GET", "/edges?updated_after=\(from)&updated_before=\(made[3].updatedAt)")
    #expect(before.data.count == 2)
    let page = try await bench.send("GET", "/edges?updated_after=\(from)&limit=1")
    let cursor = try #require(page.nextCursor)
    let next = try await bench.send("GET", "/edges?updated_after=\(from)&limit=1&cursor=\(cursor)")
    #expect(next.data.map { $0["id"] } == [.string(made[2].id)])
    #expect(
      try await bench.send("GET", "/edges?cursor=\(cursor)").verdict == "400 validation_error")
  }

  @Test("edges that may not be known are left out, and the cursor still goes to the end")
  func withheld() async throws {
    let bench = try await ServerBench()
    let key = bench.key("narrow", types: ["core.note": .read], edges: ["references": .read])
    let note = try await bench.item()
    let task = try await bench.item("core.task", ["title": "hidden"])
    let known = try await bench.edge(note, task)
    bench.clock.advance(by: .seconds(1))
    try await bench.edge(task, note)
    bench.clock.advance(by: .seconds(1))
    try await bench.edge(note, task, "about")
    let first = try await bench.send("GET", "/edges?limit=2", as: key)
    #expect(first.data.isEmpty)
    let cursor = try #require(first.nextCursor)
    let second = try await bench.send("GET", "/edges?limit=2&cursor=\(cursor)", as: key)
    #expect(second.data == [known.json])
    #expect(second.nextCursor == nil)
    let backrefs = try await bench.send("GET", "/items/\(note)/backrefs", as: key)
    #expect(backrefs.data.isEmpty)
  }

  @Test("an item's edges are told by their direction and type, in the bin as well")
  func ofItem() async throws {
    let bench = try await ServerBench()
    let (a, b) = (try await bench.item(), try await bench.item())
    let references = try await bench.edge(a, b)
    bench.clock.advance(by: .seconds(1))
    let about = try await bench.edge(a, b, "about")
    let cases: [(String, [Edge])] = [
      ("/items/\(a)/edges", [about, references]), ("/items/\(b)/edges", []),
      ("/items/\(b)/backrefs", [about, references]), ("/items/\(a)/backrefs", []),
      ("/items/\(a)/edges?edge_type=about", [about]),
      ("/items/\(a)/edges?edge_type=about,references", [about, references]),
      ("/items/\(a)/edges?edge_type=supersedes", []),
    ]
    for binned in [false, true] {
      if binned {
        try await bench.send("DELETE", "/items/\(a)")
        try await bench.send("DELETE", "/items/\(b)")
      }
      for (target, edges) in cases {
        let answer = try await bench.send("GET", target)
        #expect(answer.data == edges.map(\.json), "\(target)")
      }
    }
  }

  @Test("each fault of a listing has its own answer")
  func refusals() async throws {
    let bench = try await ServerBench()
    let reachless = bench.key("reachless", edges: ["*": .write], may: [.mintKeys])
    let narrow = bench.key("narrow", types: ["core.task": .read], edges: ["*": .read])
    let id = try await bench.item()
    let eleven = (0..<11).map { "t\($0)" }.joined(separator: ",")
    for path in ["/edges", "/items/\(id)/edges", "/items/\(id)/backrefs"] {
      let cases: [(String, String?, String)] = [
        ("", nil, "401 unauthorized"), ("", "nobody", "401 unauthorized"),
        ("", reachless, "403 type_not_permitted"),
        ("?nothing=1", reachless, "403 type_not_permitted"),
        ("?nothing=1&limit=0", ServerBench.owner, "400 validation_error"),
        ("?limit=0", ServerBench.owner, "400 validation_error"),
        ("?limit=501", ServerBench.owner, "400 validation_error"),
        ("?limit=500", ServerBench.owner, "200"),
        ("?edge_type=\(eleven)", ServerBench.owner, "400 validation_error"),
        ("?edge_type=", ServerBench.owner, "400 validation_error"),
        ("?cursor=nothing", ServerBench.owner, "400 validation_error"),
        ("?_cache=1", ServerBench.owner, "200"),
      ]
      for (query, key, verdict) in cases {
        #expect(
          try await bench.send("GET", path + query, as: key).verdict == verdict, "\(path)\(query)")
      }
      #expect(try await bench.send("GET", path + "?limit=x").paths == ["limit"])
      let unknown = try await bench.send("GET", path + "?edge%5Babout%5D=1&filter=x")
      #expect(unknown.details?["unknown_parameters"] == ["edge[about]", "filter"])
    }
    for end in ["edges", "backrefs"] {
      #expect(try await bench.send("GET", "/items/no-id/\(end)").verdict == "400 invalid_id")
      let missing = try await bench.send("GET", "/items/\(bench.newId())/\(end)")
      #expect(missing.verdict == "404 item_not_found")
      #expect(
        try await bench.send("GET", "/items/\(id)/\(end)", as: narrow).json == missing.json)
      #expect(
        try await bench.send("GET", "/items/\(id)/\(end)?updated_after=2026-01-01T00:00:00Z")
          .verdict == "400 validation_error")
    }
    #expect(
      try await bench.send("GET", "/edges?updated_after=yesterday").paths == ["updated_after"])
  }
}
