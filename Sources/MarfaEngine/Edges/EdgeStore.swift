import MarfaModel
import MarfaSQL

/// The edges of a store, inside one transaction.
///
/// Everything throws ``SQLError``, and ``MarfaError/decoding(message:)`` for a damaged row.
package struct EdgeStore {
  /// The transaction.
  package let connection: any SQLConnection

  /// Makes the edges of a transaction.
  package init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  // MARK: Reading

  /// The edge of an id.
  package func get(_ id: String) throws -> Edge? {
    try connection.first(
      "SELECT \(Edge.columns) FROM edges WHERE edges.id = ?1", [.text(id)]
    ) { try Edge($0) }
  }

  /// The edge of a type from an item to another; of several in a working copy the one held longest.
  package func find(from source: String, to target: String, type: String) throws -> Edge? {
    try connection.first(
      """
      SELECT \(Edge.columns) FROM edges
      WHERE edges.source_id = ?1 AND edges.edge_type = ?2 AND edges.target_id = ?3
      ORDER BY edges.seq LIMIT 1
      """, [.text(source), .text(type), .text(target)]
    ) { try Edge($0) }
  }

  /// The edges that start at an item, of one type or of all, oldest first.
  package func from(_ id: String, type: String? = nil) throws -> [Edge] {
    try list(EdgeQuery(from: id, types: type.map { [$0] }, order: .oldestFirst))
  }

  /// The edges that end at an item, of one type or of all, oldest first.
  package func to(_ id: String, type: String? = nil) throws -> [Edge] {
    try list(EdgeQuery(to: id, types: type.map { [$0] }, order: .oldestFirst))
  }

  /// The edges of a type, oldest first.
  package func ofType(_ type: String) throws -> [Edge] {
    try list(EdgeQuery(types: [type], order: .oldestFirst))
  }

  /// The edges that a query asks for, in its order.
  package func list(_ query: EdgeQuery) throws -> [Edge] {
    let statement = query.statement(Edge.columns)
    return try connection.query(statement.text, statement.values) { try Edge($0) }
  }

  /// One page of what a query asks for, and where the next one begins.
  ///
  /// - Parameter limit: the most edges of the page, at least 1; the query's own is not read.
  package func page(_ query: EdgeQuery, limit: Int) throws -> (edges: [Edge], next: EdgeCursor?) {
    var query = query
    let limit = max(1, limit)
    query.limit = limit + 1
    var edges = try list(query)
    guard edges.count > limit else { return (edges, nil) }
    edges.removeLast()
    return (edges, edges.last.map { EdgeCursor($0, in: query.order) })
  }

  /// The number of edges, of one type or of all.
  package func count(type: String? = nil) throws -> Int {
    let count =
      if let type {
        try connection.integer("SELECT count(*) FROM edges WHERE edge_type = ?1", [.text(type)])
      } else {
        try connection.integer("SELECT count(*) FROM edges")
      }
    return Int(count ?? 0)
  }

  // MARK: Writing

  /// Writes a whole edge: a new one, or in place of the one with its id.
  ///
  /// - Throws: ``SQLError`` of kind `constraint` on a server that holds the triple under another
  ///   id; ``MarfaError/invalid(message:)`` when a property can't be written as JSON.
  package func put(_ edge: Edge) throws {
    try connection.run(
      """
      INSERT INTO edges (
        id, source_id, target_id, edge_type, properties, version, created_at, updated_at
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (id) DO UPDATE SET
        source_id = excluded.source_id, target_id = excluded.target_id,
        edge_type = excluded.edge_type, properties = excluded.properties,
        version = excluded.version, created_at = excluded.created_at,
        updated_at = excluded.updated_at
      """, try edge.values())
  }

  /// Gives an edge another id. Nothing else may hold it.
  package func rename(_ id: String, to newId: String) throws {
    try connection.run("UPDATE edges SET id = ?2 WHERE id = ?1", [.text(id), .text(newId)])
  }

  /// Removes an edge.
  ///
  /// - Returns: whether it was held.
  @discardableResult
  package func remove(_ id: String) throws -> Bool {
    try connection.run("DELETE FROM edges WHERE id = ?1", [.text(id)]) > 0
  }

  /// Removes the edges that start at an item, and answers them.
  ///
  /// - Parameter except: edge types that stay.
  @discardableResult
  package func removeFrom(_ id: String, except: Set<String> = []) throws -> [Edge] {
    try removing(try from(id).filter { !except.contains($0.edgeType) })
  }

  /// Removes the edges at both ends of an item, and answers them.
  @discardableResult
  package func removeAll(of id: String) throws -> [Edge] {
    // An edge from the item to itself is in both lists.
    try removing(try from(id) + to(id).filter { $0.sourceId != id })
  }

  /// Removes every edge.
  package func removeAll() throws {
    try connection.run("DELETE FROM edges")
  }

  private func removing(_ edges: [Edge]) throws -> [Edge] {
    for edge in edges { try remove(edge.id) }
    return edges
  }
}
