/// Brings a store's schema to the newest step, or refuses one it doesn't know.
public struct Migrator: Sendable {
  /// The name a store has whose tables were not made by recorded steps.
  public static let unrecorded = "unrecorded"

  /// The steps, oldest first.
  public let migrations: [Migration]

  /// Makes a migrator over all steps ever shipped, oldest first.
  public init(_ migrations: [Migration]) {
    self.migrations = migrations
  }

  /// The schema after every step, as errors name it.
  public var newest: String { migrations.last?.id ?? "empty" }

  /// Applies the steps that the store lacks, in the caller's transaction: all of them or none.
  ///
  /// - Returns: the ids of the steps applied.
  /// - Throws: ``SchemaMismatch`` for a store of an unknown schema, ``SQLError``.
  @discardableResult
  public func apply(to connection: any SQLConnection) throws -> [String] {
    let done = try recorded(connection)
    let count = try applied(done, in: connection)
    if done == nil {
      try connection.script(
        "CREATE TABLE schema_steps (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE)")
    }
    for (position, migration) in migrations.enumerated().dropFirst(count) {
      try connection.script(migration.sql)
      try connection.run(
        "INSERT INTO schema_steps (position, id) VALUES (?1, ?2)",
        [SQLValue(position), .text(migration.id)])
    }
    return migrations.dropFirst(count).map(\.id)
  }

  /// Checks, without writing, that ``apply(to:)`` would take the store.
  ///
  /// Opening a store to write can change the file of another program before the first step is
  /// refused; asked of a store opened for reading, this finds out before.
  ///
  /// - Throws: ``SchemaMismatch`` for a store of an unknown schema, ``SQLError``.
  public func judge(_ connection: any SQLConnection) throws {
    _ = try applied(try recorded(connection), in: connection)
  }

  /// Checks, without writing, that the store has exactly the newest schema.
  ///
  /// - Throws: ``SchemaMismatch`` for any other, also an older one; ``SQLError``.
  public func check(_ connection: any SQLConnection) throws {
    let done = try recorded(connection)
    guard let done else { throw SchemaMismatch(found: Self.unrecorded, expected: newest) }
    guard try known(done) == migrations.count else {
      throw SchemaMismatch(found: done.last ?? Self.unrecorded, expected: newest)
    }
  }

  /// The number of steps done in a store that may be new.
  private func applied(_ done: [String]?, in connection: any SQLConnection) throws -> Int {
    if done == nil, try holdsTables(connection) {
      throw SchemaMismatch(found: Self.unrecorded, expected: newest)
    }
    return try known(done ?? [])
  }

  /// The number of steps done, which must be the first ones of this program's list.
  private func known(_ done: [String]) throws -> Int {
    for (position, id) in done.enumerated() {
      guard position < migrations.count, migrations[position].id == id else {
        throw SchemaMismatch(found: done.last ?? id, expected: newest)
      }
    }
    return done.count
  }

  /// The steps recorded in the store, or `nil` where none ever were.
  private func recorded(_ connection: any SQLConnection) throws -> [String]? {
    guard try connection.dialect.holdsTable("schema_steps", connection) else { return nil }
    return try connection.query("SELECT id FROM schema_steps ORDER BY position", []) {
      $0.text(0)
    }
  }

  private func holdsTables(_ connection: any SQLConnection) throws -> Bool {
    let shape = try connection.dialect.schemaShape(connection)
    return !shape.isEmpty
  }
}
