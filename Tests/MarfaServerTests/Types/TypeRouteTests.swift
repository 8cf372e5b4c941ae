import MarfaEngine
import MarfaModel
import Testing

@testable import MarfaServer

/// The registry of item types (types-edges-search 2).
@Suite("/types")
struct TypeRouteTests {
  @Test("every credential reads the whole registry, whatever its map of types")
  func reads() async throws {
    let bench = try await ServerBench()
    let reachless = bench.key("reachless")
    let answer = try await bench.send("GET", "/types", as: reachless)
    #expect(answer.verdict == "200")
    #expect(answer.nextCursor == nil)
    #expect(answer.data.count == TypeCatalog.shipped.types.count)
    let album = answer.data.first { $0["id"] == "core.media.album" }
    #expect(album?["roles"] == ["container"])
    let one = try await bench.send("GET", "/types/core.entity.person", as: reachless)
    #expect(one.json["id"] == "core.entity.person")
    #expect(one.object("fields")["name"] != nil)
    for id in ["core.nothing", "app.x.y", "No Type"] {
      let path = id.replacing(" ", with: "%20")
      #expect(try await bench.send("GET", "/types/\(path)").verdict == "404 type_not_found")
    }
    #expect(try await bench.send("GET", "/types", as: nil).verdict == "401 unauthorized")
    #expect(try await bench.send("GET", "/types?type=x").verdict == "400 validation_error")
  }

