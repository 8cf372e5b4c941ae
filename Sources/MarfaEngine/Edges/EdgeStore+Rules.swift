import MarfaSQL

/// What the rules of edges ask of the stored ones.
extension EdgeStore {
  /// The number of edges of a type that start at an item.
  ///
  /// - Parameter except: an edge that doesn't count: the one that is being moved.
  package func countFrom(_ id: String, type: String, except: String? = nil) throws -> Int {
    try counted("source_id", id, type, except)
  }

  /// The number of edges of a type that end at an item.
  ///
  /// - Parameter except: an edge that doesn't count: the one that is being moved.
  package func countTo(_ id: String, type: String, except: String? = nil) throws -> Int {
    try counted("target_id", id, type, except)
  }

  private func counted(_ end: String, _ id: String, _ type: String, _ except: String?) throws
    -> Int
  {
    let count = try connection.integer(
      "SELECT count(*) FROM edges WHERE \(end) = ?1 AND edge_type = ?2 AND id IS DISTINCT FROM ?3",
      [.text(id), .text(type), SQLValue(except)])
    return Int(count ?? 0)
  }

  /// Whether edges of a type lead from an item to another, at any depth.
  ///
  /// An item leads to itself. Loops among the stored edges end the walk. An edge from `a` to `b`
  /// closes a circle exactly when `b` leads to `a`.
  ///
  /// - Parameter except: an edge that isn't followed: the one that is being moved.
  package func leads(
    from start: String, to end: String, along type: String, except: String? = nil
  ) throws -> Bool {
    try connection.exists(
      """
      WITH RECURSIVE walk (id) AS (
        SELECT ?1
        UNION
        SELECT edges.target_id FROM walk JOIN edges
          ON edges.source_id = walk.id AND edges.edge_type = ?3 AND edges.id IS DISTINCT FROM ?4
      )
      SELECT 1 FROM walk WHERE id = ?2 LIMIT 1
      """, [.text(start), .text(end), .text(type), SQLValue(except)])
  }

  /// Everything that edges of some types lead to from an item, at any depth: nearest first, each
  /// once, the item itself left out.
  ///
  /// Loops end the walk. Ids of items that are not held are among the answer.
  package func reached(from id: String, along types: some Collection<String>) throws -> [String] {
    guard !types.isEmpty else { return [] }
    var statement = SQLText()
    let root = statement.bind(.text(id))
    let list = statement.bind(list: types.map(SQLValue.text))
    statement += """
      WITH RECURSIVE walk (id) AS (
        SELECT \(root)
        UNION
        SELECT edges.target_id FROM walk JOIN edges
          ON edges.source_id = walk.id AND edges.edge_type IN (\(list))
      )
      SELECT id FROM walk WHERE id <> \(root)
      """
    return try connection.query(statement.text, statement.values) { $0.text(0) }
  }
}
