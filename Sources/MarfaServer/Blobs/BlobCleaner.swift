import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Removes bytes that nothing names, a while after this was first seen (events-blobs-keys 5.4).
struct BlobCleaner: Sendable {
  let database: any SQLDatabase
  let folder: BlobFolder
  let clock: any WaitingClock

  /// What one run came to.
  struct Result: Sendable, Hashable {
    /// How many are reported now.
    var reported: Int
    /// How many were removed.
    var purged: Int
  }

  /// Reports what nothing names, and removes what an earlier run reported long enough ago.
  ///
  /// The registry lets go first and the file goes after: cut short in between, the file is found
  /// when the server starts, and never is anything listed without its bytes.
  @discardableResult
  func run() async throws -> Result {
    let now = clock.unixMilliseconds
    let due = Timestamp(clamping: now - Tuning.orphanGrace.wholeMilliseconds).text
    let time = Timestamp(clamping: now).text
    let (purged, reported) = try await database.write { connection in
      let registry = BlobRegistry(connection: connection)
      // What is left on the report is named by nothing: no other writer has a turn until the end.
      try registry.liftNamed()
      var purged: [BlobHash] = []
      for (blob, _) in try registry.reported(before: due) {
        try registry.remove(blob.hash)
        purged.append(blob.hash)
      }
      try registry.report(at: time)
      return (purged, try registry.reported().count)
    }
    try await removeUnregistered()
    return Result(reported: reported, purged: purged.count)
  }

  /// Removes the files that the registry doesn't know: those it just let go, and those that an
  /// earlier run could not remove. One that can't be removed keeps none of the others.
  private func removeUnregistered() async throws {
    let known = try await database.read { try BlobRegistry(connection: $0).hashes() }
    for hash in folder.hashes() where !known.contains(hash) {
      // In the writer's turn, where bytes are placed too: bytes that came again meanwhile stay.
      try await database.write { connection in
        if try BlobRegistry(connection: connection).get(hash) == nil { try? folder.remove(hash) }
      }
    }
  }

  /// Runs now and then until the task is cancelled. What fails is tried again at the next time.
  func keepRunning() async {
    while !Task.isCancelled {
      _ = try? await run()
      try? await clock.sleep(for: Tuning.orphanInterval)
    }
  }
}
