import Foundation
import MarfaModel
import MarfaSQL
import Resilience
import Testing

@testable import MarfaServer

@Suite("The first key of a data folder")
struct FirstKeyTests {
  private func ensure(_ house: KeyHouse) async throws -> URL {
    try await FirstKey.ensure(
      folder: house.folder, database: house.database, hasher: house.hasher,
      now: house.clock.unixMilliseconds)
  }

  private func header(_ file: URL) throws -> String {
    "Bearer " + (try String(contentsOf: file, encoding: .utf8)).trimmingCharacters(in: .newlines)
  }

  @Test("a new folder gets one key, which holds everything and stands in its owner's file")
  func first() async throws {
    let house = try await KeyHouse()
    let file = try await ensure(house)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let credential = try await house.directory.credential(bearer: header(file))
    var expected = KeyPermissions.everything
    // What imports write under; see docs/decisions.
    expected.sources = ["import"]
    #expect(credential?.permissions == expected)
    let text = try String(contentsOf: file, encoding: .utf8)
    _ = try await ensure(house)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(try await house.labels(shownTo: .direct) == ["first key"])
  }

  @Test("a crash after the file and before the store leaves the file's key to be taken up")
  func crashBetween() async throws {
    let house = try await KeyHouse()
    let token = KeyToken()
    let file = house.folder.appendingPathComponent(FirstKey.file)
    try Data("\(token.text)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    _ = try await ensure(house)
    #expect(try await house.directory.credential(bearer: "Bearer \(token.text)") != nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a damaged file is replaced while no key works, and left alone afterwards")
  func damagedFile() async throws {
    let house = try await KeyHouse()
    let file = house.folder.appendingPathComponent(FirstKey.file)
    try Data("not a key".utf8).write(to: file)
    _ = try await ensure(house)
    #expect(try await house.directory.credential(bearer: header(file)) != nil)
    try Data("gone".utf8).write(to: file)
    _ = try await ensure(house)
    #expect(try String(contentsOf: file, encoding: .utf8) == "gone")
  }

  @Test("a folder whose keys are all revoked gets no new one by itself")
  func revoked() async throws {
    let house = try await KeyHouse()
    let file = try await ensure(house)
    let id = try await house.database.read { try KeyStore($0).working()[0].id }
    #expect(try await house.revoke(id) == nil)
    _ = try await ensure(house)
    #expect(try await house.labels(shownTo: .direct) == [])
    #expect(try await house.directory.credential(bearer: header(file)) == nil)
  }

  @Test("a folder that cannot be written is a failure that names the file")
  func unwritable() async throws {
    let house = try await KeyHouse()
    await #expect(throws: AuthorityFailure.self) {
      try await FirstKey.ensure(
        folder: house.folder.appendingPathComponent("gone"), database: house.database,
        hasher: house.hasher, now: 0)
    }
    #expect(try await house.labels(shownTo: .direct) == [])
    let failure = AuthorityFailure.file(name: "first.key", reason: "No space left on device")
    #expect(
      failure.localizedDescription
        == "The file first.key in the data folder cannot be used: No space left on device.")
  }
}
