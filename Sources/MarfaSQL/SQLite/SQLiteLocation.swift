/// Where a SQLite store is kept.
public enum SQLiteLocation: Sendable, Hashable {
  /// In a file at this path, with its write-ahead log beside it.
  case file(String)
  /// In memory, gone when it is closed. No file is ever made.
  case memory
}
