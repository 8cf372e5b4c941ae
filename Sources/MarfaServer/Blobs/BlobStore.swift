import Dispatch
import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL

/// The bytes of files: a folder beside the store, and how much of its volume is left alone.
struct BlobStore: Sendable {
  /// Where the bytes are.
  let folder: BlobFolder
  /// The space that uploads leave free on the volume, in bytes; 0 leaves none.
  let reserve: Int64
  /// Signs links to bytes.
  let signer: BlobLinkSigner

  /// The name of the folder in the data folder.
  static let folderName = "blobs"

  /// Why so many bytes more cannot be taken; `nil` when they can, or nobody knows.
  func refusal(of bytes: Int64) -> RuleRefusal? {
    guard reserve > 0, let free = folder.freeBytes else { return nil }
    let (rest, overflow) = free.subtractingReportingOverflow(bytes)
    guard overflow || rest < reserve else { return nil }
    return RuleRefusal(
      status: 507, code: "insufficient_storage",
      message: "The server's volume has too little space left.",
      details: ["reserve_bytes": .integer(reserve), "available_bytes": .integer(free)])
  }

  /// Whether the folder answers. One that was never needed is not there yet, and does no harm.
  var isUsable: Bool {
    !FileManager.default.fileExists(atPath: folder.url.path) || folder.isUsable
  }

  /// Takes bytes that are at hand.
  func upload(_ bytes: [UInt8]) -> BlobUpload {
    let upload = BlobUpload(into: self, announced: bytes.count)
    bytes.withUnsafeBytes { upload.take($0) }
    return upload
  }

  /// Brings what came to the disk, on a thread that may wait for it.
  func finish(_ intake: BlobIntake) async throws -> BlobHash {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try intake.finish() })
      }
    }
  }

  /// Removes files that a process which ended left behind: half ones, and whole ones of which
  /// nobody was told. To be called before anything is served.
  func clearLeftovers(_ database: any SQLDatabase) async throws {
    guard FileManager.default.fileExists(atPath: folder.url.path) else { return }
    folder.sweep(before: .distantFuture)
    let known = try await database.read { try BlobRegistry(connection: $0).hashes() }
    for hash in folder.hashes() where !known.contains(hash) {
      try? folder.remove(hash)
    }
  }
}
