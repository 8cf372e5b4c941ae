/// Which writes of the queue nothing needs any more.
enum Forgettable {
  /// The part of a write that decides.
  struct Outline: Sendable, Hashable {
    var id: String
    var kind: WriteKind
    var standing: Standing
    var sent: Bool
    var dependsOn: [String]
    /// Whether a row must still be read because of it.
    var owesRead: Bool

    /// Whether it was refused without a request, so that a release can take it.
    var isRefusedUnsent: Bool { if case .refused = standing { !sent } else { false } }
    /// Whether the server refused it.
    var isRefusedSent: Bool { if case .refused = standing { sent } else { false } }
  }

  /// The writes to clear, found over and over until clearing one frees no other.
  ///
  /// Kept are those that wait, are blocked or dead, that a kept one depends on, that a release can
  /// take, and refused ones that carried content.
  static func find(in queue: [Outline]) -> Set<String> {
    let ids = Set(queue.map(\.id))
    var cleared = Set<String>()
    while true {
      let left = queue.filter { !cleared.contains($0.id) }
      let waiting = left.filter(\.standing.isWaiting)
      let neededByWaiting = Set(waiting.flatMap(\.dependsOn))
      let needed = neededByWaiting.union(left.filter(\.isRefusedUnsent).flatMap(\.dependsOn))
      let found = left.filter { write in
        if write.owesRead { return false }
        if write.standing.isTaken || (write.isRefusedSent && !write.kind.carriesContent) {
          return !needed.contains(write.id)
        }
        // Left over from a withdrawn write: nothing can release it any more.
        return write.isRefusedUnsent && !write.kind.carriesContent
          && !neededByWaiting.contains(write.id)
          && write.dependsOn.contains { !ids.contains($0) }
      }
      if found.isEmpty { return cleared }
      cleared.formUnion(found.map(\.id))
    }
  }
}
