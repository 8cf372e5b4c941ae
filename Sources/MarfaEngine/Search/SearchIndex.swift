import MarfaModel
import MarfaSQL

/// The full-text index of a store, inside one write.
///
/// Writes of items only mark their rows (``ItemIndexing``); this folds marked rows into the index.
/// Everything throws ``SQLError``, and ``MarfaError/decoding(message:)`` for a damaged row.
package struct SearchIndex {
  private let connection: any SQLConnection
  private let catalog: TypeCatalog

  /// Makes the index of a transaction.
  ///
  /// - Parameter catalog: the store's catalog in this transaction: it says what is read of a row.
  package init(_ connection: any SQLConnection, _ catalog: TypeCatalog) {
    self.connection = connection
    self.catalog = catalog
  }

  /// The largest number of a marked row, `nil` when there is none.
  package static func lastMarked(_ connection: any SQLConnection) throws -> Int64? {
    try connection.integer("SELECT max(item_seq) FROM index_pending")
  }

  /// Brings marked rows into the index as they are now: in the bin or gone, they leave it.
  ///
  /// - Parameters:
  ///   - after: only rows of larger numbers.
  ///   - through: only rows of numbers up to this.
  ///   - limit: the most rows.
  /// - Returns: the number of the last row, to go on after; `nil` when none was left.
  package func fold(after: Int64 = .min, through: Int64 = .max, limit: Int) throws -> Int64? {
    var last: Int64?
    // Row by row, so that the texts of one row are held at a time.
    try connection.each(
      Statement.marked, [.integer(after), .integer(through), SQLValue(limit)]
    ) { row in
      let seq = row.integer(0)
      try index(try texts(row), as: seq)
      last = seq
      return true
    }
    guard let last else { return nil }
    try connection.run(Statement.settle, [.integer(after), .integer(last)])
    return last
  }

  /// What is searched of a row; `nil` for one that no search finds.
  private func texts(_ row: any SQLRow) throws -> [String]? {
    // Gone from the store, or in the bin.
    guard !row.isNull(1), row.text(1) != ItemState.trashed.rawValue else { return nil }
    let columns = SearchColumns(
      properties: try row.withBytes(3) { try JSONObject(bytes: $0) },
      tags: try ItemRow.tags(row, 4), type: catalog.type(row.text(2)))
    return columns.texts.allSatisfy(\.isEmpty) ? nil : columns.texts
  }

  private func index(_ texts: [String]?, as seq: Int64) throws {
    let held = try connection.first(Statement.held, [.integer(seq)]) { row in
      SearchColumns.names.indices.map { row.text($0) }
    }
    // Most changes of a row leave its texts alone: an answer brings a version, an event a state.
    if held == texts { return }
    if held != nil { try connection.run(Statement.remove, [.integer(seq)]) }
    if let texts {
      try connection.run(Statement.insert, [.integer(seq)] + texts.map(SQLValue.text))
    }
  }

  private enum Statement {
    private static let columns = SearchColumns.names.joined(separator: ", ")

    static let marked = """
      SELECT index_pending.item_seq, items.state, items.type, items.properties, items.tags
      FROM index_pending LEFT JOIN items ON items.seq = index_pending.item_seq
      WHERE index_pending.item_seq > ?1 AND index_pending.item_seq <= ?2
      ORDER BY index_pending.item_seq LIMIT ?3
      """
    static let settle = """
      DELETE FROM index_pending WHERE item_seq > ?1 AND item_seq <= ?2
      """
    static let held = "SELECT \(columns) FROM items_fts WHERE rowid = ?1"
    static let remove = "DELETE FROM items_fts WHERE rowid = ?1"
    static let insert = """
      INSERT INTO items_fts (rowid, \(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
  }
}
