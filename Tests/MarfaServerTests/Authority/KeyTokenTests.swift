import Foundation
import Testing

@testable import MarfaServer

@Suite("The secret of a key and what is kept of it")
struct KeyTokenTests {
  @Test("a minted key has 256 random bits behind its prefix and reads back")
  func minting() throws {
    var seen = Set<String>()
    for _ in 0..<200 {
      let token = KeyToken()
      #expect(token.text.hasPrefix("marfa_k1_"))
      #expect(token.text.utf8.count == 9 + 43)
      #expect(KeyToken(token.text) == token)
      #expect(KeyToken(bearer: "Bearer \(token.text)") == token)
      #expect(KeyToken(bearer: "bearer  \(token.text)") == token)
      // The last letter holds four of the 256 bits and two that are clear.
      let encoded = token.text.dropFirst(9).replacing("-", with: "+").replacing("_", with: "/")
      #expect(Data(base64Encoded: encoded + "=")?.count == 32)
      seen.insert(token.text)
    }
    #expect(seen.count == 200)
  }

  @Test("printing a key does not show its secret")
  func printing() {
    let token = KeyToken()
    #expect("\(token)" == "marfa_k1_…")
    #expect(String(reflecting: token) == "marfa_k1_…")
  }

  @Test("what does not have the form of a key is none")
  func malformed() {
    let good = KeyToken().text
    for text in [
      "", "marfa_k1_", String(good.dropLast()), good + "A", " " + good, good + "\n",
      "marfa_k2_" + good.dropFirst(9), good.replacing("marfa", with: "MARFA"),
      "marfa_k1_" + String(repeating: "é", count: 43),
      "marfa_k1_" + String(repeating: ".", count: 43),
    ] {
      #expect(KeyToken(text) == nil)
    }
    for header in [
      "", good, "Basic \(good)", "Bearer", "Bearer ", "Bearer\t\(good)", "Bearer \(good) x",
    ] {
      #expect(KeyToken(bearer: header) == nil)
    }
    #expect(KeyToken(bearer: nil) == nil)
  }

  @Test("the hash is SHA-256 over salt and key, and another salt gives another hash")
  func hashing() throws {
    let token = try #require(KeyToken("marfa_k1_" + String(repeating: "A", count: 43)))
    let plain = try KeyHasher(salt: []).hash(token)
    #expect(plain == "caf03deec4cdc99eba098e08a575f8335055823d9f190ba21748cc8233602a87")
    #expect(try KeyHasher(salt: [1]).hash(token) != plain)
    #expect(try KeyHasher(salt: []).hash(token) == plain)
  }

  @Test("the salt is made once, readable by its owner only, and never made anew beside keys")
  func salt() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "salt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: AuthorityFailure.saltMissing(name: "key.salt")) {
      try KeyHasher.open(folder: folder, keysExist: true)
    }
    let first = try KeyHasher.open(folder: folder, keysExist: false)
    let token = KeyToken()
    #expect(try KeyHasher.open(folder: folder, keysExist: true).hash(token) == first.hash(token))
    let file = folder.appendingPathComponent("key.salt")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    for damage in ["", "zz", "00", String(repeating: "0", count: 63)] {
      try Data(damage.utf8).write(to: file)
      #expect(throws: AuthorityFailure.saltUnreadable(name: "key.salt")) {
        try KeyHasher.open(folder: folder, keysExist: true)
      }
    }
    #expect(throws: AuthorityFailure.self) {
      try KeyHasher.open(folder: folder.appendingPathComponent("gone"), keysExist: false)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key.salt"])
  }
}
