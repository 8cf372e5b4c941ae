/// What becomes of a write on an item.
package enum MergeOutcome: Sendable, Hashable {
  /// Nothing collided: this is the row after it, one version further.
  case applied(MergedRow)
  /// Both sides changed these fields, ascending; nothing is written.
  case collision(fields: [String])
  /// Both sides changed some fields and the type's policy said what comes of it.
  case resolved(MergeResolution)
  /// The version is not the current one and the write holds nothing that could be merged.
  case bareConflict
  /// The version that the write names cannot be read, so nothing can be compared.
  case ancestorUnavailable
}
