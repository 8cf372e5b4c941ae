import MarfaModel
import MarfaSQL

/// The three tables that filters read, in memory.
struct FilterStore {
  private let database: SQLiteDatabase

  init(_ samples: [FilterSample]) async throws {
    database = try await SQLiteDatabase.open(.memory)
    try await database.write { connection in
      try connection.script(
        """
        CREATE TABLE items (id TEXT PRIMARY KEY, type TEXT NOT NULL, state TEXT NOT NULL,
          source TEXT NOT NULL, source_id TEXT, tier TEXT, version INTEGER NOT NULL,
          occurred_at TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
          properties TEXT NOT NULL) STRICT;
        CREATE TABLE tags (item_id TEXT NOT NULL, tag TEXT NOT NULL) STRICT;
        CREATE TABLE edges (source_id TEXT NOT NULL, target_id TEXT NOT NULL,
          edge_type TEXT NOT NULL) STRICT;
        """)
      for sample in samples {
        let item = sample.item
        try connection.run(
          "INSERT INTO items VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
          [
            .text(item.id), .text(item.type), .text(item.state.rawValue), .text(item.source),
            SQLValue(item.sourceId), SQLValue(item.tier?.rawValue), .integer(item.version),
            .text(item.occurredAt), .text(item.createdAt), .text(item.updatedAt),
            .text(try JSONValue.object(item.properties).json(numbers: .ecmaScript)),
          ])
        for tag in item.tags {
          try connection.run("INSERT INTO tags VALUES (?1, ?2)", [.text(item.id), .text(tag)])
        }
        for edge in sample.outbound {
          try connection.run(
            "INSERT INTO edges VALUES (?1, ?2, ?3)",
            [.text(item.id), .text(edge.other), .text(edge.type)])
        }
        for edge in sample.inbound {
          try connection.run(
            "INSERT INTO edges VALUES (?1, ?2, ?3)",
            [.text(edge.other), .text(item.id), .text(edge.type)])
        }
      }
    }
  }

  /// The ids of the items that each expression selects, in order, all in one snapshot.
  func ids(_ expressions: [FilterExpression]) async throws -> [[String]] {
    let statements = expressions.map { $0.sql(FilterTarget(dialect: .sqlite)) }
    return try await database.read { connection in
      try statements.map { sql in
        try connection.query(
          "SELECT id FROM items WHERE \(sql.text) ORDER BY id", sql.values.map(SQLValue.init)
        ) { $0.text(0) }
      }
    }
  }

  func select(_ sql: String, _ values: [SQLValue]) async throws -> [String] {
    try await database.read { try $0.query(sql, values) { $0.text(0) } }
  }

  func run(_ sql: String) async throws {
    try await database.write { _ = try $0.run(sql) }
  }

  func close() async { await database.close() }
}

extension SQLValue {
  init(_ value: FilterSQL.Value) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    }
  }
}
