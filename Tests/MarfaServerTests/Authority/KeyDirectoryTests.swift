import Foundation
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

@Suite("Finding the key of a request")
struct KeyDirectoryTests {
  private func lastUsed(_ id: String, _ house: KeyHouse) async throws -> String? {
    try await house.database.read { try KeyStore($0).key(id)?.lastUsedAt }
  }

  @Test("no key, a malformed one and an unknown one are nobody")
  func nobody() async throws {
    let house = try await KeyHouse()
    _ = try await house.mint(["label": "phone"])
    for header in [nil, "", "Bearer x", "Bearer \(KeyToken().text)"] as [String?] {
      #expect(try await house.directory.credential(bearer: header) == nil)
    }
  }

  @Test("the use of a key is noted at first and then once an hour")
  func notes() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    let header = "Bearer \(minted.token.text)"
    #expect(try await lastUsed(minted.key.id, house) == nil)
    _ = try await house.directory.credential(bearer: header)
    let first = "2026-01-01T00:00:00.000Z"
    #expect(try await lastUsed(minted.key.id, house) == first)
    house.clock.advance(by: .seconds(3_599))
    _ = try await house.directory.credential(bearer: header)
    #expect(try await lastUsed(minted.key.id, house) == first)
    house.directory.forgetCached()
    _ = try await house.directory.credential(bearer: header)
    #expect(try await lastUsed(minted.key.id, house) == first)
    house.clock.advance(by: .seconds(1))
    _ = try await house.directory.credential(bearer: header)
    #expect(try await lastUsed(minted.key.id, house) == "2026-01-01T01:00:00.000Z")
  }

  @Test("a clock that was set back does not keep the note from being renewed")
  func clockSetBack() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    let header = "Bearer \(minted.token.text)"
    _ = try await house.directory.credential(bearer: header)
    house.clock.shiftWallTime(by: .seconds(-86_400))
    _ = try await house.directory.credential(bearer: header)
    #expect(try await lastUsed(minted.key.id, house) == "2025-12-31T00:00:00.000Z")
  }

  @Test("a key found once is found without the store, until the directory is told to forget")
  func caching() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    let header = "Bearer \(minted.token.text)"
    let credential = try await house.directory.credential(bearer: header)
    await house.database.close()
    #expect(try await house.directory.credential(bearer: header) == credential)
    #expect(try await house.directory.refreshed(credential) == credential)
    #expect(try await house.directory.refreshed(nil) == nil)
    house.directory.forgetCached()
    await #expect(throws: SQLError.self) { try await house.directory.refreshed(credential) }
    await #expect(throws: SQLError.self) { try await house.directory.credential(bearer: header) }
  }

  @Test("a key is told at once only after it was found, while it works and its use is noted")
  func settled() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    let header = "Bearer \(minted.token.text)"
    #expect(house.directory.settled(bearer: nil) == nil)
    #expect(house.directory.settled(bearer: header) == nil)
    let credential = try await house.directory.credential(bearer: header)
    #expect(credential?.id == minted.key.id)
    #expect(house.directory.settled(bearer: header) == credential)
    for other in ["Bearer \(KeyToken().text)", minted.token.text, header + " ", ""] {
      _ = try await house.directory.credential(bearer: other)
      #expect(house.directory.settled(bearer: other) == nil)
    }
    house.clock.advance(by: .seconds(3_600))
    #expect(house.directory.settled(bearer: header) == nil, "the note is due")
    _ = try await house.directory.credential(bearer: header)
    #expect(house.directory.settled(bearer: header) == credential)
    #expect(try await house.revoke(minted.key.id) == nil)
    #expect(house.directory.settled(bearer: header) == nil)
    #expect(try await house.directory.credential(bearer: header) == nil)
    #expect(house.directory.settled(bearer: header) == nil, "a revoked key is found by nobody")
  }

  @Test("one key presented in many spellings is told at once in each that is kept, and never wrong")
  func spellings() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    for count in 1...Tuning.presentedKeys + 10 {
      let header = "Bearer" + String(repeating: " ", count: count) + minted.token.text
      let credential = try await house.directory.credential(bearer: header)
      #expect(credential?.id == minted.key.id)
      #expect(house.directory.settled(bearer: header) == credential)
    }
    house.directory.forgetCached()
    #expect(house.directory.settled(bearer: "Bearer \(minted.token.text)") == nil)
  }

  @Test("the store holds no secret")
  func noSecret() async throws {
    let house = try await KeyHouse()
    let minted = try await house.mint(["label": "phone"])
    await house.database.close()
    let secret = Data(minted.token.text.dropFirst(9).utf8)
    for file in try FileManager.default.contentsOfDirectory(
      at: house.folder, includingPropertiesForKeys: nil)
    {
      #expect(try Data(contentsOf: file).range(of: secret) == nil, "\(file.lastPathComponent)")
    }
  }
}
