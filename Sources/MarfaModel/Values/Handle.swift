/// The role that an opened working copy has over its store.
public enum Handle: String, Sendable, Hashable, CaseIterable {
  /// The only one that may write.
  case writer
  /// Reads what the writer of another process saves.
  case reader
}
