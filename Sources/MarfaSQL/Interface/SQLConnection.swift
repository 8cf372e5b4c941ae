/// An open transaction, as the body of ``SQLDatabase/read(_:)`` or ``SQLDatabase/write(_:)`` has it.
///
/// Valid only inside that body, on the thread it runs on. Statements use numbered placeholders
/// (`?1`, `?2`), are prepared once and kept, and are always reset, also when a body throws. A
/// statement may be run again while its own answer is still being walked.
///
/// Every method throws ``SQLError`` for what the database refuses, and rethrows what its closure
/// throws. Once the database itself has rolled the transaction back (a full disk, a failing one),
/// every later call throws that same error, so that nothing is written outside a transaction.
public protocol SQLConnection: AnyObject {
  /// How this database spells what differs between databases.
  var dialect: any SQLDialect { get }

  /// Runs one statement.
  ///
  /// - Returns: the number of rows it inserted, changed or removed.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws -> Int

  /// Runs one statement and walks its rows until there are none or `body` answers `false`.
  func each(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws

  /// Runs `body` so that what it wrote is undone, and only that, when it throws.
  func savepoint<T>(_ body: () throws -> T) throws -> T

  /// Runs several statements without values, one after the other, as a migration does.
  func script(_ sql: String) throws
}

// Inlined, so that each use is made for its type: what an answer becomes differs with every caller.
extension SQLConnection {
  /// Runs one statement and answers what `map` makes of each row, in order.
  @inlinable
  public func query<T>(
    _ sql: String, _ values: [SQLValue], _ map: (any SQLRow) throws -> T
  ) throws -> [T] {
    var answer: [T] = []
    try each(sql, values) { row in
      answer.append(try map(row))
      return true
    }
    return answer
  }

  /// Runs one statement and answers what `map` makes of its first row, or `nil` without one.
  @inlinable
  public func first<T>(
    _ sql: String, _ values: [SQLValue], _ map: (any SQLRow) throws -> T
  ) throws -> T? {
    var answer: T?
    try each(sql, values) { row in
      answer = try map(row)
      return false
    }
    return answer
  }

  /// Runs one statement that has no placeholders.
  @discardableResult
  public func run(_ sql: String) throws -> Int {
    try run(sql, [])
  }

  /// Whether the statement answers at least one row.
  public func exists(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// The first column of the first row as an integer, or `nil` without a row or a value.
  public func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try first(sql, values) { $0.optionalInteger(0) } ?? nil
  }

  /// The first column of the first row as text, or `nil` without a row or a value.
  public func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
    try first(sql, values) { $0.optionalText(0) } ?? nil
  }
}
