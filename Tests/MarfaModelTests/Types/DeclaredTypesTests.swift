import MarfaModel
import Testing

@Suite("Types that an app declares for itself")
struct DeclaredTypesTests {
  @Test("a declaration may leave out fields and version, and come before its parent")
  func declares() throws {
    let declared = try TypeCatalog.shipped.declared([
      ["id": "app.a.child", "parent": "app.a.base", "fields": ["x": ["type": "string"]]],
      ["id": "app.a.base", "parent": "core.note"],
    ])
    #expect(declared.map(\.id) == ["app.a.base", "app.a.child"])
    #expect(declared[0].version == 0)
    let catalog = TypeCatalog.shipped.adding(declared)
    #expect(catalog.type("app.a.child")?.fields.count == 5)
    #expect(catalog.adding(declared) == catalog)
  }

  @Test(
    "one bad declaration refuses them all",
    arguments: [
      ["id": "note"], ["id": "core.mine"], ["id": "items.x"], ["id": "core.note"],
      ["id": "app.a.b", "parent": "app.no.ne"], ["id": "app.a.b", "fields": ["x": [:]]],
      ["id": "app.a.b", "fields": ["x": ["type": "money"]]], [:], ["id": "app.a.fine"],
      ["id": "app.a.b", "parent": "app.a.b"],
    ] as [JSONObject])
  func refuses(declaration: JSONObject) {
    let error = #expect(throws: MarfaError.self) {
      try TypeCatalog.shipped.declared([["id": "app.a.fine"], declaration])
    }
    #expect(error?.code() == "invalid")
  }
}
