import CSQLite

/// One open connection: statements, transactions, and what SQLite undid by itself.
///
/// Belongs to one worker's queue and is touched nowhere else.
final class SQLiteConnection: SQLConnection {
  let handle: OpaquePointer
  let dialect: any SQLDialect = SQLiteDialect()
  private var cache: SQLiteStatementCache
  private var isOpen = true
  /// What begins and ends a read, kept apart: each one runs both.
  private var reading: (begin: SQLiteStatement?, end: SQLiteStatement?)
  /// Whether a transaction was begun here and not yet ended here.
  private var isInTransaction = false
  /// Why SQLite rolled back the transaction by itself, once it has.
  private(set) var lost: SQLError?
  /// The number of commits made through this connection.
  private(set) var commits: Int64 = 0
  /// The length of the write-ahead log after this connection's last commit, in pages.
  let log = SQLiteLogLength()

  /// Takes over an open handle.
  init(_ handle: OpaquePointer, statements: Int) {
    self.handle = handle
    cache = SQLiteStatementCache(limit: statements)
  }

  deinit {
    close()
  }

  /// Lets the statements and the handle go. Harmless when repeated.
  func close() {
    guard isOpen else { return }
    isOpen = false
    cache.removeAll()
    reading = (nil, nil)
    sqlite3_close_v2(handle)
  }

  /// The number of prepared statements kept.
  var keptStatements: Int { cache.count }

  // MARK: Statements

  func run(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try withStatement(sql, values) { statement in
      let before = sqlite3_total_changes64(handle)
      while try statement.step() {}
      // `changes` keeps the last changing statement's count, so it is asked only after a change.
      guard sqlite3_total_changes64(handle) != before else { return 0 }
      return Int(sqlite3_changes64(handle))
    }
  }

  func each(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
    try withStatement(sql, values) { statement in
      let row = SQLiteRow(statement: statement.pointer)
      while try statement.step() {
        guard try body(row) else { return }
      }
    }
  }

  func script(_ sql: String) throws {
    try checkTransaction()
    try runScript(sql)
  }

  /// Runs several statements, inside a transaction or outside one.
  func runScript(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw noted(SQLError(code: code, handle: handle, operation: "script", detailed: true))
    }
  }

  private func withStatement<T>(
    _ sql: String, _ values: [SQLValue], _ body: (SQLiteStatement) throws -> T
  ) throws -> T {
    try checkTransaction()
    return try withStatementUnchecked(sql, values, body)
  }

  private func withStatementUnchecked<T>(
    _ sql: String, _ values: [SQLValue], _ body: (SQLiteStatement) throws -> T
  ) throws -> T {
    let place = cache.place(of: sql)
    let statement = try place?.take() ?? SQLiteStatement(handle, sql, kept: true)
    defer {
      statement.reset()
      cache.keep(statement, sql, at: place)
    }
    do {
      try statement.bind(values)
      return try body(statement)
    } catch let error as SQLError {
      throw noted(error)
    }
  }

  // MARK: Transactions

  /// Begins a transaction.
  ///
  /// - Parameter writes: takes the write lock at once, so that a later statement can't fail for
  ///   want of it.
  func begin(writes: Bool) throws {
    lost = nil
    // A rollback that failed would leave the handle inside the old transaction.
    if sqlite3_get_autocommit(handle) == 0 { try command("ROLLBACK") }
    if writes {
      try command("BEGIN IMMEDIATE")
    } else {
      try command("BEGIN", kept: &reading.begin)
    }
    isInTransaction = true
  }

  /// Commits. When it throws, the transaction was rolled back.
  func commit() throws {
    do {
      try checkTransaction()
      try command("COMMIT")
      isInTransaction = false
      commits += 1
    } catch {
      rollback()
      throw error
    }
  }

  /// Ends the transaction without a trace. Harmless when SQLite has already done so.
  func rollback() {
    isInTransaction = false
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    // A failure is met by the next `begin`, which rolls back again before anything else.
    try? command("ROLLBACK", kept: &reading.end)
  }

  /// SQLite's own number for the state of the file, which each connection counts for itself.
  func ownDataVersion() throws -> Int64 {
    try withStatementUnchecked("PRAGMA data_version", []) { statement in
      guard try statement.step() else { return 0 }
      return SQLiteRow(statement: statement.pointer).integer(0)
    }
  }

  /// Runs `body` so that SQLite refuses whatever would write.
  func withoutWriting<T>(_ body: () -> T) -> T {
    sqlite3_exec(handle, "PRAGMA query_only = ON", nil, nil, nil)
    defer { sqlite3_exec(handle, "PRAGMA query_only = OFF", nil, nil, nil) }
    return body()
  }

  func savepoint<T>(_ body: () throws -> T) throws -> T {
    try checkTransaction()
    // One name serves every depth: both commands mean the innermost of that name.
    try command("SAVEPOINT inner")
    do {
      let value = try body()
      try checkTransaction()
      try command("RELEASE inner")
      return value
    } catch {
      if lost == nil, sqlite3_get_autocommit(handle) == 0 {
        try command("ROLLBACK TO inner")
        try command("RELEASE inner")
      }
      throw error
    }
  }

  private func command(_ sql: String) throws {
    try withStatementUnchecked(sql, []) { _ = try $0.step() }
  }

  /// Runs a command whose statement is kept apart from the others.
  private func command(_ sql: String, kept: inout SQLiteStatement?) throws {
    let statement = try kept ?? SQLiteStatement(handle, sql, kept: true)
    kept = statement
    defer { statement.reset() }
    do { _ = try statement.step() } catch let error as SQLError { throw noted(error) }
  }

  /// Refuses work outside a transaction: it would be committed at once, each statement by itself.
  private func checkTransaction() throws {
    if let lost { throw lost }
    guard isInTransaction, sqlite3_get_autocommit(handle) == 0 else {
      throw SQLError(kind: .misuse, operation: "use outside of a transaction")
    }
  }

  /// Remembers an error after which SQLite has rolled the whole transaction back.
  private func noted(_ error: SQLError) -> SQLError {
    if isInTransaction, lost == nil, sqlite3_get_autocommit(handle) != 0 { lost = error }
    return error
  }
}
