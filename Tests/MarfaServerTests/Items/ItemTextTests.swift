import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

@testable import MarfaServer

/// An item by its id, written straight from its row.
@Suite("Items written from their rows")
struct ItemTextTests {
  /// The bytes for a key, by the row and by way of values.
  private func both(
    _ bench: ServerBench, _ id: String, _ permissions: KeyPermissions = .everything
  ) async throws -> (text: String?, value: String) {
    try await bench.core.database.read { connection in
      let scope = LookUpScope(
        connection: connection, catalogs: bench.core.catalogs(connection))
      let answers = ItemAnswers(
        connection: connection, catalog: try scope.reading().catalog, permissions: permissions)
      let value = try answers.row(try answers.readable(id), edges: true).json.json()
      let text = try ItemText(scope, permissions: permissions).row(id)
      return (text.map { String(decoding: $0, as: UTF8.self) }, value)
    }
  }

  private func put(_ bench: ServerBench, _ change: (inout ItemRow) -> Void) async throws -> String {
    let id = try await bench.item()
    guard var row = try await bench.stored(id) else { return id }
    change(&row)
    let changed = row
    try await bench.core.database.write { try ItemStore($0).put(changed) }
    return id
  }

  @Test("a row is written as its values are, whatever is in it")
  func agreement() async throws {
    let bench = try await ServerBench()
    let properties: [JSONObject] = [
      [:], ["title": "one", "body": "text"], ["body": "Zürich \"東京\" 🌊 \\ \n\t\u{1}\u{7F}"],
      ["n": 1, "half": 0.5, "large": 1e21, "tiny": 1e-7, "minus": -0.0, "big": .integer(.max)],
      ["in": ["a": [1, [2, ["b": nil]], true], "empty": [:]], "ä": "key", "list": []],
      JSONObject((0..<80).map { ("key\($0)", .integer(Int64($0))) }),
    ]
    var ids: [String] = []
    for object in properties { ids.append(try await put(bench) { $0.properties = object }) }
    for state in [ItemState.archived, .revoked] {
      ids.append(try await put(bench) { $0.state = state })
    }
    for tier in [nil, Tier.feed] { ids.append(try await put(bench) { $0.tier = tier }) }
    ids.append(
      try await put(bench) { row in
        row.tags = ["one", "zwei ü", "three \""]
        row.sourceId = "näh/1"
        row.source = "a \"source\""
        row.captureLatitude = 47.25
        row.captureLongitude = -8
        row.version = 12
        row.schemaVersion = 3
        row.updatedAt = "2026-02-03T04:05:06.789Z"
      })
    for id in ids {
      let (text, value) = try await both(bench, id)
      #expect(text == value)
    }
  }

  @Test("edges and extensions come along as far as the key may know of them")
  func beside() async throws {
    let bench = try await ServerBench()
    let (id, other) = (try await bench.item(), try await bench.item())
    for type in ["references", "parent-of"] { try await bench.edge(id, other, type, ["n": 1]) }
    try await bench.core.database.write { connection in
      try ItemStore(connection).putExtension("app.one", ["a": [1, 2]], on: id)
      try ItemStore(connection).putExtension("app.two", ["b": "ü"], on: id)
    }
    let all = PermissionMap(["*": .read])
    let keys = [
      KeyPermissions.everything, KeyPermissions(types: all), KeyPermissions(types: all, edges: all),
      KeyPermissions(types: all, extensions: PermissionMap(["app.two": .read])),
      KeyPermissions(
        types: PermissionMap(["core.note": .read]), edges: PermissionMap(["references": .read])),
    ]
    var texts: Set<String> = []
    for key in keys {
      let (text, value) = try await both(bench, id, key)
      #expect(text == value)
      texts.insert(value)
    }
    #expect(texts.count == keys.count)
  }

  @Test("what may not be read is not there, in the words of every other read")
  func hidden() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    let binned = try await bench.item(state: .trashed)
    bench.key("narrow", types: ["core.bookmark": .read])
    bench.key("note", types: ["core.note": .read])
    let cases = [
      (id, "narrow", "404 item_not_found"), (id, "note", "200"),
      (binned, "note", "404 item_not_found"), (bench.newId(), "note", "404 item_not_found"),
      ("x", "note", "400 invalid_id"), (id.uppercased(), "note", "400 invalid_id"),
    ]
    for (id, key, verdict) in cases {
      let plain = try await bench.send("GET", "/items/\(id)", as: key)
      let including = try await bench.send("GET", "/items/\(id)?include=edges", as: key)
      #expect(plain.verdict == verdict)
      #expect(including.verdict == verdict)
      #expect(plain.json == including.json)
    }
  }

  @Test("a damaged row is refused as every read refuses it, and none of its bytes are sent")
  func damaged() async throws {
    let bench = try await ServerBench()
    for text in [#"{"body":"cut"#, #"{"body":"a","body":"b"}"#, "[]", ""] {
      let id = try await bench.item()
      try await bench.core.database.write { connection in
        try connection.run(
          "UPDATE items SET properties = ?2 WHERE id = ?1", [.text(id), .text(text)])
      }
      let answer = try await bench.send("GET", "/items/\(id)")
      let including = try await bench.send("GET", "/items/\(id)?include=edges")
      #expect(answer.code != nil, "\(text)")
      #expect(answer.json == including.json)
      #expect(answer.json["item"] == nil)
    }
  }
}
