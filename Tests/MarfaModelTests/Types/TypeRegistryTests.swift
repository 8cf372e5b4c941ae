import MarfaModel
import Testing

@Suite("Registering, replacing and deleting types against the others")
struct TypeRegistryTests {
  private static let base = type(
    [
      "name": ["type": "string", "required": true], "size": ["type": "integer"],
      "kind": ["type": "enum", "enum_values": ["a", "b"]],
    ], id: "app.shop.thing")

  private let catalog: TypeCatalog

  init() throws {
    catalog = try register(
      type(["note": ["type": "string"]], id: "app.shop.book", ["parent": "app.shop.thing"]),
      in: register(Self.base))
  }

  private func replacing(
    _ body: JSONObject, in catalog: TypeCatalog? = nil
  ) -> RuleRefusal? {
    refusal { () throws(RuleRefusal) in
      _ = try (catalog ?? self.catalog).replacing(TypeDefinition(registering: body))
    }
  }

  @Test("a taken identifier is type_already_exists, and a fault under it is heard first")
  func taken() {
    #expect(refusal(registering: Self.base, in: catalog)?.code == "type_already_exists")
    #expect(refusal(registering: Self.base, in: catalog)?.status == 409)
    let faulty = type(["x": ["type": "money"]], id: "app.shop.thing")
    #expect(refusal(registering: faulty, in: catalog)?.code == "invalid_schema")
    let hinted = type(id: "app.shop.thing", ["display_hints": ["title_field": "y"]])
    #expect(refusal(registering: hinted, in: catalog)?.code == "invalid_schema")
  }

  @Test(
    "an inherited field can be described anew and be required, and nothing else",
    arguments: [
      (["size": ["type": "integer"]], nil), (["size": ["type": "integer", "required": true]], nil),
      (["size": ["type": "integer", "description": "How big."]], nil),
      (["name": ["type": "string", "required": true]], nil),
      (["name": ["type": "string"]], "fields.name.required"),
      (["size": ["type": "number"]], "fields.size.type"),
      (["name": ["type": "string", "required": true, "maxLength": 9]], "fields.name.maxLength"),
      (
        ["name": ["type": "string", "required": true, "searchable": false]],
        "fields.name.searchable"
      ),
      (["name": ["type": "string", "required": true, "format": "bcp47"]], "fields.name.format"),
      (["kind": ["type": "enum", "enum_values": ["a"]]], "fields.kind.enum_values"),
    ] as [(JSONObject, String?)])
  func inheritance(fields: JSONObject, path: String?) {
    let body = type(fields, id: "app.shop.sub", ["parent": "app.shop.thing"])
    let refused = refusal(registering: body, in: catalog)
    #expect(refused?.paths.first == path)
    #expect(refused?.code == path.map { _ in "inheritance_violation" })
  }

  @Test("a replacement that clashes with a type under it is refused and changes nothing")
  func parentClash() {
    let body = type(
      ["name": ["type": "string", "required": true], "note": ["type": "number"]],
      id: "app.shop.thing")
    let refused = replacing(body)
    #expect(refused?.code == "inheritance_violation")
    #expect(refused?.details?["field"] == "note")
    #expect(refused?.details?["type"] == "app.shop.book")
    #expect(catalog.type("app.shop.thing")?["note"] == nil)
  }

