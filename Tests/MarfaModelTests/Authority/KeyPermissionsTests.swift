import MarfaModel
import Testing

@Suite("What a key may do")
struct KeyPermissionsTests {
  private func parse(_ body: JSONObject) throws(RuleRefusal) -> KeyPermissions? {
    try KeyPermissions(requested: body)
  }

  @Test("a request that names nothing says so, and one that names any family leaves others empty")
  func requests() throws {
    #expect(try parse(["label": "x", "source": "y"]) == nil)
    let some = try #require(try parse(["type_permissions": ["core.*": "read"]]))
    #expect(some[.types].levels == ["core.*": .read])
    #expect(some.permissions.isEmpty && some.sources.isEmpty && !some[.edges].reachesAnything)
    #expect(try parse(["permissions": []]) == KeyPermissions())
  }

  @Test("permissions read back from their JSON, and every member is there")
  func json() throws {
    let body: JSONObject = [
      "permissions": ["keys.mint", "blobs.manage"], "sources": ["a", "b"],
      "type_permissions": ["*": "read", "core.note": "none"],
      "edge_permissions": ["about": "write"], "extension_permissions": ["app.x": "read"],
      "metadata_permissions": ["types": "write"], "profile_permissions": ["profile": "read"],
    ]
    let permissions = try #require(try parse(body))
    #expect(permissions.json == body)
    #expect(KeyPermissions(reading: permissions.json) == permissions)
    #expect(KeyPermissions().json.keys == KeyPermissions.members)
    #expect(KeyPermissions.everything.json["permissions"]?.array?.count == 12)
    #expect(KeyPermissions.everything.json["profile_permissions"] == ["*": "write"])
  }

  @Test(
    "a request's fault is named by its place",
    arguments: [
      (["permissions": "keys.mint"], "permissions"), (["permissions": ["all"]], "permissions.0"),
      (["permissions": ["keys.mint", 1]], "permissions.1"),
      (["type_permissions": []], "type_permissions"),
      (["type_permissions": ["core.note": "all"]], "type_permissions.core.note"),
      (["type_permissions": ["Note": "read"]], "type_permissions.Note"),
      (["type_permissions": ["core.note": 1]], "type_permissions.core.note"),
      (["edge_permissions": ["about": "none"]], "edge_permissions.about"),
      (["edge_permissions": ["About": "read"]], "edge_permissions.About"),
      (["extension_permissions": ["": "read"]], "extension_permissions."),
      (["metadata_permissions": ["Types": "read"]], "metadata_permissions.Types"),
      (["profile_permissions": ["me": "read"]], "profile_permissions.me"),
      (["sources": "a"], "sources"), (["sources": ["a", " "]], "sources.1"),
      (["sources": ["OAuth:x"]], "sources.0"), (["sources": [7]], "sources.0"),
      (["sources": .array(Array(repeating: "a", count: 1_001))], "sources"),
      (["sources": [.string(String(repeating: "a", count: 201))]], "sources.0"),
    ] as [(JSONObject, String)])
  func faults(body: JSONObject, path: String) {
    let refused = refusal { () throws(RuleRefusal) in _ = try parse(body) }
    #expect(refused?.code == "validation_error")
    #expect(refused?.paths == [path])
  }

  @Test("sources are trimmed and kept once, in their first order")
  func sources() throws {
    #expect(try parse(["sources": [" b ", "a", "b", "B"]])?.sources == ["b", "a", "B"])
    #expect(
      try parse(["sources": .array((0..<1_000).map { .string("s\($0)") })])?.sources.count == 1_000)
  }

  @Test("a refusal names the grant that would have let the call through")
  func judging() {
    let catalog = TypeCatalog.shipped
    var permissions = KeyPermissions()
    permissions[.types] = PermissionMap(["core.note": .read, "system.*": .write])
    func code(_ work: () throws(RuleRefusal) -> Void) -> RuleRefusal? { refusal(work) }
    let write = code { () throws(RuleRefusal) in
      try permissions.judgeItemWrite(type: "core.note", in: catalog)
    }
    #expect(write?.code == "type_not_permitted")
    #expect(
      write?.details?["grant"] == ["kind": "type", "name": "core.note", "level": "write"])
    let fence = code { () throws(RuleRefusal) in
      try permissions.judgeItemWrite(type: "system.folder", in: catalog)
    }
    #expect(fence?.code == "type_not_permitted")
    #expect(fence?.details == nil)
    #expect(
      code { () throws(RuleRefusal) in
        try permissions.judgeItemWrite(type: "system.view", in: catalog)
      } == nil)
    #expect(
      code { () throws(RuleRefusal) in
        try permissions.judgeRead(type: "core.task", in: catalog)
      }?.details?["grant"]?.object?["level"] == "read")
    let edge = code { () throws(RuleRefusal) in try permissions.judge(edgeType: "about", .write) }
    #expect(edge?.code == "edge_permission_denied")
    #expect(edge?.details?.keys == ["edge_type", "required", "grant"])
    #expect(
      code { () throws(RuleRefusal) in try permissions.judge(extension: "a", .read) }?.details?[
        "grant"]?.object?["kind"] == "extension")
    #expect(
      code { () throws(RuleRefusal) in try permissions.judgeRegistration("types") }?.details?[
        "metadata_subresource"] == "types")
    #expect(
      code { () throws(RuleRefusal) in try permissions.judge(.mintKeys) }?.details?[
        "required_scope"] == "keys.mint")
    let all = KeyPermissions.everything
    #expect(
      code { () throws(RuleRefusal) in
        try all.judgeItemWrite(type: "core.note", in: catalog)
        try all.judge(edgeType: "about", .write)
        try all.judge(extension: "a", .write)
        try all.judgeRegistration("edge_types")
        try all.judge(.manageBlobs)
      } == nil)
  }
}
