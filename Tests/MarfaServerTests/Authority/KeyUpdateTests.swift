import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

/// `PATCH /keys/{id}` (events-blobs-keys 6.2 and 6.3).
@Suite("Changes of keys")
struct KeyUpdateTests {
  private func permissions(
    _ types: [String: PermissionLevel], may permissions: Set<KeyPermission> = []
  ) -> KeyPermissions {
    KeyPermissions(permissions: permissions, types: PermissionMap(types))
  }

  @Test("what a change names is replaced whole, the rest stays, and it is felt at the next request")
  func replaces() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let phone = try await bench.storeKey(
      "phone", permissions(["core.note": .write, "core.task": .read], may: [.purgeItems]))
    let note = try await bench.item()
    #expect(try await bench.send("GET", "/items/\(note)", as: phone.secret).verdict == "200")
    let answer = try await bench.send(
      "PATCH", "/keys/\(phone.key.id)",
      ["label": " Phone 2 ", "type_permissions": ["core.task": "write"], "default_tier": "feed"],
      as: owner.secret)
    #expect(answer.verdict == "200", "\(answer.json)")
    #expect(answer.json["label"] == "Phone 2")
    #expect(answer.json["type_permissions"] == ["core.task": "write"])
    #expect(answer.json["permissions"] == ["items.purge"])
    #expect(answer.json["default_tier"] == "feed")
    #expect(answer.json["key"] == nil)
    let hidden = try await bench.send("GET", "/items/\(note)", as: phone.secret)
    #expect(hidden.verdict == "404 item_not_found")
    let emptied = try await bench.send(
      "PATCH", "/keys/\(phone.key.id)", ["type_permissions": [:], "default_tier": nil],
      as: owner.secret)
    #expect(emptied.json["type_permissions"] == [:])
    #expect(emptied.json["default_tier"] == .null)
    #expect(emptied.json["permissions"] == ["items.purge"])
    let none = try await bench.send("GET", "/items", as: phone.secret)
    #expect(none.verdict == "403 type_not_permitted")
  }

  @Test("a change is refused for its form, and the key stays as it was")
  func form() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let phone = try await bench.storeKey("phone", permissions(["core.note": .write]))
    let path = "/keys/\(phone.key.id)"
    let cases: [(String, JSONObject, String)] = [
      (path, [:], "400 validation_error"),
      (path, ["source": "new"], "400 validation_error"),
      (path, ["lable": "x"], "400 validation_error"),
      (path, ["label": ""], "400 validation_error"),
      (path, ["default_tier": "all"], "400 validation_error"),
      (path, ["type_permissions": ["core.note": "own"]], "400 validation_error"),
      (path, ["permissions": ["keys.eat"]], "400 validation_error"),
      ("/keys/x", ["label": "x"], "400 invalid_id"),
      ("/keys/\(bench.newId())", ["label": "x"], "404 api_key_not_found"),
    ]
    for (target, body, verdict) in cases {
      let answer = try await bench.send("PATCH", target, body, as: owner.secret)
      #expect(answer.verdict == verdict, "\(body)")
    }
    let small = try await bench.send("PATCH", path, ["label": "x"], as: phone.secret)
    #expect(small.verdict == "403 forbidden")
    #expect(small.details?["required_scope"] == "keys.mint")
    let kept = try await bench.send("GET", "/keys/current", as: phone.secret)
    #expect(kept.json["label"] == "phone")
    _ = try await bench.send("DELETE", path, as: owner.secret)
    let revoked = try await bench.send("PATCH", path, ["label": "x"], as: owner.secret)
    #expect(revoked.verdict == "404 api_key_not_found")
  }

  @Test("nobody gives more than they hold, themselves included; a key beyond reach is unknown")
  func ceiling() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let minter = try await bench.storeKey(
      "minter", permissions(["core.note": .write], may: [.mintKeys]))
    let small = try await bench.storeKey("small", permissions(["core.note": .read]))
    let large = try await bench.storeKey("large", permissions(["core.task": .read]))
    func patch(_ key: KeyRecord, _ types: JSONObject) async throws -> String {
      try await bench.send(
        "PATCH", "/keys/\(key.id)", ["type_permissions": .object(types)], as: minter.secret
      ).verdict
    }
    #expect(try await patch(small.key, ["core.note": "write"]) == "200")
    #expect(try await patch(small.key, ["core.task": "read"]) == "403 forbidden")
    #expect(try await patch(minter.key, ["*": "write"]) == "403 forbidden")
    #expect(try await patch(large.key, [:]) == "404 api_key_not_found")
    #expect(try await patch(minter.key, [:]) == "200", "who narrows themselves may")
  }

  @Test("who reaches a key only by managing all keys narrows it and never widens it")
  func managing() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let manager = try await bench.storeKey(
      "manager", permissions(["core.task": .write], may: [.manageKeys]))
    let large = try await bench.storeKey(
      "large", permissions(["core.note": .write, "core.person": .read]))
    func patch(_ types: JSONObject) async throws -> String {
      try await bench.send(
        "PATCH", "/keys/\(large.key.id)", ["type_permissions": .object(types)],
        as: manager.secret
      ).verdict
    }
    #expect(try await patch(["core.note": "read", "core.person": "read"]) == "200")
    #expect(try await patch(["core.note": "write"]) == "403 forbidden")
    #expect(
      try await patch(["core.note": "read", "core.task": "write"]) == "403 forbidden",
      "not even by what the manager holds")
  }
}
