import MarfaModel
import MarfaSQL

/// The types of items and edges that a store knows, inside one transaction.
///
/// Everything throws ``SQLError``, and ``MarfaError/decoding(message:)`` for a damaged definition.
package struct CatalogStore {
  private let connection: any SQLConnection
  private let cache: CatalogCache

  /// Makes the catalog of a transaction.
  ///
  /// - Parameter cache: the store's own, one for all its transactions.
  package init(_ connection: any SQLConnection, _ cache: CatalogCache) {
    self.connection = connection
    self.cache = cache
  }

  // MARK: Reading

  /// The number of the catalog's present content, 0 before the first. Numbers are never used
  /// twice; they say nothing of which came first.
  package func revision() throws -> Int64 {
    try connection.integer("SELECT revision FROM catalog_revision") ?? 0
  }

  /// The whole catalog. Costs one look-up when it was read before at the same revision.
  package func load() throws -> TypeCatalog {
    try load(revision: try revision())
  }

  /// The whole catalog, where the transaction has read its number already.
  package func load(revision: Int64) throws -> TypeCatalog {
    if let catalog = cache.catalog(of: revision) { return catalog }
    let catalog = try TypeCatalog(
      reading: try definitions(.types), edgeTypes: try definitions(.edgeTypes))
    cache.keep(catalog, of: revision)
    return catalog
  }

  /// Whether the store knows no type of either kind.
  package func isEmpty() throws -> Bool {
    for table in Table.allCases
    where try connection.exists("SELECT 1 FROM \(table.rawValue) LIMIT 1", []) {
      return false
    }
    return true
  }

  private func definitions(_ table: Table) throws -> [JSONObject] {
    try connection.query("SELECT definition FROM \(table.rawValue) ORDER BY id", []) { row in
      try row.withBytes(0) { try JSONObject(bytes: $0) }
    }
  }

  // MARK: Writing

  /// Makes this the whole catalog.
  ///
  /// - Returns: whether it differs from the one before. Where it does, the rows of each changed
  ///   type and of those under it are marked for the index.
  @discardableResult
  package func replace(with catalog: TypeCatalog) throws -> Bool {
    try change { _ in catalog }
  }

  /// Adds an item type, or puts it in place of the one with its identifier.
  @discardableResult
  package func put(_ type: TypeDefinition) throws -> Bool {
    try change { TypeCatalog(types: $0.types + [type], edgeTypes: $0.edgeTypes) }
  }

  /// Removes an item type. Items of it stay.
  @discardableResult
  package func remove(type id: String) throws -> Bool {
    try change { old in
      TypeCatalog(types: old.types.filter { $0.id != id }, edgeTypes: old.edgeTypes)
    }
  }

  /// Adds an edge type, or puts it in place of the one with its identifier.
  @discardableResult
  package func put(_ type: EdgeTypeDefinition) throws -> Bool {
    try change { TypeCatalog(types: $0.types, edgeTypes: $0.edgeTypes + [type]) }
  }

  /// Removes an edge type. Edges of it stay.
  @discardableResult
  package func remove(edgeType id: String) throws -> Bool {
    try change { old in
      TypeCatalog(types: old.types, edgeTypes: old.edgeTypes.filter { $0.id != id })
    }
  }

  private func change(_ make: (TypeCatalog) -> TypeCatalog) throws -> Bool {
    let old = try load()
    let new = make(old)
    guard new != old else { return false }
    try write(
      .types, from: old.types.map { ($0.id, $0.definition) },
      to: new.types.map { ($0.id, $0.definition) })
    try write(
      .edgeTypes, from: old.edgeTypes.map { ($0.id, $0.definition) },
      to: new.edgeTypes.map { ($0.id, $0.definition) })
    let revision = Int64.random(in: 1...Int64.max)
    try connection.run(
      """
      INSERT INTO catalog_revision (one, revision) VALUES (1, ?1)
      ON CONFLICT (one) DO UPDATE SET revision = excluded.revision
      """, [.integer(revision)])
    try ItemIndexing(connection).mark(from: old, to: new)
    return true
  }

  private func write(
    _ table: Table, from old: [(id: String, definition: JSONObject)],
    to new: [(id: String, definition: JSONObject)]
  ) throws {
    let held = Dictionary(old.map { ($0.id, $0.definition) }) { $1 }
    for (id, definition) in new where held[id] != definition {
      try connection.run(
        """
        INSERT INTO \(table.rawValue) (id, definition) VALUES (?1, ?2)
        ON CONFLICT (id) DO UPDATE SET definition = excluded.definition
        """, [.text(id), .text(try definition.json())])
    }
    for id in Set(held.keys).subtracting(new.map(\.id)) {
      try connection.run("DELETE FROM \(table.rawValue) WHERE id = ?1", [.text(id)])
    }
  }

  private enum Table: String, CaseIterable {
    case types
    case edgeTypes = "edge_types"
  }
}
