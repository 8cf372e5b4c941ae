import MarfaModel
import Testing

@testable import MarfaServer

@Suite("Listing and revoking keys")
struct KeyReachTests {
  @Test("a key is shown those that hold nothing it lacks, itself and its peers included")
  func listing() async throws {
    let house = try await KeyHouse()
    let all = try await house.holder("all", [:])
    let small = try await house.holder(
      "small", ["permissions": ["keys.mint"], "type_permissions": ["core.*": "read"]])
    _ = try await house.holder("below", ["type_permissions": ["core.note": "read"]])
    _ = try await house.holder("beside", ["type_permissions": ["app.*": "read"]])
    _ = try await house.holder("claims", ["permissions": [], "sources": ["x"]])
    let manager = try await house.holder("manager", ["permissions": ["keys.manage"]])
    #expect(try await house.labels(shownTo: small) == ["small", "below"])
    #expect(try await house.labels(shownTo: all).count == 6)
    #expect(try await house.labels(shownTo: manager).count == 6)
    #expect(try await house.labels(shownTo: .direct).count == 6)
    let plain = try await house.holder("plain", ["permissions": []])
    await #expect(throws: RuleRefusal.lacksScope("keys.mint")) {
      try await house.labels(shownTo: plain)
    }
  }

  @Test("a revoked key stops working at once and is listed no more")
  func revoking() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    let header = "Bearer \(minted.token.text)"
    let credential = try #require(try await house.directory.credential(bearer: header))
    #expect(try await house.directory.refreshed(credential)?.id == minted.key.id)
    #expect(try await house.revoke(minted.key.id) == nil)
    #expect(try await house.directory.credential(bearer: header) == nil)
    #expect(try await house.directory.refreshed(credential) == nil)
    #expect(try await house.labels(shownTo: .direct) == [])
  }

  @Test("a key beyond reach, an unknown one and a revoked one are answered alike")
  func notFound() async throws {
    let house = try await KeyHouse()
    let small = try await house.holder(
      "small", ["permissions": ["keys.mint"], "type_permissions": ["core.*": "read"]])
    let big = try await house.mint(["label": "big"])
    let low = try await house.mint(["label": "low", "permissions": []])
    let unknown = "01976543-0000-7000-8000-000000000000"
    let beyond = try await house.revoke(big.key.id, by: small)
    #expect(beyond?.code == "api_key_not_found")
    #expect(beyond == (try await house.revoke(unknown, by: small)))
    #expect(try await house.revoke(low.key.id, by: small) == nil)
    #expect(try await house.revoke(low.key.id, by: small) == beyond)
    let told = try await house.revoke(low.key.id)
    #expect(told?.code == "api_key_not_found")
    #expect(told?.message == "This key was already revoked.")
    #expect(try await house.revoke("phone")?.code == "invalid_id")
    let plain = try await house.holder("plain", ["permissions": []])
    #expect(try await house.revoke(unknown, by: plain)?.code == "forbidden")
  }

  @Test("a write is stamped with the key's own source or one that it claims")
  func stamping() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone", "permissions": [], "sources": ["camera"]])
    let credential = Credential(minted.key)
    #expect(try credential.source(for: nil) == "phone")
    #expect(try credential.source(for: "phone") == "phone")
    #expect(try credential.source(for: "camera") == "camera")
    #expect(throws: RuleRefusal.lacksSource("Camera")) { try credential.source(for: "Camera") }
  }
}
