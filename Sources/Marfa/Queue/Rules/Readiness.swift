import MarfaModel

/// Whether a write may go out now.
enum Readiness: Sendable, Hashable {
  /// It may be sent.
  case ready
  /// It stays until this write is decided.
  case held(for: String)
  /// It can't be sent any more; the sentence says why.
  case refused(reason: String)

  /// What is known of another write of the queue.
  struct Other: Sendable, Hashable {
    /// What it does.
    var kind: WriteKind
    /// How it stands.
    var standing: Standing
    /// Whether it is a refused create whose landing on another row is still to be read.
    var landing = false
  }

  /// The part of a write that decides.
  struct Asked: Sendable, Hashable {
    var kind: WriteKind
    var baseVersion: Int64?
    var follows: String?
    var dependsOn: [String]
  }

  /// Judges a write by those it names.
  ///
  /// The write ahead is asked first, so that a write which a dependency would refuse is refused in
  /// its turn and not earlier.
  ///
  /// - Parameter other: what is known of a write by its id; `nil` when the queue has none.
  static func judge(_ write: Asked, _ other: (String) throws -> Other?) rethrows -> Readiness {
    if let ahead = write.follows, let found = try other(ahead), isInTheWay(found.standing) {
      return .held(for: ahead)
    }
    for id in write.dependsOn {
      guard let found = try other(id) else { return .held(for: id) }
      switch found.standing {
      case .unanswered, .blocked: return .held(for: id)
      case .accepted, .merged, .conflicted: continue
      case .refused where found.landing: return .held(for: id)
      case .refused: return .refused(reason: "The \(found.kind.words) it waits for was refused.")
      case .dead:
        return .refused(reason: "The \(found.kind.words) it waits for failed too often.")
      }
    }
    if write.kind == .deleteItem, (write.baseVersion ?? 0) < 1 {
      return .refused(reason: "The version of the item to delete was never confirmed.")
    }
    return .ready
  }

  /// Whether a write ahead in this standing keeps those behind it from going out.
  ///
  /// A refused credential may hide a write that took effect, so that one is waited for. Any other
  /// decision frees the order: nothing of it is passed on.
  private static func isInTheWay(_ standing: Standing) -> Bool {
    switch standing {
    case .unanswered, .blocked(.awaitingDependency), .blocked(.credentialRefused): true
    case .blocked(.keySpent), .blocked(.ancestorUnavailable), .blocked(.conflictUnresolved),
      .accepted, .merged, .conflicted, .refused, .dead:
      false
    }
  }
}
