import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL

extension BlobStore {
  /// The file in the folder that says which place it is.
  static let markerFile = ".store"

  /// Makes the folder known to the store, by the marker in it. To be called before anything is
  /// served.
  ///
  /// A folder without a marker is a new place. Whole files that are in it all the same (an earlier
  /// build kept no marker, and a backup may leave it out) are recorded as its copies; the next check
  /// tells whether their bytes are right.
  func attach(to database: any SQLDatabase, now: Int64) async throws {
    try folder.make()
    let id = try marker() ?? mark(now)
    let time = Timestamp(clamping: now).text
    try await database.write { [folder] connection in
      let copies = BlobCopies(connection: connection)
      guard try copies.attach(id, at: time) else { return }
      let registry = BlobRegistry(connection: connection)
      for hash in folder.hashes() {
        if let blob = try registry.get(hash), folder.size(of: hash) == blob.size {
          try copies.record(hash, at: time)
        }
      }
    }
  }

  /// The id that the marker names; `nil` without one that can be read.
  private func marker() -> String? {
    let file = folder.url.appendingPathComponent(Self.markerFile)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return UUIDv7.isValid(id) ? id : nil
  }

  private func mark(_ now: Int64) throws -> String {
    let id = UUIDv7Minter.shared.mint(milliseconds: now).text
    let intake = try BlobIntake(into: folder)
    let bytes = Array("\(id)\n".utf8)
    try bytes.withUnsafeBytes { try intake.take($0) }
    _ = try intake.finish()
    try intake.place(as: Self.markerFile)
    return id
  }
}
