import MarfaModel
import MarfaSQL
import Testing

@testable import MarfaServer

/// Look-ups that are answered on the network thread.
@Suite("Answers at once")
struct AnswerAtOnceTests {
  /// A bench with a store on disk, of which a connection is open.
  private func bench(storedKeys: Bool = false) async throws -> ServerBench {
    let bench = try await ServerBench(storedKeys: storedKeys, onDisk: true)
    _ = try await bench.core.database.read { try $0.integer("SELECT 1") }
    return bench
  }

  /// What the network thread answers; it leaves requests to tasks while the connection that was just
  /// read from comes to rest.
  private func atOnce(
    _ bench: ServerBench, _ target: String, as key: String = ServerBench.owner,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    while true {
      if let answer = try bench.sendAtOnce("GET", target, as: key, headers: headers) {
        return answer
      }
      await Task.yield()
    }
  }

  @Test("a look-up is answered at once as it is by a task, refusals included")
  func agreement() async throws {
    let bench = try await bench()
    let (item, other) = (try await bench.item(tags: ["a"]), try await bench.item())
    let edge = try await bench.edge(item, other)
    bench.key("edgeless", types: ["*": .read])
    bench.key("reachless")
    let targets = [
      "/items/\(item)", "/items/\(item)/metadata", "/edges/\(edge.id)", "/items/\(bench.newId())",
      "/items/x", "/items/x/metadata", "/edges/x",
    ]
    let headers = ["X-Request-ID": "mine"]
    for key in [ServerBench.owner, "edgeless", "reachless"] {
      for target in targets {
        let here = try await atOnce(bench, target, as: key, headers: headers)
        let there = try await bench.send("GET", target, as: key, headers: headers)
        #expect(here.verdict == there.verdict, "\(key) \(target)")
        #expect(here.json == there.json)
        #expect(here.headers == there.headers)
      }
    }
    let lines = bench.log.all
    #expect(lines.count == 2 * 3 * targets.count)
    // Each request was sent twice, one way and the other.
    let members = try lines.map { try JSONObject(json: $0).keys }
    for place in stride(from: 0, to: members.count, by: 2) {
      #expect(members[place] == members[place + 1])
    }
  }

  @Test("what may have to wait, or is judged otherwise, is left to a task without a trace")
  func left() async throws {
    let bench = try await bench()
    let item = try await bench.item()
    _ = try await atOnce(bench, "/items/\(item)")
    let before = bench.log.all.count
    let left: [(method: String, target: String, key: String?, headers: [String: String])] = [
      ("GET", "/items/\(item)?include=edges", ServerBench.owner, [:]),
      ("GET", "/items/\(item)?unknown=1", ServerBench.owner, [:]),
      ("GET", "/items/\(item)", ServerBench.owner, ["X-Marfa-Read-View": "x"]),
      ("GET", "/items/\(item)", "nobody", [:]), ("GET", "/items/\(item)", nil, [:]),
      ("GET", "/items", ServerBench.owner, [:]), ("GET", "/health", ServerBench.owner, [:]),
      ("GET", "/nothing", ServerBench.owner, [:]), ("POST", "/items", ServerBench.owner, [:]),
      ("DELETE", "/items/\(item)", ServerBench.owner, [:]),
    ]
    for request in left {
      #expect(
        try bench.sendAtOnce(
          request.method, request.target, as: request.key, headers: request.headers) == nil,
        "\(request.method) \(request.target)")
    }
    #expect(bench.log.all.count == before)
    #expect(try await bench.stored(item) != nil)
  }

  @Test("a write that was answered is seen at once, and a key that was revoked is let in no more")
  func freshness() async throws {
    let bench = try await bench(storedKeys: true)
    let (owner, ownerSecret) = try await bench.storeKey("owner")
    let (reader, secret) = try await bench.storeKey("reader")
    let made = try await bench.send(
      "POST", "/items", ["type": "core.note", "properties": ["body": "0"]], as: ownerSecret)
    let id = try #require(made.object("item")["id"]?.string)
    #expect(try bench.sendAtOnce("GET", "/items/\(id)", as: secret) == nil, "not found before")
    _ = try await bench.send("GET", "/items/\(id)", as: secret)
    for number in 1...20 {
      let written = try await bench.send(
        "PATCH", "/items/\(id)",
        ["version": .integer(Int64(number)), "properties": ["body": .string(String(number))]],
        as: ownerSecret)
      #expect(written.verdict == "200")
      let seen = try await atOnce(bench, "/items/\(id)", as: secret)
      #expect(seen.object("item")["properties"] == ["body": .string(String(number))])
    }
    #expect(owner.id != reader.id)
    #expect(
      try await bench.send("DELETE", "/keys/\(reader.id)", as: ownerSecret).verdict == "200")
    #expect(try bench.sendAtOnce("GET", "/items/\(id)", as: secret) == nil)
    #expect(
      try await bench.send("GET", "/items/\(id)", as: secret).verdict == "401 unauthorized")
  }
}
