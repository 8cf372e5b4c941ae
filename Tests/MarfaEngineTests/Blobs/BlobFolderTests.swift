import Foundation
import MarfaModel
import Testing

@testable import MarfaEngine

@Suite("Folders of bytes")
struct BlobFolderTests {
  /// The SHA-256 of `abc` (FIPS 180-4, the first example).
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  private func withFolder(_ body: (BlobFolder) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "marfa-blobs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let folder = BlobFolder(url)
    try folder.make()
    try body(folder)
  }

  private func names(_ folder: BlobFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  @Test("bytes that come in parts are found under their hash, whole, and for their owner only")
  func places() throws {
    try withFolder { folder in
      let intake = try BlobIntake(into: folder)
      for part in ["a", "", "bc"] {
        try Array(part.utf8).withUnsafeBytes { try intake.take($0) }
      }
      #expect(intake.count == 3)
      let hash = try intake.finish()
      #expect(hash.hex == Self.abc)
      #expect(folder.size(of: hash) == nil, "not before it is placed")
      try intake.place(hash)
      try intake.place(hash)
      #expect(folder.size(of: hash) == 3)
      #expect(try Data(contentsOf: folder.file(of: hash)) == Data("abc".utf8))
      #expect(try folder.verify(hash))
      #expect(folder.hashes() == [hash])
      #expect(try names(folder) == [Self.abc])
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(of: hash).path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test("an intake that is dropped leaves nothing; one that a crash left is swept by its age")
  func leavesNothing() throws {
    try withFolder { folder in
      do {
        let intake = try BlobIntake(into: folder)
        try Array("abc".utf8).withUnsafeBytes { try intake.take($0) }
        #expect(try names(folder).count == 1)
      }
      #expect(try names(folder).isEmpty)
      let left = folder.url.appendingPathComponent(".incoming-left")
      try Data("half".utf8).write(to: left)
      folder.sweep(before: Date(timeIntervalSince1970: 0))
      #expect(try names(folder).count == 1)
      folder.sweep(before: .distantFuture)
      #expect(try names(folder).isEmpty)
    }
  }

  @Test("bytes that changed on the disk, or are gone, are not verified; a removal may come twice")
  func verifies() throws {
    try withFolder { folder in
      let hash = try #require(BlobHash(Self.abc))
      #expect(try folder.verify(hash) == false)
      try Data("abd".utf8).write(to: folder.file(of: hash))
      #expect(try folder.verify(hash) == false)
      try folder.remove(hash)
      try folder.remove(hash)
      #expect(folder.size(of: hash) == nil)
    }
  }

  @Test("the digest of many parts is the digest of the whole")
  func digestOfParts() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = ContentDigest()
    bytes.withUnsafeBytes { whole.take($0) }
    let parts = ContentDigest()
    var start = 0
    for length in [1, 63, 64, 65, 100_000, 199_807] {
      bytes[start..<start + length].withUnsafeBytes { parts.take($0) }
      start += length
    }
    #expect(start == bytes.count)
    #expect(try whole.finish() == parts.finish())
  }

  @Test("bytes cannot come into a folder that is not there, and the error says so without a path")
  func missingFolder() throws {
    let folder = BlobFolder(URL(fileURLWithPath: "/nonexistent/marfa"))
    #expect(!folder.isUsable)
    #expect(throws: MarfaError.self) { try BlobIntake(into: folder) }
    do {
      _ = try BlobIntake(into: folder)
    } catch {
      #expect(error.code() == "io")
      #expect(!error.message.contains("nonexistent"))
    }
  }
}
