import MarfaModel
import Testing

@testable import MarfaServer

@Suite("Minting keys")
struct KeyMintTests {
  @Test("direct authority gives everything to a key that names nothing")
  func everything() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": " phone "])
    #expect(minted.key.label == "phone")
    #expect(minted.key.source == "phone")
    #expect(minted.key.permissions == .everything)
    let json = minted.json
    #expect(json["key"]?.string == minted.token.text)
    #expect(json.keys.prefix(4) == ["id", "key", "label", "source"])
    #expect(json["expires_at"] == .null && json["last_used_at"] == .null)
    #expect(json["created_at"] == "2026-01-01T00:00:00.000Z")
    #expect(UUIDv7.isValid(minted.key.id))
  }

  @Test("a key that names any family holds exactly what it names")
  func exactly() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint([
      "label": "reader", "source": "r", "default_tier": "feed",
      "type_permissions": ["core.*": "read"],
    ])
    #expect(minted.key.permissions[.types].levels == ["core.*": .read])
    #expect(minted.key.permissions.permissions.isEmpty)
    #expect(!minted.key.permissions[.edges].reachesAnything)
    #expect(minted.key.defaultTier == .feed)
    let found = try await house.directory.credential(bearer: "Bearer \(minted.token.text)")
    #expect(found == Credential(minted.key))
    let empty = try await house.mint(["label": "empty", "permissions": []])
    #expect(empty.key.permissions == KeyPermissions())
  }

  @Test("a key that names nothing holds what its maker holds")
  func inherits() async throws {
    let house = try await KeyHouse()
    let maker = try await house.holder(
      "maker",
      ["permissions": ["keys.mint"], "type_permissions": ["core.note": "write"], "sources": ["s"]])
    guard case .key(let credential) = maker else { return }
    let minted = try await house.mint(["label": "child"], by: maker)
    #expect(minted.key.permissions == credential.permissions)
  }

  @Test("a key cannot give more than it holds, and nothing is minted then")
  func ceiling() async throws {
    let house = try await KeyHouse()
    let maker = try await house.holder(
      "maker",
      [
        "permissions": ["keys.mint"], "type_permissions": ["core.*": "write", "core.task": "none"],
        "sources": ["shared"],
      ])
    for (members, details) in [
      (["permissions": ["items.purge"]], ["required_scope": "items.purge"]),
      (["type_permissions": ["*": "read"]], ["required_scope": "*:read"]),
      (["type_permissions": ["core.*": "read"]], ["required_scope": "core.task:read"]),
      (["edge_permissions": ["about": "read"]], ["required_scope": "edge.about:read"]),
      (["metadata_permissions": ["types": "write"]], ["required_scope": "metadata.types:write"]),
      (["sources": ["shared", "foreign"]], ["source": "foreign"]),
    ] as [(JSONObject, JSONObject)] {
      var body = members
      body["label"] = "child"
      let refused = try await house.refusal(minting: body, by: maker)
      #expect(refused?.status == 403)
      #expect(refused?.code == "forbidden")
      #expect(refused?.details == details)
    }
    #expect(try await house.labels(shownTo: .direct) == ["maker"])
    let fitting: JSONObject = [
      "label": "child", "type_permissions": ["core.note": "write"], "sources": ["maker", "shared"],
    ]
    #expect(try await house.refusal(minting: fitting, by: maker) == nil)
  }

  @Test("a key without keys.mint mints nothing")
  func needsPermission() async throws {
    let house = try await KeyHouse()
    let holder = try await house.holder("plain", ["permissions": ["keys.manage"]])
    let refused = try await house.refusal(minting: ["label": "x"], by: holder)
    #expect(refused?.details == ["required_scope": "keys.mint"])
  }

  @Test(
    "a request's fault is refused before anything is minted",
    arguments: [
      ([:], "missing_required_field"), (["label": ""], "validation_error"),
      (["label": 7], "validation_error"), (["label": "x", "source": " "], "validation_error"),
      (["label": "x", "source": "oauth:y"], "validation_error"),
      (["label": "OAUTH:y"], "validation_error"),
      (["label": "x", "default_tier": "all"], "validation_error"),
      (["label": "x", "type_permission": ["*": "read"]], "validation_error"),
      (["label": "x", "enforcement_override": [:]], "validation_error"),
      (["label": "x", "type_permissions": ["*": "all"]], "validation_error"),
    ] as [(JSONObject, String)])
  func faults(body: JSONObject, code: String) async throws {
    let house = try await KeyHouse()
    #expect(try await house.refusal(minting: body)?.code == code)
    #expect(try await house.labels(shownTo: .direct) == [])
  }

  @Test("two keys that work never have one source of their own")
  func sources() async throws {
    let house = try await KeyHouse()
    let first = try await house.mint(["label": "a", "source": "phone"])
    let refused = try await house.refusal(minting: ["label": "b", "source": "phone"])
    #expect(refused?.status == 409)
    #expect(refused?.details == ["source": "phone"])
    #expect(try await house.refusal(minting: ["label": "b", "source": "Phone"]) == nil)
    #expect(try await house.revoke(first.key.id) == nil)
    #expect(try await house.refusal(minting: ["label": "c", "source": "phone"]) == nil)
  }

  @Test("a source that another key claims is taken as one's own only by who could grant it")
  func claimedSources() async throws {
    let house = try await KeyHouse()
    _ = try await house.mint(["label": "claims", "sources": ["camera"]])
    let stranger = try await house.holder("stranger", ["permissions": ["keys.mint"]])
    let refused = try await house.refusal(
      minting: ["label": "camera", "permissions": []], by: stranger)
    #expect(refused?.code == "forbidden")
    #expect(refused?.details == ["source": "camera"])
    let friend = try await house.holder(
      "friend", ["permissions": ["keys.mint"], "sources": ["camera"]])
    #expect(
      try await house.refusal(minting: ["label": "camera", "permissions": []], by: friend) == nil)
  }

  @Test("racing mints for one source give it to one key")
  func race() async throws {
    let house = try await KeyHouse()
    let outcomes = try await withThrowingTaskGroup(of: RuleRefusal?.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await house.refusal(minting: ["label": .string("k\(number)"), "source": "one"])
        }
      }
      return try await group.reduce(into: []) { $0.append($1?.code) }
    }
    #expect(outcomes.count { $0 == nil } == 1)
    #expect(outcomes.count { $0 == "conflict" } == 7)
  }
}
