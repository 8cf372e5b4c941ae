import CSQLite

extension SQLiteConnection {
  /// What a connection is for, which decides how it is opened.
  enum Role {
    /// Makes the file if there is none, writes, owns the write-ahead log.
    case writer
    /// Reads beside the writer of the same process.
    case reader
    /// Copies the write-ahead log back.
    case checkpointer
    /// Reads a store that this process must not change.
    case guest
  }

  /// Opens a connection and sets it up for its role.
  ///
  /// - Throws: ``SQLError``: `cannotOpen`, `notADatabase`, `readOnly`, `busy`, `corrupt`, `io`.
  static func open(_ location: SQLiteLocation, _ role: Role, _ options: SQLiteOptions) throws
    -> SQLiteConnection
  {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let path: String
    switch location {
    case .memory:
      path = ":memory:"
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    case .file(let file):
      // SQLite gives some names a meaning of their own (empty, ":memory:"); a file never has one.
      guard !file.isEmpty, !file.utf8.contains(0), !OwnerOnlyFile.isFolder(file) else {
        throw SQLError(kind: .cannotOpen, operation: "open", detail: "not the path of a file")
      }
      path = file.hasPrefix("/") ? file : "./" + file
      flags |= role == .guest ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
      if role == .writer { try OwnerOnlyFile.makeIfAbsent(path) }
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLError(code: code, handle: handle, operation: "open")
      sqlite3_close_v2(handle)
      throw error
    }
    let connection = SQLiteConnection(handle, statements: options.statements)
    try connection.setUp(location, role, options)
    return connection
  }

  private func setUp(_ location: SQLiteLocation, _ role: Role, _ options: SQLiteOptions) throws {
    sqlite3_busy_timeout(handle, options.busyTimeout.wholeMilliseconds)
    // A damaged or foreign schema must not run functions of its choosing.
    try runScript("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
    // The first statement that reads the file: it finds out whether it is a database.
    try runScript("SELECT count(*) FROM sqlite_schema")
    if role == .writer, location != .memory {
      try runScript("PRAGMA journal_mode = WAL")
      // A log that once grew long gives its space back when it starts again.
      try runScript("PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 0")
      followLog()
    }
    try runScript(
      """
      PRAGMA synchronous = \(options.synchronous == .full ? "FULL" : "NORMAL");
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -\(max(64, options.cacheKibibytes));
      """)
    if role == .reader || role == .guest { try runScript("PRAGMA query_only = ON") }
    for (name, factory) in options.tokenizers.sorted(by: { $0.key < $1.key }) {
      try SQLiteTokenizers.register(name, factory, on: handle)
    }
  }

  /// Keeps ``log`` at the length of the write-ahead log after each commit.
  private func followLog() {
    let context = Unmanaged.passUnretained(log).toOpaque()
    _ = sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        if let context {
          Unmanaged<SQLiteLogLength>.fromOpaque(context).takeUnretainedValue().pages = pages
        }
        return SQLITE_OK
      }, context)
  }

  /// Copies the write-ahead log into the file.
  ///
  /// - Parameter mode: passive waits for nobody; truncate waits and leaves an empty log.
  func checkpoint(_ mode: Int32) throws {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLError(code: code, handle: handle, operation: "checkpoint")
    }
  }
}

extension Duration {
  /// The whole milliseconds, held to what a C `int` can hold and never negative.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}
