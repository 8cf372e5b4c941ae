import MarfaModel
import Testing

@Suite("Registering and deleting edge types")
struct EdgeTypeTests {
  private func register(
    _ body: JSONObject, in catalog: TypeCatalog = .shipped
  ) throws(RuleRefusal) -> TypeCatalog {
    try catalog.registering(edgeType: EdgeTypeDefinition(registering: body, in: catalog))
  }

  private func fault(_ body: JSONObject, in catalog: TypeCatalog = .shipped) -> RuleRefusal? {
    refusal { () throws(RuleRefusal) in _ = try register(body, in: catalog) }
  }

  @Test("an edge type that names only what it must gets the defaults")
  func defaults() throws {
    let catalog = try register(["id": "cites", "cardinality": "many-to-many"])
    #expect(
      catalog.edgeDefinition("cites")?.definition == [
        "id": "cites", "cardinality": "many-to-many", "source_type_constraints": ["*"],
        "target_type_constraints": ["*"], "cascade_on_delete": "orphan", "written_at": "source",
        "property_schema": [:], "shipped": false,
      ])
    let value = try catalog.edgeType("cites")
    #expect(value.writtenAt == .source)
    #expect(!value.shipped)
    #expect(value.reverseName == nil)
  }

  @Test("a whole edge type is kept and reads back")
  func whole() throws {
    let catalog = try register([
      "id": "app.shop.holds", "cardinality": "one-to-many", "label": "Holds",
      "description": "What is in it.", "source_type_constraints": ["core.note", "role:container"],
      "target_type_constraints": ["core.media"], "cascade_on_delete": "block",
      "reverse_name": "held-by", "written_at": "target",
      "property_schema": ["position": ["type": "number", "required": true]],
    ])
    let definition = try #require(catalog.edgeDefinition("app.shop.holds"))
    #expect(definition.sourceConstraints == [.type("core.note"), .role("container")])
    #expect(definition.cascade == .block)
    #expect(definition["position"]?.kind == .number)
    #expect(try EdgeTypeDefinition(reading: definition.definition) == definition)
    #expect(definition.value.cascadeOnDelete == "block")
    #expect(definition.value.properties.map(\.declaredBy) == ["app.shop.holds"])
  }

  @Test(
    "a fault is refused by its code and place, in the order of the rules",
    arguments: [
      ([:], "missing_required_field", nil),
      (["id": "about"], "missing_required_field", nil),
      (["id": "about", "cardinality": "no"], "conflict", nil),
      (["id": "Cites", "cardinality": "no", "extends": "x"], "validation_error", "id"),
      (["id": "cites_it", "cardinality": "no"], "validation_error", "id"),
      (["id": "cites", "cardinality": "no", "extends": "x"], "validation_error", "extends"),
      (["id": "cites", "cardinality": "no"], "validation_error", "cardinality"),
      (
        ["id": "cites", "cardinality": "one-to-one", "reverse_name": "Cited"], "validation_error",
        "reverse_name"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "written_at": "target"], "validation_error",
        "written_at"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "written_at": "none"], "validation_error",
        "written_at"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "cascade_on_delete": "burn"],
        "validation_error", "cascade_on_delete"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "target_type_constraints": ["role:shelf"]],
        "validation_error", "target_type_constraints"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "source_type_constraints": ["note"]],
        "validation_error", "source_type_constraints"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "source_type_constraints": []],
        "validation_error", "source_type_constraints"
      ),
      (
        [
          "id": "cites", "cardinality": "one-to-one",
          "property_schema": ["p": ["type": "thumbnail"]],
        ], "validation_error", "property_schema.p.type"
      ),
      (
        [
          "id": "cites", "cardinality": "one-to-one",
          "property_schema": ["p": ["type": "array", "items_type": "thumbnail"]],
        ], "validation_error", "property_schema.p.items_type"
      ),
      (
        [
          "id": "cites", "cardinality": "one-to-one",
          "property_schema": ["p": ["type": "string", "format": "thumbnail"]],
        ], "validation_error", "property_schema.p.format"
      ),
      (
        ["id": "cites", "cardinality": "one-to-one", "property_schema": ["p": ["type": "money"]]],
        "invalid_schema", "property_schema.p.type"
      ),
    ] as [(JSONObject, String, String?)])
  func faults(body: JSONObject, code: String, path: String?) {
    let refused = fault(body)
    #expect(refused?.code == code)
    #expect(refused?.paths.first == path)
  }

  @Test("a name that is taken, forwards or backwards or by itself, is a conflict")
  func clashes() throws {
    let catalog = try register([
      "id": "cites", "cardinality": "many-to-many", "reverse_name": "cited-by",
    ])
    for body in [
      ["id": "cites", "cardinality": "many-to-many"],
      ["id": "cited-by", "cardinality": "many-to-many"],
      ["id": "quotes", "cardinality": "many-to-many", "reverse_name": "cites"],
      ["id": "quotes", "cardinality": "many-to-many", "reverse_name": "child-of"],
      ["id": "quotes", "cardinality": "many-to-many", "reverse_name": "quotes"],
    ] as [JSONObject] {
      #expect(fault(body, in: catalog)?.status == 409)
      #expect(fault(body, in: catalog)?.code == "conflict")
    }
  }

  @Test("a registered edge type can be deleted and a shipped one cannot")
  func deleting() throws {
    let catalog = try register(["id": "cites", "cardinality": "many-to-many"])
    #expect(try catalog.removing(edgeType: "cites") == TypeCatalog.shipped)
    for (id, code) in [("about", "validation_error"), ("nothing", "edge_type_not_found")] {
      let refused = refusal { () throws(RuleRefusal) in _ = try catalog.removing(edgeType: id) }
      #expect(refused?.code == code)
    }
  }

  @Test("an edge type of a newer server is read as far as it is known")
  func readsForgivingly() throws {
    let definition = try EdgeTypeDefinition(reading: [
      "id": "x", "cardinality": "few-to-few", "written_at": "both",
    ])
    #expect(definition.cardinality == .manyToMany)
    #expect(definition.writtenAt == .source)
    #expect(definition.value.cardinality == "few-to-few")
  }
}
