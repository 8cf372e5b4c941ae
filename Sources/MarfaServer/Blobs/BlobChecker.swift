import Dispatch
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Reads the bytes of files again now and then, and stops serving those that have changed on the
/// disk (events-blobs-keys 5.3).
struct BlobChecker: Sendable {
  let database: any SQLDatabase
  let folder: BlobFolder
  let clock: any WaitingClock
  /// Hears of each copy that was struck, by its hash.
  let struck: @Sendable (BlobHash) -> Void

  /// What one run came to.
  struct Result: Sendable, Hashable {
    /// How many copies are as they were.
    var verified = 0
    /// How many are not, or are gone.
    var struck = 0
    /// The bytes of all that were checked.
    var bytes: Int64 = 0
  }

  /// Checks the copies whose check is due most: so many, and of the second on, so many bytes.
  ///
  /// A file that can't be read at the moment is left for the next run: a disk that is away says
  /// nothing of what is on it.
  @discardableResult
  func run(
    most count: Int = Tuning.integrityCopies, bytes limit: Int64 = Tuning.integrityBytes
  ) async throws -> Result {
    var result = Result()
    for copy in try await database.read({ try BlobCopies(connection: $0).due(limit: count) }) {
      if result != Result(), result.bytes + copy.size > limit { break }
      let seen = folder.stamp(of: copy.hash)
      guard let isWhole = try? await isWhole(copy.hash) else { continue }
      let time = Timestamp(clamping: clock.unixMilliseconds).text
      let isStruck = try await database.write { [folder] connection in
        let copies = BlobCopies(connection: connection)
        if isWhole {
          try copies.note(copy, verifiedAt: time)
          return false
        }
        // In the writer's turn, where bytes are placed too: brought again meanwhile, they are others.
        guard folder.stamp(of: copy.hash) == seen else { return false }
        return try copies.strike(copy)
      }
      result.bytes += copy.size
      if isWhole { result.verified += 1 }
      if isStruck {
        result.struck += 1
        struck(copy.hash)
      }
    }
    return result
  }

  /// Runs now and then until the task is cancelled. What fails is tried again at the next time.
  func keepRunning() async {
    while !Task.isCancelled {
      try? await clock.sleep(for: Tuning.integrityInterval)
      guard !Task.isCancelled else { return }
      _ = try? await run()
    }
  }

  /// Reads the bytes of a hash, on a thread that may wait for the disk.
  private func isWhole(_ hash: BlobHash) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { [folder] in
        continuation.resume(with: Swift.Result { try folder.verify(hash) })
      }
    }
  }
}
