/// What a stale write does where it and the stored row changed the same field.
public enum MergeStrategy: String, Sendable, Hashable, CaseIterable {
  /// The write that lands last holds the field.
  case lastWriterWins = "last_writer_wins"
  /// The stored value stays and the other one is kept in a second item.
  case keepBothCopies = "keep_both_copies"
}
