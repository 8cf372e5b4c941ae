import MarfaModel
import Testing

@Suite("Edges held to their type")
struct EdgeRulesTests {
  private let rules = EdgeRules(.shipped)

  private func ends(
    _ edgeType: String, _ source: String, _ target: String, folderRevoked: Bool = false
  ) -> RuleRefusal? {
    refusal { () throws(RuleRefusal) in
      try rules.judgeEnds(
        rules.edgeType(edgeType), source: ("S", source), targetType: target,
        folderRevoked: folderRevoked)
    }
  }

  private func properties(_ edgeType: String, _ properties: JSONObject) -> RuleRefusal? {
    refusal { () throws(RuleRefusal) in
      try rules.judgeProperties(rules.edgeType(edgeType), properties)
    }
  }

  @Test("an edge type that nobody registered is not found")
  func unknown() {
    let refused = refusal { () throws(RuleRefusal) in _ = try rules.edgeType("nothing") }
    #expect(refused?.status == 404)
    #expect(refused?.code == "edge_type_not_found")
  }

  @Test("an edge from an item to itself is a circle, for every edge type")
  func loop() {
    let refused = refusal { () throws(RuleRefusal) in
      try rules.judgeLoop("about", sourceId: "A", targetId: "A")
    }
    #expect(refused?.code == "edge_cycle")
    #expect(refused?.details == ["edge_type": "about", "source_id": "A", "target_id": "A"])
    #expect(
      refusal { () throws(RuleRefusal) in
        try rules.judgeLoop("about", sourceId: "A", targetId: "B")
      } == nil)
    #expect(EdgeRules.acyclicTypes == ["parent-of", "supersedes"])
  }

  @Test("a collection is a type with the role, and is put into none")
  func collections() {
    #expect(ends("in-collection", "core.note", "core.media.album") == nil)
    let wrong = ends("in-collection", "core.note", "core.note")
    #expect(wrong?.code == "edge_constraint_violation")
    #expect(
      wrong?.details == [
        "edge_type": "in-collection", "target_type": "core.note", "allowed": ["role:container"],
      ])
    let nested = ends("in-collection", "core.media.series", "core.media.album")
    #expect(nested?.details?["constraint"] == "nesting")
    #expect(nested?.details?["source_id"] == "S")
    #expect(nested?.details?["source_type"] == "core.media.series")
  }

  @Test("a place in a folder needs a folder that was not revoked")
  func folders() {
    #expect(ends("in-folder", "core.note", "system.folder") == nil)
    #expect(ends("in-folder", "core.note", "core.note")?.details?["allowed"] == ["system.folder"])
    let revoked = ends("in-folder", "core.note", "system.folder", folderRevoked: true)
    #expect(revoked?.details?["constraint"] == "revoked")
    #expect(ends("about", "core.note", "system.folder", folderRevoked: true) == nil)
  }

  @Test("a constraint takes the subtree of its type, by name and by declared parent")
  func subtrees() throws {
    let catalog = try register(type(id: "app.x.y", ["parent": "core.note"]))
    let definition = try EdgeTypeDefinition(
      registering: [
        "id": "cites", "cardinality": "many-to-many", "source_type_constraints": ["core.note"],
        "target_type_constraints": ["core.media", "role:container"],
      ], in: catalog)
    let rules = EdgeRules(catalog)
    func fault(_ source: String, _ target: String) -> String? {
      refusal { () throws(RuleRefusal) in
        try rules.judgeEnds(definition, source: ("S", source), targetType: target)
      }?.details?.keys.dropFirst().first
    }
    #expect(fault("app.x.y", "core.media.book") == nil)
    #expect(fault("core.task", "core.note") == "source_type")
    #expect(fault("core.note", "core.note") == "target_type")
  }

  @Test(
    "the path of a place in a folder stays inside the folder",
    arguments: [
      ("a.md", true), ("a/b/c.md", true), ("a/../b", true), ("./a", true), ("a//b", true),
      ("a/./b", true), ("日本.md", true), ("ab:c", true), ("c:x", true),
      (String(repeating: "a", count: 1024), true),
      ("", false), ("/a", false), ("a\\b", false), ("a\u{0}", false), ("..", false),
      ("../a", false), ("a/../..", false), ("a/../../b", false), (".", false), ("a/..", false),
      ("./", false), ("C:/a", false), ("c:", false), (String(repeating: "a", count: 1025), false),
      (String(repeating: "👍", count: 513), false),
    ])
  func paths(path: String, valid: Bool) {
    let refused = properties("in-folder", ["path": .string(path)])
    #expect((refused == nil) == valid)
    #expect(refused?.paths ?? ["properties.path"] == ["properties.path"])
  }

  @Test("a place in a folder has a path and nothing else")
  func pathOnly() {
    #expect(properties("in-folder", [:])?.paths == ["properties.path"])
    #expect(properties("in-folder", ["path": 1])?.paths == ["properties.path"])
    #expect(properties("in-folder", ["path": "a", "x": 1])?.paths == ["properties.x"])
  }

  @Test("other edges carry what they like, and declared properties in their kind")
  func otherProperties() {
    #expect(properties("in-thread", ["position": 1.5, "why": "x"]) == nil)
    #expect(properties("in-thread", ["position": nil]) == nil)
    #expect(properties("in-thread", ["position": "first"])?.paths == ["properties.position"])
    #expect(properties("about", ["": 1])?.code == "validation_error")
  }

  @Test(
    "an end may move when the end that stays holds at most one edge",
    arguments: [
      (EdgeCardinality.oneToOne, true, true), (.manyToOne, true, false), (.oneToMany, false, true),
      (.manyToMany, false, false),
    ])
  func moves(cardinality: EdgeCardinality, target: Bool, source: Bool) throws {
    let definition = try EdgeTypeDefinition(
      registering: ["id": "cites", "cardinality": .string(cardinality.rawValue)], in: .shipped)
    func fault(source: Bool = false, target: Bool = false) -> [String]? {
      refusal { () throws(RuleRefusal) in
        try rules.judgeMove(definition, source: source, target: target)
      }?.paths
    }
    #expect(fault() == nil)
    #expect(fault(source: true) == (source ? nil : ["source_id"]))
    #expect(fault(target: true) == (target ? nil : ["target_id"]))
    #expect(fault(source: true, target: true) == ["source_id"])
  }

  @Test(
    "an end that may hold one edge is refused a second, and is named",
    arguments: [
      (EdgeCardinality.oneToOne, "target_id", "source_id"), (.oneToMany, "target_id", nil),
      (.manyToOne, nil, "source_id"), (.manyToMany, nil, nil),
    ] as [(EdgeCardinality, String?, String?)])
  func cardinality(cardinality: EdgeCardinality, target: String?, source: String?) throws {
    let definition = try EdgeTypeDefinition(
      registering: ["id": "cites", "cardinality": .string(cardinality.rawValue)], in: .shipped)
    func fault(source: Bool, target: Bool) -> RuleRefusal? {
      refusal { () throws(RuleRefusal) in
        try rules.judgeCardinality(
          definition, sourceId: "S", sourceHolds: source, targetId: "T", targetHolds: target)
      }
    }
    #expect(fault(source: false, target: false) == nil)
    #expect(fault(source: false, target: true)?.details?.keys.last == target)
    #expect(fault(source: true, target: false)?.details?.keys.last == source)
    #expect(
      fault(source: true, target: true)?.details?["constraint"] ?? "none"
        == (target == nil && source == nil ? "none" : "cardinality"))
  }

  @Test("refusals that need the store carry what the interface says")
  func storeRefusals() {
    #expect(
      RuleRefusal.edgeEndNotFound("target", "T").message == "Edge target item not found: T")
    #expect(
      RuleRefusal.duplicateEdge("about", sourceId: "S", targetId: "T").details == [
        "constraint": "duplicate", "edge_type": "about", "source_id": "S", "target_id": "T",
      ])
    #expect(RuleRefusal.edgeNotFound.error.code() == "not_found")
    #expect(RuleRefusal.edgeTypeInUse("about").status == 409)
  }
}
