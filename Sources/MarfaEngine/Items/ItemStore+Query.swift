import MarfaModel
import MarfaSQL

extension ItemStore {
  /// The items that a query asks for, in its order.
  package func list(_ query: ItemQuery) throws -> [ItemRow] {
    let statement = try rows(query)
    let json = JSONRowReader()
    return try connection.query(statement.text, statement.values) {
      try ItemRow($0, reading: json)
    }
  }

  /// The same as values for apps; the catalog's hints say which properties hold title and body.
  package func items(_ query: ItemQuery, in catalog: TypeCatalog) throws -> [Item] {
    let statement = try rows(query)
    let json = JSONRowReader()
    var maker = ItemMaker(catalog)
    return try connection.query(statement.text, statement.values) {
      maker.item(try ItemRow($0, reading: json))
    }
  }

  /// One page of what a query asks for, and where the next one begins.
  ///
  /// - Parameter limit: the most items of the page, at least 1; the query's own is not read.
  package func page(_ query: ItemQuery, limit: Int) throws -> (
    items: [ItemRow], next: ItemCursor?
  ) {
    var query = query
    let limit = max(1, limit)
    query.limit = limit + 1
    let statement = try rows(query)
    let json = JSONRowReader()
    var items: [ItemRow] = []
    var last: ItemCursor?
    var goesOn = false
    try connection.each(statement.text, statement.values) { row in
      guard items.count < limit else {
        goesOn = true
        return false
      }
      let item = try ItemRow(row, reading: json)
      items.append(item)
      if items.count == limit { last = Self.cursor(item, row, query.order) }
      return true
    }
    return (items, goesOn ? last : nil)
  }

  /// The ids of the items that a query asks for, in no order. Its page is not read.
  package func ids(_ query: ItemQuery) throws -> [String] {
    var statement = try statement(query)
    let text = statement.ids()
    return try connection.query(text.text, text.values) { $0.text(0) }
  }

  /// The number of the items that a query asks for, by their state. Order and page are not read.
  package func countsByState(_ query: ItemQuery) throws -> [String: Int] {
    try counts(query, by: "state")
  }

  /// The number of the items that a query asks for, by their type. Order and page are not read.
  package func countsByType(_ query: ItemQuery) throws -> [String: Int] {
    try counts(query, by: "type")
  }

  /// The tags of the items that a query asks for with the number of items that carry each, most
  /// carried first, then by the tags' bytes. Order and page are not read.
  package func countsByTag(_ query: ItemQuery) throws -> [(tag: String, count: Int)] {
    var statement = try statement(query)
    let text = statement.tagCounts()
    return try connection.query(text.text, text.values) {
      (tag: $0.text(0), count: Int($0.integer(1)))
    }
  }

  private func counts(_ query: ItemQuery, by column: String) throws -> [String: Int] {
    var statement = try statement(query)
    let text = statement.counts(by: column)
    let counts = try connection.query(text.text, text.values) { ($0.text(0), Int($0.integer(1))) }
    return Dictionary(counts) { $1 }
  }

  /// The ids of the items that a query asks for, in its order and within its page.
  package func idsInOrder(_ query: ItemQuery) throws -> [String] {
    let statement = try rows(query)
    return try connection.query(statement.text, statement.values) { $0.text(0) }
  }

  private func rows(_ query: ItemQuery) throws -> SQLText {
    var statement = try statement(query)
    return statement.rows()
  }

  /// The writer of a query's statement.
  func statement(_ query: ItemQuery) throws -> ItemStatement {
    try ItemStatement(
      query, connection.dialect.filters, ItemStatement.Store(types: types, isRare: isRare))
  }

  /// Sorting that many rows costs less than walking the items of a store of usual size.
  private static let rareLimit = 2_000

  private func isRare(_ tag: String) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM (SELECT 1 FROM tags WHERE tag = ?1 LIMIT ?2) AS carriers",
      [.text(tag), SQLValue(Self.rareLimit + 1)]) ?? 0 <= Self.rareLimit
  }

  /// The place of an item, by the database's own reading of what it is ordered by.
  private static func cursor(_ item: ItemRow, _ row: any SQLRow, _ order: ItemOrder) -> ItemCursor {
    let first = ItemRow.columnCount
    switch order {
    case .time(.createdAt, _): return ItemCursor(.time(item.createdAt), id: item.id)
    case .time(.updatedAt, _): return ItemCursor(.time(item.updatedAt), id: item.id)
    case .time(.occurredAt, _): return ItemCursor(.time(item.occurredAt), id: item.id)
    case .property:
      if let number = row.optionalReal(first + 1) {
        return ItemCursor(.number(number), id: item.id)
      }
      if let text = row.optionalText(first + 2) { return ItemCursor(.text(text), id: item.id) }
      return ItemCursor(.none, id: item.id)
    }
  }
}