  @Test("a registered type is answered as stored, listed, and enforced on the next item")
  func registers() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send("POST", "/types", recipe())
    #expect(answer.verdict == "201")
    #expect(answer.object("type")["label"] == "Recipe")
    #expect(answer.object("type")["version"] == 0)
    #expect(try await bench.send("GET", "/types/app.cook.recipe").verdict == "200")
    let bad = try await bench.send(
      "POST", "/items", ["type": "app.cook.recipe", "properties": ["minutes": "ten"]])
    #expect(bad.verdict == "400 invalid_properties")
    let good = try await bench.send(
      "POST", "/items", ["type": "app.cook.recipe", "properties": ["name": "soup", "minutes": 10]])
    #expect(good.verdict == "201")
  }

  @Test("each fault of a registration has its own answer and registers nothing")
  func refusals() async throws {
    let bench = try await ServerBench()
    try await bench.send("POST", "/types", recipe())
    let cases: [(String, JSONObject, String)] = [
      ("taken", recipe(), "409 type_already_exists"),
      ("bad and taken", recipe(["roles": ["x"]]), "400 invalid_schema"),
      ("no fields", ["id": "app.cook.menu"], "400 missing_required_field"),
      ("no id", ["fields": [:]], "400 invalid_schema"),
      ("one segment", recipe(["id": "recipe"]), "400 validation_error"),
      ("reserved root", recipe(["id": "keys.x"]), "400 validation_error"),
      ("platform root", recipe(["id": "core.x"]), "403 forbidden"),
      ("states", recipe(["id": "app.cook.menu", "states": ["x"]]), "400 invalid_schema"),
      (
        "unknown parent", recipe(["id": "app.cook.menu", "parent": "app.cook.none"]),
        "400 validation_error"
      ),
      ("itself as parent", recipe(["id": "a.b", "parent": "a.b"]), "400 validation_error"),
      (
        "shadow", recipe(["id": "app.cook.menu", "fields": ["tier": ["type": "string"]]]),
        "400 property_shadows_field"
      ),
      (
        "changed inheritance",
        recipe(["id": "a.b", "parent": "app.cook.recipe", "fields": ["name": ["type": "url"]]]),
        "400 inheritance_violation"
      ),
      (
        "false claim", recipe(["id": "a.b", "compatible_with": "core.task"]),
        "422 compatible_with_violation"
      ),
    ]
    for (name, body, verdict) in cases {
      #expect(try await bench.send("POST", "/types", body).verdict == verdict, "\(name)")
    }
    let namespace = try await bench.send("POST", "/types", recipe(["id": "system.x"]))
    #expect(namespace.details?["namespace"] == "system")
    let types = try await bench.send("GET", "/types")
    #expect(types.data.count == TypeCatalog.shipped.types.count + 1)
  }

  @Test("registering takes the registry's grant, then write on the type and on a new parent")
  func registrationGrants() async throws {
    let bench = try await ServerBench()
    let none = bench.key("none", types: ["*": .write], may: [.writeSchema])
    let reader = bench.key("reader", types: ["*": .read], metadata: ["types": .write])
    let cook = bench.key("cook", types: ["app.cook.*": .write], metadata: ["types": .write])
    let standing = try await bench.send("POST", "/types?x=1", ["id": 3], as: none)
    #expect(standing.verdict == "403 forbidden")
    #expect(standing.details?["metadata_subresource"] == "types")
    let reach = try await bench.send("POST", "/types", recipe(), as: reader)
    #expect(reach.verdict == "403 type_not_permitted")
    #expect(
      reach.details?["grant"] == ["kind": "type", "name": "app.cook.recipe", "level": "write"])
    let parent = try await bench.send(
      "POST", "/types", recipe(["parent": "app.shop.thing"]), as: cook)
    #expect(parent.verdict == "403 type_not_permitted")
    #expect(parent.details?["grant"]?.object?["name"] == "app.shop.thing")
    let platform = try await bench.send(
      "POST", "/types", recipe(["parent": "core.note", "fields": [:]]), as: cook)
    #expect(platform.verdict == "201")
    let under = try await bench.send(
      "POST", "/types", recipe(["id": "app.cook.menu", "parent": "app.cook.recipe"]), as: cook)
    #expect(under.verdict == "201")
  }

  @Test("a replacement takes the place of the whole type and leaves stored items alone")
  func replaces() async throws {
    let bench = try await ServerBench()
    try await bench.send("POST", "/types", recipe())
    let item = try await bench.item("app.cook.recipe", ["minutes": 10])
    let answer = try await bench.send(
      "PUT", "/types/app.cook.recipe",
      ["fields": ["name": ["type": "string", "required": true]], "version": 2])
    #expect(answer.verdict == "200")
    #expect(answer.object("type")["id"] == "app.cook.recipe")
    #expect(answer.object("type")["version"] == 2)
    #expect(try await bench.stored(item)?.properties == ["minutes": 10])
    let cases: [(String, String)] = [
      ("/types/nothing", "400 validation_error"), ("/types/app.cook.none", "404 type_not_found"),
      ("/types/core.note", "403 core_type_immutable"),
    ]
    for (path, verdict) in cases {
      #expect(try await bench.send("PUT", path, ["fields": [:]]).verdict == verdict, "\(path)")
    }
    #expect(
      try await bench.send("PUT", "/types/app.cook.recipe", [:]).verdict
        == "400 missing_required_field")
  }

  @Test("without schema.write a type may grow and be renamed, and nothing else")
  func evolves() async throws {
    let bench = try await ServerBench()
    let cook = bench.key("cook", types: ["app.cook.*": .write], metadata: ["types": .write])
    try await bench.send("POST", "/types", recipe())
    let body = recipe(["label": "Dish", "fields": fields(["serves": ["type": "integer"]])])
    #expect(try await bench.send("PUT", "/types/app.cook.recipe", body, as: cook).verdict == "200")
    let change = try await bench.send(
      "PUT", "/types/app.cook.recipe",
      ["roles": ["container"], "fields": ["name": ["type": "string", "searchable": false]]],
      as: cook)
    #expect(change.verdict == "403 forbidden")
    #expect(change.details?["required_scope"] == "schema.write")
    #expect(
      change.details?["changes"] == ["fields.minutes", "fields.name", "fields.serves", "roles"])
    #expect(
      try await bench.send("PUT", "/types/app.cook.recipe", ["fields": [:]]).verdict == "200")
    let none = bench.key("none", types: ["*": .write])
    let lacking = try await bench.send("PUT", "/types/core.note", ["fields": [:]], as: none)
    #expect(lacking.verdict == "403 forbidden")
    #expect(lacking.details?["required_scope"] == "schema.write")
    let other = bench.key("other", types: ["*": .read], metadata: ["types": .write])
    #expect(
      try await bench.send("PUT", "/types/app.cook.recipe", recipe(), as: other).verdict
        == "403 type_not_permitted")
  }

  @Test("a field is not gained for free under a name that an item of the subtree holds")
  func heldNames() async throws {
    let bench = try await ServerBench()
    let cook = bench.key("cook", types: ["app.cook.*": .write], metadata: ["types": .write])
    try await bench.send("POST", "/types", recipe())
    try await bench.send(
      "POST", "/types", ["id": "user.dish", "parent": "app.cook.recipe", "fields": [:]])
    try await bench.item("user.dish", ["serves": 4], state: .trashed)
    try await bench.item("app.cook.recipe", ["nulled": .null])
    for (name, verdict) in [
      ("serves", "403 forbidden"), ("say \"hi\"", "403 forbidden"), ("nulled", "200"),
    ] {
      let answer = try await bench.send(
        "PUT", "/types/app.cook.recipe", recipe(["fields": fields([name: ["type": "string"]])]),
        as: cook)
      #expect(answer.verdict == verdict, "\(name)")
      if verdict != "200" {
        #expect(answer.details?["changes"] == [.string("fields.\(name)")])
      }
    }
  }

  @Test("a link is not gained while two rows of the type, also in the bin, share a value")
  func links() async throws {
    let bench = try await ServerBench()
    try await bench.send("POST", "/types", recipe())
    try await bench.item("app.cook.recipe", ["name": "soup"])
    try await bench.item("app.cook.recipe", ["name": "soup"], state: .trashed)
    let taken = try await bench.send(
      "PUT", "/types/app.cook.recipe", recipe(["link_field": "name"]))
    #expect(taken.verdict == "409 link_taken")
    #expect(taken.details == ["type": "app.cook.recipe", "field": "name"])
    #expect(try await bench.send("GET", "/types/app.cook.recipe").json["link_field"] == nil)
    // Left-over rows count when a removed type comes back with a link.
    try await bench.send("DELETE", "/types/app.cook.recipe?force=true")
    #expect(
      try await bench.send("POST", "/types", recipe(["link_field": "name"])).verdict
        == "409 link_taken")
  }

  @Test("a removal answers in the order of its refusals and keeps the items when forced")
  func removes() async throws {
    let bench = try await ServerBench()
    let schema = bench.key("schema", types: ["app.shop.*": .write], may: [.writeSchema])
    let writer = bench.key("writer", types: ["*": .write], metadata: ["types": .write])
    try await bench.send("POST", "/types", recipe())
    try await bench.send(
      "POST", "/types", ["id": "app.cook.soup", "parent": "app.cook.recipe", "fields": [:]])
    let item = try await bench.item("app.cook.soup", [:], state: .trashed)
    let lacking = try await bench.send("DELETE", "/types/app.cook.recipe", as: writer)
    #expect(lacking.verdict == "403 forbidden")
    #expect(lacking.details?["required_scope"] == "schema.write")
    let cases: [(String, String, String)] = [
      ("/types/app.cook.none", schema, "404 type_not_found"),
      ("/types/core.note", schema, "403 core_type_immutable"),
      ("/types/app.cook.recipe", schema, "403 type_not_permitted"),
      ("/types/app.cook.recipe?force=true", ServerBench.owner, "409 type_has_subtypes"),
      ("/types/app.cook.soup", ServerBench.owner, "409 type_in_use"),
      ("/types/app.cook.soup?force=false", ServerBench.owner, "409 type_in_use"),
      ("/types/app.cook.soup?force=yes", ServerBench.owner, "400 validation_error"),
      ("/types/app.cook.soup?force=true", ServerBench.owner, "200"),
      ("/types/app.cook.recipe", ServerBench.owner, "200"),
    ]
    for (path, key, verdict) in cases {
      let answer = try await bench.send("DELETE", path, as: key)
      #expect(answer.verdict == verdict, "\(path)")
      if verdict == "409 type_has_subtypes" {
        #expect(answer.details?["subtype_ids"] == ["app.cook.soup"])
      }
    }
    #expect(try await bench.stored(item)?.type == "app.cook.soup")
  }
}

/// A type of this bench.
private func recipe(_ further: JSONObject = [:]) -> JSONObject {
  var body: JSONObject = ["id": "app.cook.recipe", "fields": fields()]
  for (name, value) in further { body[name] = value }
  return body
}

private func fields(_ further: JSONObject = [:]) -> JSONValue {
  var fields: JSONObject = ["name": ["type": "string"], "minutes": ["type": "integer"]]
  for (name, value) in further { fields[name] = value }
  return .object(fields)
}
