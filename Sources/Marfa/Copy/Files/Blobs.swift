import Foundation

/// The bytes of files, by their hashes.
public struct Blobs: Sendable {
  let core: CopyCore

  /// Copies a file's bytes beside the store and queues their upload. The write's `blob` is the hash.
  ///
  /// Later changes of the file are no matter.
  ///
  /// - Parameter mimeType: the media type; `nil` goes by the file name's extension.
  /// - Throws: `io` when the file can't be read; `invalid` when it is empty; `storageFull`;
  ///   `readingHandle`; `hydrationIncomplete`; `copyExpired`; `closed`; `store`.
  @discardableResult
  public func put(file: URL, mimeType: String? = nil) async throws -> QueuedWrite {
    try await core.putBlob(file, mimeType: mimeType)
  }

  /// Where the bytes of a hash are on this device; they are fetched when they are not held.
  ///
  /// The file is the copy's own: read it, and don't change it. At most 512 MiB of fetched bytes are
  /// kept, those read longest ago go first; bytes that wait to be uploaded always stay.
  ///
  /// - Parameter hash: `sha256:` and 64 hexadecimal digits, or the digits alone.
  /// - Throws: `bytesAbsent` naming the hash when they can't be had: there are none, the server
  ///   can't be reached, or this handle can't ask one; `decoding` when other bytes came; `invalid`
  ///   for what is no hash; by what the server answered `unauthorized`, `forbidden`, `rateLimited`,
  ///   `server`, `unnamed`, `redirected`, `contractMismatch`; `canceled`, `closed`, `io`,
  ///   `storageFull`.
  public func get(_ hash: String) async throws -> URL {
    try await core.blob(hash)
  }

  /// Whether the bytes of a hash are on this device. It sends nothing.
  ///
  /// - Throws: `invalid` for what is no hash; `closed`.
  public func isHeld(_ hash: String) async throws -> Bool {
    try await core.holdsBlob(hash)
  }
}
