import MarfaModel
import Testing

@Suite("Registering a type: what it says of itself")
struct TypeRegistrationTests {
  @Test("the identifier is judged before the rest, by the rule's own code")
  func identifiers() {
    #expect(refusal(registering: [:])?.code == "missing_required_field")
    #expect(refusal(registering: ["id": "app.a.b"])?.details?["field"] == "fields")
    #expect(refusal(registering: ["fields": [:]])?.code == "invalid_schema")
    #expect(refusal(registering: ["fields": [:]])?.paths == ["id"])
    #expect(refusal(registering: type(id: "note"))?.code == "validation_error")
    #expect(refusal(registering: ["id": 7, "fields": [:]])?.paths == ["id"])
    for root in ["core", "system", "marfa"] {
      let refused = refusal(registering: type(id: "\(root).thing"))
      #expect(refused?.status == 403)
      #expect(refused?.code == "forbidden")
      #expect(refused?.details?["namespace"] == .string(root))
    }
    #expect(refusal(registering: type(id: "corex.thing")) == nil)
  }

  @Test(
    "a fault in a field definition is invalid_schema and names the member",
    arguments: [
      (["x": [:]], "fields.x.type"),
      (["x": ["type": "money"]], "fields.x.type"),
      (["x": ["type": 3]], "fields.x.type"),
      (["x": "string"], "fields.x"),
      (["": ["type": "string"]], "fields"),
      (["x": ["type": "enum"]], "fields.x.enum_values"),
      (["x": ["type": "enum", "enum_values": []]], "fields.x.enum_values"),
      (["x": ["type": "enum", "enum_values": ["a", 1]]], "fields.x.enum_values"),
      (["x": ["type": "array"]], "fields.x.items_type"),
      (["x": ["type": "array", "items_type": "money"]], "fields.x.items_type"),
      (["x": ["type": "array", "items_type": "thumbnail"]], "fields.x.items_type"),
      (["x": ["type": "string", "maxLength": 0]], "fields.x.maxLength"),
      (["x": ["type": "string", "maxLength": 1.5]], "fields.x.maxLength"),
      (["x": ["type": "string", "maxLength": "9"]], "fields.x.maxLength"),
      (["x": ["type": "number", "maxLength": 9]], "fields.x.maxLength"),
      (["x": ["type": "string", "maxItems": 9]], "fields.x.maxItems"),
      (["x": ["type": "array", "items_type": "string", "maxItems": -1]], "fields.x.maxItems"),
      (["x": ["type": "string", "required": "yes"]], "fields.x.required"),
      (["x": ["type": "string", "searchable": 1]], "fields.x.searchable"),
      (["x": ["type": "string", "format": "zip"]], "fields.x.format"),
      (["x": ["type": "number", "format": "url"]], "fields.x.format"),
      (["x": ["type": "number", "format": "bcp47"]], "fields.x.format"),
      (["x": ["type": "array", "items_type": "string", "format": "bcp47"]], "fields.x.format"),
      (["x": ["type": "array", "items_type": "string", "format": "thumbnail"]], "fields.x.format"),
      (["x": ["type": "array", "items_type": "number", "format": "url"]], "fields.x.format"),
      (["title": ["type": "thumbnail"]], "fields.title"),
      (["name": ["type": "string", "format": "thumbnail"]], "fields.name"),
    ] as [(JSONObject, String)])
  func fieldFaults(fields: JSONObject, path: String) {
    let refused = refusal(registering: type(fields))
    #expect(refused?.status == 400)
    #expect(refused?.code == "invalid_schema")
    #expect(refused?.paths == [path])
  }

  @Test(
    "a fault in a member of the type names that member",
    arguments: [
      (["roles": ["container", "shelf"]], "invalid_schema", "roles"),
      (["roles": "container"], "invalid_schema", "roles"),
      (["required": ["y"]], "invalid_schema", "required"),
      (["required": "x"], "invalid_schema", "required"),
      (["states": ["open"]], "invalid_schema", "states"),
      (["default_state": "open"], "invalid_schema", "default_state"),
      (["transitions": [:]], "invalid_schema", "transitions"),
      (["display_hints": ["title_field": "y"]], "invalid_schema", "display_hints.title_field"),
      (["display_hints": ["icon": "x"]], "invalid_schema", "display_hints.icon"),
      (["display_hints": ["body_field": 1]], "invalid_schema", "display_hints.body_field"),
      (["display_hints": "x"], "invalid_schema", "display_hints"),
      (["merge_policy": ["default": "newest"]], "invalid_schema", "merge_policy.default"),
      (
        ["merge_policy": ["fields": ["x": "newest"]]], "invalid_schema", "merge_policy.fields.x"
      ),
      (
        ["merge_policy": ["fields": ["y": "keep_both_copies"]]], "invalid_schema",
        "merge_policy.fields.y"
      ),
      (["version_policy": ["recent_days": 0]], "invalid_schema", "version_policy.recent_days"),
      (["version_policy": ["max_versions": 1.5]], "invalid_schema", "version_policy.max_versions"),
      (
        ["version_policy": ["recent_days": 9, "daily_snapshot_days": 8]], "invalid_schema",
        "version_policy.daily_snapshot_days"
      ),
      (
        ["version_policy": ["recent_days": 9, "weekly_snapshot_days": 8]], "invalid_schema",
        "version_policy.weekly_snapshot_days"
      ),
      (["link_field": "y"], "invalid_schema", "link_field"),
      (["link_field": 1], "invalid_schema", "link_field"),
      (["link_field": "n"], "invalid_schema", "link_field"),
      (["link_field": "x\""], "invalid_schema", "link_field"),
      (["compatible_with": [1]], "invalid_schema", "compatible_with"),
      (["parent": "app.none.such"], "validation_error", "parent"),
      (["parent": "Note"], "validation_error", "parent"),
      (["parent": 1], "validation_error", "parent"),
      (["version": "1"], "validation_error", "version"),
      (["label": 1], "validation_error", "label"),
    ] as [(JSONObject, String, String)])
  func memberFaults(members: JSONObject, code: String, path: String) {
    let fields: JSONObject = ["x": ["type": "string"], "n": ["type": "number"]]
    let refused = refusal(registering: type(fields, members))
    #expect(refused?.code == code)
    #expect(refused?.paths == [path])
  }

