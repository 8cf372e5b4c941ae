import MarfaModel
import Testing

@Suite("A key never gives more than it holds")
struct PermissionCeilingTests {
  private func excess(
    _ wanted: [String: PermissionLevel], over ceiling: [String: PermissionLevel],
    in catalog: TypeCatalog = .shipped
  ) -> PermissionExcess? {
    KeyPermissions(types: PermissionMap(wanted)).excess(
      over: KeyPermissions(types: PermissionMap(ceiling)), ownSource: "me", in: catalog)
  }

  @Test(
    "what fits under the ceiling's map of types",
    arguments: [
      ([:], [:]), (["core.note": .read], ["core.note": .read]),
      (["core.note": .read], ["core.*": .write]), (["core.media.*": .read], ["core.*": .read]),
      (["core.*": .read, "app.*": .write], ["*": .write]),
      (["*": .read, "core.note": .none], ["*": .write, "core.note": .none]),
      (["core.note": .none], [:]), (["*": .write], ["*": .write]),
      (["core.*": .read, "core.note": .none], ["core.*": .read, "core.note": .none]),
      (["app.a.b": .read], ["*": .read, "core.note": .none]),
    ] as [([String: PermissionLevel], [String: PermissionLevel])])
  func fits(wanted: [String: PermissionLevel], ceiling: [String: PermissionLevel]) {
    #expect(excess(wanted, over: ceiling) == nil)
  }

  @Test(
    "what exceeds it, and at which entry",
    arguments: [
      (["core.note": .read], [:], "core.note"),
      (["core.note": .write], ["core.note": .read], "core.note"),
      (["*": .read], ["core.*": .read], "*"), (["core.*": .read], ["core.note": .read], "core.*"),
      (["*": .write], ["*": .write, "core.note": .none], "core.note"),
      (["core.*": .write], ["core.*": .write, "core.media.*": .read], "core.media"),
      (["core.note": .read], ["*": .write, "core.*": .none], "core.note"),
    ] as [([String: PermissionLevel], [String: PermissionLevel], String)])
  func exceeds(
    wanted: [String: PermissionLevel], ceiling: [String: PermissionLevel], name: String
  ) {
    guard case .entry(.types, let found, _) = excess(wanted, over: ceiling) else {
      Issue.record("nothing exceeds")
      return
    }
    #expect(found == name)
  }

  @Test("a wildcard that reaches a type by its declared ancestor is compared there too")
  func declaredAncestors() throws {
    let catalog = try register(type(id: "app.log.entry", ["parent": "core.note"]))
    let ceiling: [String: PermissionLevel] = ["core.note.*": .read, "app.*": .none]
    #expect(excess(["core.note.*": .read, "app.*": .none], over: ceiling, in: catalog) == nil)
    #expect(
      excess(["core.note.*": .read], over: ceiling, in: catalog)
        == .entry(.types, name: "app.log.entry", .read))
  }

  @Test("permissions, other maps and sources have their own refusal")
  func otherFamilies() {
    var ceiling = KeyPermissions(permissions: [.mintKeys], sources: ["shared"])
    ceiling[.edges] = PermissionMap(["about": .read])
    ceiling[.extensions] = PermissionMap(["a": .read])
    func refused(_ change: (inout KeyPermissions) -> Void) -> RuleRefusal? {
      var wanted = KeyPermissions()
      change(&wanted)
      return wanted.excess(over: ceiling, ownSource: "me", in: .shipped)?.refusal
    }
    #expect(refused { $0 = ceiling } == nil)
    #expect(refused { $0.sources = ["me", "shared"] } == nil)
    #expect(
      refused { $0.permissions = [.purgeItems] }?.details == ["required_scope": "items.purge"])
    #expect(
      refused { $0[.edges] = PermissionMap(["about": .write]) }?.details
        == ["required_scope": "edge.about:write"])
    #expect(
      refused { $0[.edges] = PermissionMap(["*": .read]) }?.details
        == ["required_scope": "edge.*:read"])
    #expect(
      refused { $0[.metadata] = PermissionMap(["types": .write]) }?.details
        == ["required_scope": "metadata.types:write"])
    #expect(
      refused { $0[.types] = PermissionMap(["system.folder": .read]) }?.details
        == ["required_scope": "system.folder:read"])
    let namespace = refused { $0[.extensions] = PermissionMap(["b": .read]) }
    #expect(namespace?.code == "forbidden")
    #expect(namespace?.details?["grant"]?.object?["name"] == "b")
    #expect(refused { $0.sources = ["other"] }?.details == ["source": "other"])
    #expect(refused { $0.sources = ["Shared"] }?.details == ["source": "Shared"])
  }
}
