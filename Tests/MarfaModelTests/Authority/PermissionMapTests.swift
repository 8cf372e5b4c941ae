import MarfaModel
import Testing

@Suite("Permission maps")
struct PermissionMapTests {
  private let catalog: TypeCatalog

  init() throws {
    catalog = try register(
      type(id: "app.log.diary", ["parent": "app.log.entry"]),
      in: register(type(id: "app.log.entry", ["parent": "core.note"])))
  }

  @Test(
    "the nearest entry decides about a type",
    arguments: [
      (["core.note": .read], "core.note", .read),
      (["core.media": .write], "core.media.book", .none),
      (["core.media.*": .write], "core.media.book", .write),
      (["core.media.*": .write], "core.media", .write),
      (["core.media.*": .write], "core.mediafile", .none),
      (["*": .write, "core.note": .none], "core.note", .none),
      (["*": .write, "core.note": .read], "core.note", .read),
      (["*": .write, "core.*": .none], "core.note", .none),
      (["*": .read, "core.*": .none, "core.media.*": .write], "core.media.book", .write),
      (["*": .read], "anything.else", .read),
      (["core.note.*": .read], "app.log.diary", .read),
      (["core.note.*": .read, "app.log.entry.*": .write], "app.log.diary", .write),
      (["core.note.*": .read, "app.*": .none], "app.log.diary", .none),
      (["core.*": .read], "app.log.diary", .none),
      (["core.note": .read], "app.log.diary", .none),
      ([:], "core.note", .none),
    ] as [([String: PermissionLevel], String, PermissionLevel)])
  func types(levels: [String: PermissionLevel], type: String, level: PermissionLevel) {
    #expect(PermissionMap(levels).level(ofType: type, in: catalog) == level)
    var permissions = KeyPermissions()
    permissions[.types] = PermissionMap(levels)
    #expect(permissions.reads(type: type, in: catalog) == (level >= .read))
    #expect(permissions.writes(type: type, in: catalog) == (level == .write))
  }

  @Test("other families have names and the star")
  func names() {
    var permissions = KeyPermissions()
    permissions[.edges] = PermissionMap(["*": .read, "about": .write])
    #expect(permissions.reads(edgeType: "about") && permissions.writes(edgeType: "about"))
    #expect(permissions.reads(edgeType: "x") && !permissions.writes(edgeType: "x"))
    #expect(!permissions.reads(extension: "x") && !permissions.writes(metadata: "types"))
    permissions[.extensions] = PermissionMap(["app.a": .read])
    permissions[.metadata] = PermissionMap(["types": .write])
    #expect(permissions.reads(extension: "app.a") && !permissions.writes(extension: "app.a"))
    #expect(permissions.reads(metadata: "types") && permissions.writes(metadata: "types"))
    #expect(!permissions.writes(metadata: "edge_types"))
  }

  @Test("a map reaches a type when any entry opens something, registered or not")
  func reach() {
    var permissions = KeyPermissions()
    #expect(!permissions.reachesAnyType && !permissions.readsEveryType)
    permissions[.types] = PermissionMap(["core.note": .none])
    #expect(!permissions.reachesAnyType)
    permissions[.types] = PermissionMap(["app.not.there": .read])
    #expect(permissions.reachesAnyType)
    #expect(permissions.readableTypes(in: catalog) == [])
    permissions[.types] = PermissionMap(["*": .read, "core.note": .write])
    #expect(permissions.readsEveryType)
    permissions[.types] = PermissionMap(["*": .read, "core.note": .none])
    #expect(!permissions.readsEveryType)
    #expect(!permissions.readableTypes(in: catalog).contains("core.note"))
    #expect(permissions.readableTypes(in: catalog).contains("app.log.diary"))
    #expect(KeyPermissions.everything.readableTypes(in: catalog) == catalog.types.map(\.id))
  }
}
