import MarfaModel
import Testing

@testable import MarfaServer

/// The doors of keys over the keys in the store (events-blobs-keys 6).
@Suite("/keys")
struct KeyRouteTests {
  @Test("a minted key is answered once with its secret, works at once, and is listed without it")
  func mints() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let answer = try await bench.send(
      "POST", "/keys",
      ["label": "Phone", "source": "phone", "type_permissions": ["core.note": "write"]],
      as: owner.secret)
    #expect(answer.verdict == "201")
    let secret = try #require(answer.json["key"]?.string)
    #expect(secret.hasPrefix("marfa_k1_"))
    #expect(answer.json["edge_permissions"] == [:])
    #expect(answer.json["permissions"] == [])
    let item = try await bench.send(
      "POST", "/items", ["type": "core.note", "properties": ["body": "x"]], as: secret)
    #expect(item.verdict == "201")
    #expect(item.object("item")["source"] == "phone")
    let list = try await bench.send("GET", "/keys", as: owner.secret)
    #expect(list.data.map { $0["label"] } == ["owner", "Phone"])
    #expect(list.data.allSatisfy { $0["key"] == nil && $0["expires_at"] == .null })
    #expect(!bench.log.all.contains { $0.contains(secret) })
  }

  @Test("the current key answers itself, to any key")
  func current() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let small = try await bench.storeKey("small", KeyPermissions())
    let answer = try await bench.send("GET", "/keys/current", as: small.secret)
    #expect(answer.verdict == "200")
    #expect(answer.json["id"] == .string(small.key.id))
    #expect(answer.json["key"] == nil)
    #expect(answer.json["permissions"] == [])
    #expect(try await bench.send("GET", "/keys/current", as: nil).verdict == "401 unauthorized")
  }

  @Test("a revoked key is refused from the next request on, and a second revocation finds none")
  func revokes() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let phone = try await bench.storeKey(
      "phone", KeyPermissions(types: PermissionMap(["*": .read])))
    #expect(try await bench.send("GET", "/items", as: phone.secret).verdict == "200")
    let path = "/keys/\(phone.key.id)"
    #expect(try await bench.send("DELETE", path, as: owner.secret).json == ["ok": true])
    #expect(try await bench.send("GET", "/items", as: phone.secret).verdict == "401 unauthorized")
    let again = try await bench.send("DELETE", path, as: owner.secret)
    #expect(again.verdict == "404 api_key_not_found")
    let cases = [("no-id", "400 invalid_id"), (bench.newId(), "404 api_key_not_found")]
    for (id, verdict) in cases {
      #expect(try await bench.send("DELETE", "/keys/\(id)", as: owner.secret).verdict == verdict)
    }
    let list = try await bench.send("GET", "/keys", as: owner.secret)
    #expect(list.data.map { $0["label"] } == ["owner"])
  }

  @Test("without the permission every door but the current key is closed, before the body is read")
  func permissions() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let small = try await bench.storeKey(
      "small", KeyPermissions(types: PermissionMap(["*": .write])))
    let manager = try await bench.storeKey(
      "manager", KeyPermissions(permissions: [.manageKeys]))
    let cases: [(String, String, String, String)] = [
      ("POST", "/keys", small.secret, "403 forbidden"),
      ("GET", "/keys", small.secret, "403 forbidden"),
      ("DELETE", "/keys/\(manager.key.id)", small.secret, "403 forbidden"),
      ("POST", "/keys", manager.secret, "403 forbidden"),
      ("GET", "/keys", manager.secret, "200"),
      ("DELETE", "/keys/\(small.key.id)", manager.secret, "200"),
    ]
    for (method, path, secret, verdict) in cases {
      let answer = try await bench.send(method, path, as: secret)
      #expect(answer.verdict == verdict, "\(method) \(path)")
      if verdict == "403 forbidden" {
        #expect(answer.details?["required_scope"] == "keys.mint")
      }
    }
  }

  @Test("a key gives no more than it holds, and reaches only keys that hold no more")
  func reach() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let minter = try await bench.storeKey(
      "minter",
      KeyPermissions(permissions: [.mintKeys], types: PermissionMap(["core.note": .write])))
    let cases: [(JSONObject, String)] = [
      (["label": "a", "type_permissions": ["core.task": "read"]], "403 forbidden"),
      (["label": "b", "permissions": ["schema.write"]], "403 forbidden"),
      (["label": "c", "sources": ["elsewhere"]], "403 forbidden"),
      (["label": "d", "source": "owner"], "409 conflict"),
      (["label": "e", "type_permissions": ["core.note": "all"]], "400 validation_error"),
      (["label": "f", "type_permisions": [:]], "400 validation_error"),
      (["source": "g"], "400 missing_required_field"),
      (["label": "h", "type_permissions": ["core.note": "write"]], "201"),
      (["label": "i"], "201"),
    ]
    for (body, verdict) in cases {
      let answer = try await bench.send("POST", "/keys", body, as: minter.secret)
      #expect(answer.verdict == verdict, "\(body)")
    }
    let list = try await bench.send("GET", "/keys", as: minter.secret)
    #expect(list.data.map { $0["label"] } == ["minter", "h", "i"])
    let beyond = try await bench.send("DELETE", "/keys/\(owner.key.id)", as: minter.secret)
    #expect(beyond.verdict == "404 api_key_not_found")
  }

  @Test("minting is never replayed: each request under one Idempotency-Key runs")
  func unkeyed() async throws {
    let bench = try await ServerBench(storedKeys: true)
    let owner = try await bench.storeKey("owner")
    let headers = ["Idempotency-Key": "one"]
    let body: JSONObject = ["label": "phone"]
    let first = try await bench.send("POST", "/keys", body, as: owner.secret, headers: headers)
    #expect(first.verdict == "201")
    let second = try await bench.send("POST", "/keys", body, as: owner.secret, headers: headers)
    #expect(second.verdict == "409 conflict")
  }
}
