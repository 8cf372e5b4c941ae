import MarfaModel
import MarfaSQL

/// The items of a store by their names, inside one transaction.
///
/// A name's words are looked up in the full-text index, and the rows found there are judged by their
/// titles, so a look-up costs time in the number of items whose titles begin with them. Rows that
/// the index does not tell are read once in a transaction. Only a name without a letter or digit
/// reads every row. What it read is kept, so it serves one transaction, on its thread.
///
/// Everything throws ``SQLError``, and ``MarfaError/decoding(message:)`` for a damaged row.
package final class NameStore: NameLookup {
  let connection: any SQLConnection
  let catalog: TypeCatalog
  package let items: ItemStore
  private var kept = Kept()

  /// What was read before in the transaction.
  private struct Kept {
    var placements: Placements?
    var columns: TitleColumns?
    /// The rows that the index does not tell, by their folded titles.
    var unindexed: [String: [Int64]]?
  }

  /// Makes the names of a transaction.
  ///
  /// - Parameter catalog: the store's catalog in this transaction, which says what a title is.
  package init(_ connection: any SQLConnection, _ catalog: TypeCatalog) {
    self.connection = connection
    self.catalog = catalog
    items = ItemStore(connection)
  }

  /// The held item of this id that is neither in the bin nor withdrawn.
  package func item(_ id: String) throws -> NamedItem? {
    guard let row = try items.get(id), Self.isNameable(row.state) else { return nil }
    return try named(row)
  }

  /// The held items that a folded name means, the last changed first, equals by id.
  package func items(named folded: String) throws -> [NamedItem] {
    var rows: [String: ItemRow] = [:]
    if let row = try items.get(folded) { rows[row.id] = row }
    for id in try placements().ids(named: folded) { rows[id] = try rows[id] ?? items.get(id) }
    for row in try titled(folded) { rows[row.id] = row }
    return
      try rows.values.filter { Self.isNameable($0.state) }
      .sorted { left, right in
        left.updatedAt == right.updatedAt
          ? left.id < right.id : left.updatedAt > right.updatedAt
      }
      .map(named)
  }

  /// A row with what it can be named by.
  func named(_ row: ItemRow) throws -> NamedItem {
    NamedItem(
      id: row.id, type: row.type, title: title(row),
      paths: try Placements.paths(of: row.id, connection),
      display: display(row.properties, ofType: row.type))
  }

  /// How an item with these properties is shown.
  package func display(_ properties: JSONObject, ofType id: String) -> ItemDisplay {
    let type = catalog.type(id)
    return ItemDisplay(
      title: properties[type?.titleProperty ?? "title"]?.string,
      body: properties[type?.bodyProperty ?? "body"]?.string, type: id,
      label: type?.definition.label)
  }

  // MARK: Titles

  private func title(_ row: ItemRow) -> String? {
    row.properties[catalog.type(row.type)?.titleProperty ?? "title"]?.string
  }

  /// The rows of this title, the bin's among them.
  private func titled(_ folded: String) throws -> [ItemRow] {
    // A whole phrase, whatever stands in the name.
    guard let phrase = SearchTerms("\"\(folded)\"").phrases.first else {
      return try rows(Statement.all, [], titled: folded)
    }
    let columns = try columns()
    var rows = try unindexed()[folded, default: []].compactMap { try items.get(seq: $0) }
    if !columns.own.isEmpty {
      let own = columns.own.sorted().joined(separator: " ")
      rows += try self.rows(
        Statement.found, [.text("{\(own)} : ^ \(phrase.match)")], titled: folded)
    }
    if !columns.shared.isEmpty {
      var found = SQLText(Statement.found)
      _ = found.bind(.text("{extra} : \(phrase.match)"))
      found +=
        " AND items.type IN (\(found.bind(list: columns.shared.sorted().map(SQLValue.text))))"
      rows += try self.rows(found.text, found.values, titled: folded)
    }
    return rows
  }

  /// The rows of a statement whose title this is.
  private func rows(
    _ sql: String, _ values: [SQLValue], titled folded: String
  ) throws -> [ItemRow] {
    var rows: [ItemRow] = []
    try connection.each(sql, values) { row in
      let row = try ItemRow(row)
      if let title = title(row), ItemName.foldedTitle(title) == folded { rows.append(row) }
      return true
    }
    return rows
  }

  /// Reads the rows that wait for the index, and those whose titles are kept out of it.
  private func unindexed() throws -> [String: [Int64]] {
    if let unindexed = kept.unindexed { return unindexed }
    var titles: [String: [Int64]] = [:]
    let take = { [self] (row: any SQLRow) in
      let seq = row.integer(ItemRow.columnCount)
      if let title = title(try ItemRow(row)) {
        titles[ItemName.foldedTitle(title), default: []].append(seq)
      }
      return true
    }
    try connection.each(Statement.marked, [], take)
    let none = try columns().none
    if !none.isEmpty {
      var statement = SQLText(Statement.ofTypes)
      statement += " (\(statement.bind(list: none.sorted().map(SQLValue.text))))"
      try connection.each(statement.text, statement.values, take)
    }
    kept.unindexed = titles
    return titles
  }

  private func columns() throws -> TitleColumns {
    if let columns = kept.columns { return columns }
    let columns = TitleColumns(try items.types(), catalog)
    kept.columns = columns
    return columns
  }

  func placements() throws -> Placements {
    if let placements = kept.placements { return placements }
    let placements = try Placements(connection)
    kept.placements = placements
    return placements
  }

  static func isNameable(_ state: ItemState) -> Bool { state == .active || state == .archived }

  private enum Statement {
    static let all = "SELECT \(ItemRow.columns) FROM items WHERE items.state <> 'trashed'"
    static let found = """
      SELECT \(ItemRow.columns) FROM items_fts JOIN items ON items.seq = items_fts.rowid
      WHERE items_fts MATCH ?1
      """
    static let marked = """
      SELECT \(ItemRow.columns), items.seq
      FROM index_pending JOIN items ON items.seq = index_pending.item_seq
      """
    static let ofTypes = "SELECT \(ItemRow.columns), items.seq FROM items WHERE items.type IN"
  }
}
