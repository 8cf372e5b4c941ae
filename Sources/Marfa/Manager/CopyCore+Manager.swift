import MarfaModel
import Resilience

/// What a manager needs of a copy beside its calls.
extension CopyCore {
  /// Whether there is a server to sync with.
  var hasServer: Bool { bench != nil }

  /// How long the server still wants to be left alone.
  var askedWait: Duration { bench.map { $0.line.pause.left(at: $0.clock.now) } ?? .zero }

  /// How long the server is better left alone by one who comes back by himself.
  func restraint(paying: Bool) -> Duration { bench?.line.restraint(paying: paying) ?? .zero }

  /// The slice that the copy holds, or began to load; `nil` before the first time.
  func heldSlice() async throws -> CopySlice? {
    try await look { try CopyMeta($0.connection).slice }
  }

  /// The queue, counted.
  ///
  /// - Parameter known: an earlier count, of which only what waits is counted anew.
  func tally(_ known: SyncTally? = nil) async throws -> SyncTally {
    try await look { reader in
      var tally = known ?? SyncTally()
      try tally.countWaiting(reader.connection)
      if known == nil { try tally.countDecided(reader.connection) }
      return tally
    }
  }
}
