import Foundation
import MarfaEngine
import MarfaModel

/// The bytes of files that a copy holds, in a folder beside its store.
///
/// They are named by their hashes. Bytes that only came from the server may go when the folder
/// grows too large, those that were read longest ago first; they are fetched again when asked for.
final class BlobCache: Sendable {
  private let folder: BlobFolder
  private let worker = FileWorker()

  /// Names the folder of a store; nothing is made or read yet.
  init(store: URL) {
    folder = BlobFolder(
      store.deletingLastPathComponent()
        .appending(path: store.lastPathComponent + ".blobs", directoryHint: .isDirectory))
  }

  /// Removes what a process that ended in the middle left half written.
  func sweep(before time: Date) async throws {
    let folder = folder
    try await worker.run { folder.sweep(before: time) }
  }

  /// Where the bytes of a hash are; `nil` when they are not held.
  func file(of hash: BlobHash) -> URL? {
    folder.size(of: hash) == nil ? nil : folder.file(of: hash)
  }

  /// Where the bytes of a hash are, marked as read at a time; `nil` when they are not held.
  func read(_ hash: BlobHash, at time: Date) async throws -> URL? {
    let folder = folder
    return try await worker.run {
      guard folder.size(of: hash) != nil else { return nil }
      let file = folder.file(of: hash)
      // Only the order of forgetting hangs on it: a failure is none of the caller's.
      try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
      return file
    }
  }

  // MARK: Taking bytes in

  /// Copies a file in; later changes of the file are no matter.
  ///
  /// - Throws: `io` when it can't be read or is no plain file, `invalid` when it is empty,
  ///   `storageFull`.
  func take(_ file: URL) async throws -> (hash: BlobHash, size: Int64) {
    let folder = folder
    return try await worker.run {
      let handle: FileHandle
      do {
        guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
          throw Self.unreadable
        }
        handle = try FileHandle(forReadingFrom: file)
      } catch {
        throw Self.unreadable
      }
      defer { try? handle.close() }
      try folder.make()
      let intake = try BlobIntake(into: folder)
      while true {
        let part: Data?
        do {
          part = try handle.read(upToCount: 1 << 18)
        } catch {
          throw Self.unreadable
        }
        guard let part, !part.isEmpty else { break }
        try Self.add(part, to: intake)
      }
      guard intake.count > 0 else {
        throw MarfaError.invalid(message: "An empty file has nothing to keep.")
      }
      let hash = try intake.finish()
      KillPoint.blobCopied.reach()
      try intake.place(hash)
      KillPoint.blobKept.reach()
      return (hash, intake.count)
    }
  }

  /// Takes in bytes as they come, and keeps them when they are those of the hash.
  ///
  /// - Throws: `decoding` when they are others; `io`, `storageFull`; what the sequence throws.
  func take(_ parts: some AsyncSequence<[UInt8], any Error>, as hash: BlobHash) async throws -> URL
  {
    let folder = folder
    let intake = try await worker.run {
      try folder.make()
      return try BlobIntake(into: folder)
    }
    do {
      for try await part in parts {
        try await worker.run { try Self.add(part, to: intake) }
      }
      return try await worker.run {
        guard try intake.finish() == hash else {
          throw MarfaError.decoding(message: "The bytes that came are not those of \(hash).")
        }
        try intake.place(hash)
        return folder.file(of: hash)
      }
    } catch {
      // The worker may let go of it a moment after the caller has heard of the failure.
      intake.discard()
      throw error
    }
  }

  private static func add(_ bytes: some ContiguousBytes, to intake: BlobIntake) throws {
    try bytes.withUnsafeBytes { try intake.take($0) }
  }

  private static let unreadable = MarfaError.io(message: "The file can't be read.")

  // MARK: Forgetting

  /// What is held, with sizes and the times of the last reading.
  struct Held: Sendable, Hashable {
    var hash: BlobHash
    var size: Int64
    var readAt: Date
  }

  /// Everything that is held.
  func held() async throws -> [Held] {
    let folder = folder
    return try await worker.run {
      folder.hashes().compactMap { hash in
        guard let size = folder.size(of: hash) else { return nil }
        let facts = try? FileManager.default.attributesOfItem(atPath: folder.file(of: hash).path)
        return Held(
          hash: hash, size: size, readAt: facts?[.modificationDate] as? Date ?? .distantPast)
      }
    }
  }

  /// Removes bytes; those that are gone already are fine.
  func remove(_ hashes: [BlobHash]) async throws {
    let folder = folder
    try await worker.run {
      for hash in hashes { try folder.remove(hash) }
    }
  }

  /// What has to go so that no more than so many bytes are held: those read longest ago first, and
  /// never those that are to be kept.
  static func surplus(_ held: [Held], limit: Int64, keeping kept: Set<BlobHash>) -> [BlobHash] {
    var total = held.reduce(0) { $0 + $1.size }
    var gone: [BlobHash] = []
    for file in held.sorted(by: { ($0.readAt, $0.hash.hex) < ($1.readAt, $1.hash.hex) })
    where total > limit && !kept.contains(file.hash) {
      total -= file.size
      gone.append(file.hash)
    }
    return gone
  }
}
