import Foundation

extension Telemetry {
  /// A file in which requests wait that did not get through; without one they are lost.
  ///
  /// It holds whole requests as they would have been sent, and the project's token, readable by its
  /// owner only. The oldest make room for new ones. One is taken out and sent once more after
  /// another request got through; nothing else is tried again. Switching telemetry off deletes the
  /// file; what it holds for another destination is deleted unsent.
  public struct Spool: Sendable, Hashable {
    /// Where it is; the folder has to be there.
    public let file: URL
    /// How large the file may grow, in bytes.
    public let capacity: Int

    /// Makes a spool.
    ///
    /// - Parameters:
    ///   - file: one that is of no other use, best in the app's caches.
    ///   - capacity: 262,144 bytes by default, about 250 failures; negative counts as 0, which
    ///     keeps nothing.
    public init(file: URL, capacity: Int = 262_144) {
      self.file = file
      self.capacity = max(capacity, 0)
    }
  }
}
