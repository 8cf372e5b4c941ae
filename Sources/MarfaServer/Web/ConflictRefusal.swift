import MarfaModel

/// A refusal of a stale write, with the members beside `error` that tell how things stand.
struct ConflictRefusal: Error, Sendable {
  /// What is refused, and how things stand.
  let conflict: VersionConflict

  /// Refuses.
  init(_ conflict: VersionConflict) { self.conflict = conflict }
}