  @Test("ten ancestors are allowed and eleven are not, for a type and for those under it")
  func chainLength() throws {
    var catalog = try register(type(id: "app.n.t0"))
    for number in 1...10 {
      catalog = try register(
        type(id: "app.n.t\(number)", ["parent": .string("app.n.t\(number - 1)")]), in: catalog)
    }
    let eleventh = type(id: "app.n.t11", ["parent": "app.n.t10"])
    #expect(refusal(registering: eleventh, in: catalog)?.paths == ["parent"])
    #expect(
      replacing(type(id: "app.n.t0", ["parent": "core.note"]), in: catalog)?.paths == ["parent"])
    #expect(
      replacing(type(id: "app.n.t0", ["parent": "app.n.t3"]), in: catalog)?.paths == ["parent"])
    #expect(
      replacing(type(id: "app.n.t0", ["parent": "app.n.t0"]), in: catalog)?.paths == ["parent"])
  }

  @Test("a type has one thumbnail, counting those of ancestors and of descendants")
  func thumbnails() throws {
    #expect(
      refusal(
        registering: type(["a": ["type": "thumbnail"], "b": ["type": "thumbnail"]]))?.paths
        == ["fields.a"])
    let picture = type(["pic": ["type": "thumbnail"]], id: "app.t.a")
    let catalog = try register(picture)
    #expect(catalog.type("app.t.a")?.thumbnailField == "pic")
    let again = type(["pic": ["type": "thumbnail"]], id: "app.t.b", ["parent": "app.t.a"])
    #expect(refusal(registering: again, in: catalog) == nil)
    let other = type(["img": ["type": "thumbnail"]], id: "app.t.b", ["parent": "app.t.a"])
    #expect(refusal(registering: other, in: catalog)?.code == "invalid_schema")
    let plain = try register(
      type(["img": ["type": "thumbnail"]], id: "app.t.c", ["parent": "app.t.p"]),
      in: register(type(id: "app.t.p")))
    #expect(
      replacing(type(["pic": ["type": "thumbnail"]], id: "app.t.p"), in: plain)?.paths
        == ["fields.pic"])
    let hinted = type(
      ["pic": ["type": "thumbnail"]], id: "app.t.d", ["display_hints": ["title_field": "pic"]])
    #expect(refusal(registering: hinted)?.paths == ["display_hints.title_field"])
  }

  @Test("hints and merge entries may name inherited fields")
  func inheritedMembers() {
    let body = type(
      id: "app.shop.sub",
      [
        "parent": "app.shop.thing", "display_hints": ["title_field": "name"],
        "merge_policy": ["fields": ["size": "keep_both_copies"]], "link_field": "name",
      ])
    #expect(refusal(registering: body, in: catalog) == nil)
  }

  @Test("a removal that leaves a subtype's hint, merge entry or link dangling names that subtype")
  func dangling() throws {
    let members: [(JSONObject, String)] = [
      (["display_hints": ["body_field": "extra"]], "display_hints.body_field"),
      (["merge_policy": ["fields": ["extra": "keep_both_copies"]]], "merge_policy.fields.extra"),
      (["link_field": "extra"], "link_field"),
    ]
    for (member, path) in members {
      var body = member
      body["parent"] = "app.d.a"
      let catalog = try register(
        type(id: "app.d.b", body),
        in: register(type(["extra": ["type": "string"]], id: "app.d.a")))
      let refused = replacing(type(id: "app.d.a"), in: catalog)
      #expect(refused?.code == "invalid_schema")
      #expect(refused?.paths == [path])
      #expect(refused?.details?["type"] == "app.d.b")
      let number = type(["extra": ["type": "number"]], id: "app.d.a")
      #expect((replacing(number, in: catalog) != nil) == (path == "link_field"))
    }
  }

  @Test("a link belongs to its own type and not to its subtypes")
  func links() throws {
    let linked = try register(
      type(["vendor": ["type": "string"]], id: "app.l.a", ["link_field": "vendor"]))
    let next = try register(type(id: "app.l.b", ["parent": "app.l.a"]), in: linked)
    #expect(try next.itemType("app.l.a").linkField == "vendor")
    #expect(try next.itemType("app.l.b").linkField == nil)
    #expect(next.type("app.l.b")?.json["link_field"] == nil)
  }

  @Test(
    "a claim of compatibility holds when each field can be read as the target's",
    arguments: [
      (["name": ["type": "string", "required": true]], nil),
      (["name": ["type": "url", "required": true], "size": ["type": "integer"]], nil),
      (
        [
          "name": ["type": "enum", "enum_values": ["x"], "required": true],
          "kind": ["type": "enum", "enum_values": ["b"]],
        ], nil
      ),
      (["name": ["type": "string"]], "name"), (["other": ["type": "string"]], "name"),
      (["name": ["type": "integer", "required": true]], "name"),
      (["name": ["type": "string", "required": true], "size": ["type": "number"]], "size"),
      (
        [
          "name": ["type": "string", "required": true],
          "kind": ["type": "enum", "enum_values": ["b", "c"]],
        ], "kind"
      ),
    ] as [(JSONObject, String?)])
  func compatibility(fields: JSONObject, field: String?) {
    let refused = refusal(
      registering: type(fields, id: "app.c.a", ["compatible_with": "app.shop.thing"]), in: catalog)
    #expect(refused?.details?["field"]?.string == field)
    #expect(refused?.code == field.map { _ in "compatible_with_violation" })
    #expect(refused?.status == field.map { _ in 422 })
  }

  @Test("compatibility with numbers, lists and formats, and with a type that is not there")
  func furtherCompatibility() throws {
    let target = try register(
      type(
        [
          "n": ["type": "number"], "l": ["type": "array", "items_type": "string"],
          "f": ["type": "string", "format": "bcp47"],
        ], id: "app.c.t"))
    func claim(_ fields: JSONObject) -> RuleRefusal? {
      refusal(
        registering: type(fields, id: "app.c.a", ["compatible_with": ["app.c.t"]]), in: target)
    }
    #expect(claim(["n": ["type": "integer"]]) == nil)
    #expect(claim(["f": ["type": "string"]]) == nil)
    #expect(claim(["f": ["type": "string", "format": "iso3166"]])?.details?["field"] == "f")
    #expect(claim(["l": ["type": "array", "items_type": "url"]])?.details?["field"] == "l")
    #expect(
      refusal(registering: type([:], ["compatible_with": "app.no.ne"]))?.code
        == "compatible_with_violation")
  }

  @Test("the product's types can be neither replaced nor deleted")
  func platformTypes() {
    #expect(replacing(type(id: "app.no.ne"))?.code == "type_not_found")
    let refused = refusal { () throws(RuleRefusal) in
      _ = try catalog.replacing(TypeDefinition(registering: type(), id: "core.note"))
    }
    #expect(refused?.code == "core_type_immutable")
    for (id, code) in [
      ("core.note", "core_type_immutable"), ("system.folder", "core_type_immutable"),
      ("app.no.ne", "type_not_found"), ("app.shop.thing", "type_has_subtypes"),
    ] {
      let refused = refusal { () throws(RuleRefusal) in _ = try catalog.removing(id) }
      #expect(refused?.code == code)
    }
  }

  @Test("deleting a type leaves the others, children first")
  func deleting() throws {
    let refused = refusal { () throws(RuleRefusal) in _ = try catalog.removing("app.shop.thing") }
    #expect(refused?.details?["subtype_ids"] == ["app.shop.book"])
    let next = try catalog.removing("app.shop.book").removing("app.shop.thing")
    #expect(next == TypeCatalog.shipped)
  }

  @Test("growing is free, and every other change is named")
  func evolution() throws {
    let old = try TypeDefinition(registering: Self.base)
    func change(_ edit: (inout JSONObject) -> Void) throws -> TypeEvolution {
      var body = Self.base
      edit(&body)
      return TypeEvolution(from: old, to: try TypeDefinition(registering: body))
    }
    let growth = try change { body in
      body["label"] = "Thing!"
      body["description"] = "A thing."
      body["version"] = 3
      body["display_hints"] = ["title_field": "name"]
      body["fields"] = [
        "name": ["type": "string", "required": true, "description": "Its name."],
        "size": ["type": "integer"], "kind": ["type": "enum", "enum_values": ["a", "b"]],
        "color": ["type": "string"],
      ]
    }
    #expect(growth.restricted == [])
    #expect(growth.gained == ["color"])
    #expect(growth.refusal(held: []) == nil)
    #expect(growth.refusal(held: ["color"])?.details?["changes"] == ["fields.color"])

    let upheaval = try change { body in
      body["roles"] = ["container"]
      body["merge_policy"] = ["default": "keep_both_copies"]
      body["fields"] = [
        "size": ["type": "number"],
        "kind": ["type": "enum", "enum_values": ["a", "b"], "required": true],
        "must": ["type": "string", "required": true],
      ]
    }
    #expect(
      upheaval.restricted == [
        "fields.kind", "fields.must", "fields.name", "fields.size", "merge_policy", "roles",
      ])
    #expect(upheaval.refusal(held: [])?.details?["required_scope"] == "schema.write")
  }
}