  @Test("a field named like a member of every item is refused, each by its name")
  func shadows() {
    let refused = refusal(
      registering: type([
        "id": ["type": "string"], "x": ["type": "string"], "trashed_with": ["type": "string"],
      ]))
    #expect(refused?.code == "property_shadows_field")
    #expect(refused?.fields == ["id", "trashed_with"])
    #expect(TypeDefinition.itemMembers.count == 16)
  }

  @Test("names that mean something to some runtimes are ordinary fields")
  func builtInNames() throws {
    let names = ["toString", "constructor", "hasOwnProperty", "valueOf", "__proto__"]
    let fields = JSONObject(names.map { ($0, ["type": "string"]) })
    let catalog = try register(type(fields))
    #expect(catalog.type("app.shop.order")?.fields.map(\.name) == names)
  }

  @Test(
    "a format that is a kind is stored as that kind, without the format",
    arguments: ["url", "email", "datetime", "date", "thumbnail"])
  func collapsingFormats(format: String) throws {
    let kinds = ["string", format]
    for kind in kinds {
      let definition = try TypeDefinition(
        registering: type(["x": ["type": .string(kind), "format": .string(format)]]))
      #expect(definition.fields[0].definition == ["type": .string(format)])
    }
    guard format != "thumbnail" else { return }
    for element in kinds {
      let definition = try TypeDefinition(
        registering: type([
          "x": ["type": "array", "items_type": .string(element), "format": .string(format)]
        ]))
      #expect(
        definition.fields[0].definition == ["type": "array", "items_type": .string(format)])
    }
  }

  @Test("a format that is a note stays on its string")
  func notes() throws {
    for format in ["bcp47", "iso3166"] {
      let definition = try TypeDefinition(
        registering: type(["x": ["type": "string", "format": .string(format)]]))
      #expect(definition.fields[0].format == format)
      #expect(definition.fields[0].kind == .string)
    }
  }

  @Test("a type without a label gets one from its name, and a version of 0")
  func defaults() throws {
    let definition = try TypeDefinition(
      registering: type(id: "app.shop.order-line_item", ["label": "", "parent": nil]))
    #expect(definition.label == "Order Line Item")
    #expect(definition.version == 0)
    #expect(definition.parent == nil)
    #expect(definition.definition["version"] == 0)
    #expect(definition.definition["label"] == "Order Line Item")
    let named = try TypeDefinition(
      registering: type([:], ["label": "Bestellung", "version": 7, "color": "red"]))
    #expect(named.label == "Bestellung")
    #expect(named.version == 7)
    #expect(named.definition["color"] == "red")
  }

  @Test("the list of required fields means the same as the fields' own word")
  func requiredList() throws {
    let definition = try TypeDefinition(
      registering: type(["x": ["type": "string"], "y": ["type": "string"]], ["required": ["y"]]))
    #expect(definition.fields.map(\.required) == [false, true])
    #expect(definition.definition["fields"]?.object?["y"]?.object?["required"] == true)
  }

  @Test("a whole definition reads back as it was registered")
  func readsBack() throws {
    let body = type(
      ["x": ["type": "string", "maxLength": 10, "searchable": false, "description": "An x."]],
      [
        "label": "Order", "version": 2, "roles": ["container"], "link_field": "x",
        "version_policy": ["recent_days": 2, "daily_snapshot_days": 2, "max_versions": 5],
        "merge_policy": ["fields": ["x": "keep_both_copies"], "default": "last_writer_wins"],
        "display_hints": ["title_field": "x"],
      ])
    let definition = try TypeDefinition(registering: body)
    let again = try TypeDefinition(reading: definition.definition)
    #expect(again == definition)
    #expect(again.fields[0].maxLength == 10)
    #expect(!again.fields[0].searchable)
    #expect(again.linkField == "x")
    #expect(again.versionPolicy?.maxVersions == 5)
    #expect(again.mergePolicy?["x"] == .keepBothCopies)
    #expect(again.hints?.titleField == "x")
  }

  @Test("a definition of a newer server is read as far as it is known")
  func readsForgivingly() throws {
    let definition = try TypeDefinition(reading: [
      "id": "app.a.b", "fields": ["x": ["type": "money"], "y": 7], "roles": "container",
      "version": "new",
    ])
    #expect(definition.fields.map(\.kind) == [nil, nil])
    #expect(definition.fields[0].type == "money")
    #expect(definition.roles == [])
    #expect(throws: MarfaError.self) { try TypeDefinition(reading: ["fields": [:]]) }
  }
}
