import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL

/// The bytes of files: taken in, uploaded by a drain, fetched, and forgotten.
extension CopyCore {
  func putBlob(
    _ file: URL, mimeType: String?, from function: StaticString = #function,
    in place: StaticString = #fileID
  ) async throws -> QueuedWrite {
    let mimeType = mimeType ?? FileMedia.type(ofName: file.lastPathComponent)
    return try await keeping(file, from: function, in: place) { _ in
    } queueing: { writer, hash, _ in
      let queued = Queued(
        [try writer.enqueuer.append(.uploadBlob(hash.text, mimeType: mimeType))], itemId: nil)
      return (queued.write, queued.changes)
    }
  }

  /// Copies a file in and queues what names it, so that its bytes are never forgotten in between.
  ///
  /// - Parameter judge: refuses what can't be queued before any byte is copied.
  func keeping<T: Sendable>(
    _ file: URL, from function: StaticString, in place: StaticString,
    judging judge: @escaping @Sendable (LocalWriter) throws -> Void,
    queueing body: @escaping @Sendable (LocalWriter, BlobHash, Int64) throws -> (T, [Change])
  ) async throws -> T {
    try await call(from: function, in: place) { [self] in
      try requireWriter()
      guard let blobs else {
        throw MarfaError.invalid(message: "A store that is in memory only keeps no files.")
      }
      let outcome = try await fileWork.pass {
        try await queue { (try judge($0), []) }
        let (hash, size) = try await blobs.take(file)
        return try await queue { try body($0, hash, size) }
      }
      try? await trimBlobs()
      return outcome
    }
  }

  func blob(
    _ text: String, from function: StaticString = #function,
    in place: StaticString = #fileID
  ) async throws -> URL {
    try await call(from: function, in: place) { [self] in
      let hash = try Self.hash(text)
      guard let blobs else { throw BlobFetch.unfetchable(hash) }
      if let file = try await blobs.read(hash, at: now.date) { return file }
      guard store.handle == .writer, let bench = bench?.forCall() else {
        throw BlobFetch.unfetchable(hash)
      }
      let file = try await BlobFetch(line: bench.line, cache: blobs).fetch(hash)
      try? await trimBlobs(sparing: hash)
      return file
    }
  }

  func holdsBlob(
    _ text: String, from function: StaticString = #function,
    in place: StaticString = #fileID
  ) async throws -> Bool {
    try await call(from: function, in: place) { [self] in
      let hash = try Self.hash(text)
      return blobs?.file(of: hash) != nil
    }
  }

  /// Forgets bytes beyond the limit, never those whose upload the server has not taken.
  ///
  /// A failure is nobody's who asks: the next call tries again.
  ///
  /// - Parameter asked: bytes that somebody is just given, however large they are.
  private func trimBlobs(sparing asked: BlobHash? = nil) async throws {
    guard let blobs else { return }
    try await fileWork.pass {
      let held = try await blobs.held()
      guard held.reduce(0, { $0 + $1.size }) > blobLimit else { return }
      let kept = try await store.database.read { try QueueStore(connection: $0).untakenBlobs() }
      try await blobs.remove(
        BlobCache.surplus(
          held, limit: blobLimit,
          keeping: Set(kept.compactMap { BlobHash($0) } + [asked].compactMap(\.self))))
    }
  }

  static func hash(_ text: String) throws(MarfaError) -> BlobHash {
    guard let hash = BlobHash(text) else {
      throw .invalid(
        message: "A file's bytes are named by sha256: and 64 lowercase hexadecimal digits.")
    }
    return hash
  }
}

extension QueueStore {
  /// The hashes of uploads that the server has not taken.
  fileprivate func untakenBlobs() throws -> [String] {
    try connection.query(
      """
      SELECT blob FROM queue
      WHERE kind = 'upload_blob' AND blob IS NOT NULL AND verdict IS NOT 'accepted'
      """, []
    ) { $0.text(0) }
  }
}

extension Timestamp {
  /// The instant as Foundation has it.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
