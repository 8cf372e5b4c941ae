import CSQLite

/// Settings of the SQLite library, which hold for the whole process.
public enum SQLiteLibrary {
  /// Stops SQLite from counting the memory it uses.
  ///
  /// The count is kept under one lock that every allocation takes, and so keeps connections on
  /// different threads from working beside each other. For a process that serves one store and
  /// asks nobody how much memory SQLite uses; an app that a store is part of may want to know.
  ///
  /// To be called before the first store is opened: afterwards it changes nothing.
  ///
  /// - Returns: whether SQLite took the setting.
  @discardableResult
  public static func stopCountingMemory() -> Bool { isUncounted }

  /// Once: the library does not guard its settings against calls at the same time.
  private static let isUncounted = marfa_sqlite_stop_counting_memory() == SQLITE_OK
}
