import Foundation
import MarfaModel

/// Bytes on their way into a ``BlobFolder``: written and hashed as they come, never held in memory.
///
/// Dropped before ``place(_:)`` it leaves nothing behind. Everything throws
/// ``MarfaError/storageFull(message:)`` and ``MarfaError/io(message:)``.
// Unchecked: it passes from who brings the bytes to who places them, and is never used by both.
package final class BlobIntake: @unchecked Sendable {
  private let folder: BlobFolder
  private let path: String
  private let descriptor: Int32
  private let digest = ContentDigest()
  private var isPlaced = false

  /// The number of bytes taken so far.
  package private(set) var count: Int64 = 0

  /// Begins to take bytes into a folder that is there.
  package init(into folder: BlobFolder) throws(MarfaError) {
    self.folder = folder
    path =
      folder.url
      .appendingPathComponent(BlobFolder.incoming + UUID().uuidString.lowercased()).path
    descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw BlobFolder.failure(errno, "The folder for files cannot be written.")
    }
  }

  deinit {
    discard()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes away what was not placed. Doing so again changes nothing.
  package func discard() {
    if descriptor >= 0, !isPlaced { unlink(path) }
  }

  /// Takes the next bytes.
  package func take(_ bytes: UnsafeRawBufferPointer) throws(MarfaError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw BlobFolder.failure(errno, "The file cannot be written.") }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    digest.take(bytes)
    count += Int64(bytes.count)
  }

  /// Brings all bytes to the disk, and answers their name. To be called once, after the last part.
  package func finish() throws(MarfaError) -> BlobHash {
    guard fsync(descriptor) == 0 else {
      throw BlobFolder.failure(errno, "The file cannot be written.")
    }
    return try digest.finish()
  }

  /// Gives the bytes their name, for good. Doing so again changes nothing.
  package func place(_ hash: BlobHash) throws(MarfaError) { try place(as: hash.hex) }

  /// Gives the bytes a name in the folder, in place of whatever has it. Doing so again changes
  /// nothing.
  package func place(as name: String) throws(MarfaError) {
    if !isPlaced {
      guard rename(path, folder.url.appendingPathComponent(name).path) == 0 else {
        throw BlobFolder.failure(errno, "The file cannot be put in its place.")
      }
      isPlaced = true
    }
    // Also when it has its name already: the sync may be what failed the first time.
    try folder.sync()
  }
}
