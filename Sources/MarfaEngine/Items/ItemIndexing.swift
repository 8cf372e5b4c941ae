import MarfaModel
import MarfaSQL

/// The list of rows whose full text must be indexed again before the next search.
package struct ItemIndexing {
  private let connection: any SQLConnection

  /// Makes the list of a transaction.
  package init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  /// Marks a row by its number.
  package func mark(_ seq: Int64) throws {
    try connection.run(
      "INSERT INTO index_pending (item_seq) VALUES (?1) ON CONFLICT DO NOTHING", [.integer(seq)])
  }

  /// Marks the row of an item; nothing when it is not held.
  package func mark(_ id: String) throws {
    try connection.run(
      """
      INSERT INTO index_pending (item_seq) SELECT seq FROM items WHERE id = ?1
      ON CONFLICT DO NOTHING
      """, [.text(id)])
  }

  /// Marks every row of a type.
  package func mark(type: String) throws {
    try connection.run(
      """
      INSERT INTO index_pending (item_seq) SELECT seq FROM items WHERE type = ?1
      ON CONFLICT DO NOTHING
      """, [.text(type)])
  }

  /// Marks the rows of each type that differs between two catalogs, or has such an ancestor: what
  /// search reads of a row depends on them.
  package func mark(from old: TypeCatalog, to new: TypeCatalog) throws {
    let changed = Set(old.types.map(\.id)).union(new.types.map(\.id))
      .filter { old.definition($0) != new.definition($0) }
    guard !changed.isEmpty else { return }
    for type in try ItemStore(connection).types() {
      let chain = Set([type] + (old.type(type)?.chain ?? []) + (new.type(type)?.chain ?? []))
      if !chain.isDisjoint(with: changed) { try mark(type: type) }
    }
  }

  /// The number of rows marked.
  package func count() throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM index_pending") ?? 0)
  }

  /// The first marked rows by number, at most so many.
  package func next(_ limit: Int) throws -> [Int64] {
    try connection.query(
      "SELECT item_seq FROM index_pending ORDER BY item_seq LIMIT ?1", [SQLValue(limit)]
    ) { $0.integer(0) }
  }

  /// Takes the mark off a row.
  package func settle(_ seq: Int64) throws {
    try connection.run("DELETE FROM index_pending WHERE item_seq = ?1", [.integer(seq)])
  }
}
