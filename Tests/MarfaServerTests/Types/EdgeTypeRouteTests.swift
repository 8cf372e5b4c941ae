import MarfaModel
import Testing

@testable import MarfaServer

/// The registry of edge types (types-edges-search 4.11).
@Suite("/edge-types")
struct EdgeTypeRouteTests {
  @Test("every credential reads all edge types")
  func reads() async throws {
    let bench = try await ServerBench()
    let reachless = bench.key("reachless")
    let answer = try await bench.send("GET", "/edge-types", as: reachless)
    #expect(answer.verdict == "200")
    #expect(answer.data.count == TypeCatalog.shipped.edgeTypes.count)
    #expect(answer.data.allSatisfy { $0["shipped"] == true })
    #expect(answer.json.keys == ["data", "next_cursor"])
  }

  @Test("a registered edge type is answered with its defaults and takes edges at once")
  func registers() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send(
      "POST", "/edge-types", ["id": "cites", "cardinality": "many-to-many"])
    #expect(answer.verdict == "201")
    let type = answer.object("edge_type")
    #expect(type["shipped"] == false)
    #expect(type["cascade_on_delete"] == "orphan")
    #expect(type["source_type_constraints"] == ["*"])
    #expect(type["written_at"] == "source")
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.send(
      "POST", "/edges",
      ["source_id": .string(a), "target_id": .string(b), "edge_type": "cites"])
    #expect(edge.verdict == "201")
  }

  @Test("an earlier fault of the order wins over every later one")
  func order() async throws {
    let bench = try await ServerBench()
    let none = bench.key("none", types: ["*": .write], edges: ["*": .write])
    let narrow = bench.key("narrow", edges: ["cites": .write], metadata: ["edge_types": .write])
    try await bench.send(
      "POST", "/edge-types",
      ["id": "cites", "cardinality": "many-to-many", "reverse_name": "cited-by"])
    let standing = try await bench.send("POST", "/edge-types", [:], as: none)
    #expect(standing.verdict == "403 forbidden")
    #expect(standing.details?["metadata_subresource"] == "edge_types")
    let cases: [(String, JSONObject, String)] = [
      ("no cardinality", ["id": "about"], "400 missing_required_field"),
      ("shipped", body("about"), "409 conflict"),
      ("grammar", body("Not A Name"), "400 validation_error"),
      ("no grant", body("quotes"), "403 edge_permission_denied"),
      (
        "no grant on the reverse name", body("cites", ["reverse_name": "quoted-by"]),
        "403 edge_permission_denied"
      ),
      ("extends", body("cites", ["extends": "about"]), "400 validation_error"),
      ("taken", body("cites"), "409 conflict"),
    ]
    for (name, body, verdict) in cases {
      #expect(
        try await bench.send("POST", "/edge-types", body, as: narrow).verdict == verdict, "\(name)")
    }
    let denied = try await bench.send("POST", "/edge-types", body("quotes"), as: narrow)
    #expect(denied.details?["edge_type"] == "quotes")
    for (name, body, verdict) in [
      ("role", body("x", ["target_type_constraints": ["role:none"]]), "400 validation_error"),
      ("written at", body("x", ["written_at": "target"]), "400 validation_error"),
      (
        "thumbnail", body("x", ["property_schema": ["p": ["type": "thumbnail"]]]),
        "400 validation_error"
      ),
      ("kind", body("x", ["property_schema": ["p": ["type": "none"]]]), "400 invalid_schema"),
      ("reverse taken", body("cited-by"), "409 conflict"),
      ("its own reverse", body("x", ["reverse_name": "x"]), "409 conflict"),
    ] as [(String, JSONObject, String)] {
      #expect(try await bench.send("POST", "/edge-types", body).verdict == verdict, "\(name)")
    }
  }

  @Test("a removal answers in the order of its refusals and keeps the edges when forced")
  func removes() async throws {
    let bench = try await ServerBench()
    let schema = bench.key("schema", edges: ["cites": .write], may: [.writeSchema])
    let writer = bench.key("writer", edges: ["*": .write], metadata: ["edge_types": .write])
    try await bench.send(
      "POST", "/edge-types", body("cites", ["reverse_name": "cited-by"]))
    let (a, b) = (try await bench.item(), try await bench.item())
    let edge = try await bench.edge(a, b, "cites")
    let cases: [(String, String, String)] = [
      ("/edge-types/cites", writer, "403 forbidden"),
      ("/edge-types/none", schema, "404 edge_type_not_found"),
      ("/edge-types/about?force=true", ServerBench.owner, "400 validation_error"),
      ("/edge-types/cites", schema, "403 edge_permission_denied"),
      ("/edge-types/cites", ServerBench.owner, "409 edge_type_in_use"),
      ("/edge-types/cites?force=1", ServerBench.owner, "400 validation_error"),
      ("/edge-types/cites?force=true", ServerBench.owner, "200"),
      ("/edge-types/cites", ServerBench.owner, "404 edge_type_not_found"),
    ]
    for (path, key, verdict) in cases {
      #expect(try await bench.send("DELETE", path, as: key).verdict == verdict, "\(path) \(key)")
    }
    #expect(try await bench.storedEdge(edge.id) == edge)
    #expect(try await bench.send("GET", "/edges/\(edge.id)").verdict == "200")
    let change = try await bench.send(
      "PATCH", "/edges/\(edge.id)", ["version": 1, "properties": ["x": 1]])
    #expect(change.verdict == "404 edge_type_not_found")
    #expect(try await bench.send("DELETE", "/edges/\(edge.id)").verdict == "200")
  }
}

private func body(_ id: String, _ further: JSONObject = [:]) -> JSONObject {
  var body: JSONObject = ["id": .string(id), "cardinality": "many-to-many"]
  for (name, value) in further { body[name] = value }
  return body
}
