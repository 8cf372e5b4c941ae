import MarfaModel
import MarfaSQL

/// Writes an ``ItemQuery`` as one statement.
///
/// The text is chosen so that a page of a list in the order of a time is read from an index in
/// that order and stops when it is full, whatever the number of items. Left alone, the database
/// would find the rows of several types by the index of types and sort all of them first.
struct ItemStatement {
  /// What the store holds, as far as it decides how a query is best written.
  struct Store {
    /// The types that have items; only asked when the query narrows types.
    var types: () throws -> [String]
    /// Whether few items carry a tag, so that they are better found by it.
    var isRare: (String) throws -> Bool
  }

  /// The most types whose lists are merged; each further one makes the statement longer.
  private static let mergeLimit = 8

  /// The statement so far, with its values.
  private(set) var statement = SQLText()
  private let query: ItemQuery
  private let dialect: any FilterDialect
  private var conditions: [String] = []
  /// The types to list; `nil` is all.
  private var types: [String]?
  /// Whether some narrowing finds a few rows by itself, so that sorting them costs little.
  private var isSelective = false

  /// Makes the writer of a query.
  init(_ query: ItemQuery, _ dialect: any FilterDialect, _ store: Store) throws {
    self.query = query
    self.dialect = dialect
    if query.beneath != nil { withBeneath() }
    if let takes = query.takes {
      let held = try store.types()
      let taken = held.filter(takes)
      types = taken.count == held.count ? nil : taken
    }
    narrowColumns()
    try narrowTags(store)
    narrowFilter()
    for narrowing in query.narrowings { conditions.append("(\(narrowing(&statement)))") }
  }

  /// The query's rows, in its order, as ``ItemRow/columns`` and what the order goes by.
  mutating func rows() -> SQLText {
    switch query.order {
    case .time(let field, let direction):
      let way = direction == .ascending ? "ASC" : "DESC"
      narrowBehind(field, direction)
      let isPage = query.limit != nil && !isSelective
      if isPage, field == .createdAt, let types, (2...Self.mergeLimit).contains(types.count) {
        merge(types)
        order("\(ItemRow.createdAtPlace) \(way), \(ItemRow.idPlace) \(way)")
      } else {
        // The plus keeps a type from being looked up, so that the order's own index is walked.
        let keepsOrder = isPage && !(field == .createdAt && types?.count == 1)
        narrow(toTypes: keepsOrder ? "+items.type" : "items.type")
        finish("SELECT \(ItemRow.columns)")
        order("items.\(field.rawValue) \(way), items.id \(way)")
      }
    case .property(let name, let direction):
      let way = direction == .ascending ? "ASC" : "DESC"
      let value = property(name, direction)
      narrowBehind(value, direction)
      narrow(toTypes: "items.type")
      finish("SELECT \(ItemRow.columns), \(value.rank), \(value.number), \(value.text)")
      // By place: the database computes each expression once.
      let first = ItemRow.columnCount + 1
      order("\(first) ASC, \(first + 1) \(way), \(first + 2) \(way), items.id ASC")
    }
    return statement
  }

  /// The ids of the query's rows, in no order and without its page.
  mutating func ids() -> SQLText {
    narrow(toTypes: "items.type")
    finish("SELECT items.id")
    return statement
  }

  /// The numbers of the query's rows by the value of a column.
  mutating func counts(by column: String) -> SQLText {
    narrow(toTypes: "items.type")
    finish("SELECT items.\(column), count(*)")
    statement += " GROUP BY items.\(column)"
    return statement
  }

  /// The query's rows that a full-text query finds, best first: their numbers and scores.
  ///
  /// The query's own order, place and page are not read.
  mutating func found(_ match: String, limit: Int, offset: Int) -> SQLText {
    narrow(toTypes: "items.type")
    conditions.insert("items_fts MATCH \(statement.bind(.text(match)))", at: 0)
    // The cross join keeps the planner from walking items and asking the index for each.
    finish(
      "SELECT items.seq, items_fts.rank",
      from: "items_fts CROSS JOIN items ON items.seq = items_fts.rowid")
    statement += " ORDER BY items_fts.rank, items.id"
    statement += " LIMIT \(statement.bind(SQLValue(limit)))"
    if offset > 0 { statement += " OFFSET \(statement.bind(SQLValue(offset)))" }
    return statement
  }

  /// The numbers of the query's rows by each tag they carry.
  mutating func tagCounts() -> SQLText {
    narrow(toTypes: "items.type")
    conditions.append("carried.item_id = items.id")
    finish("SELECT carried.tag, count(*)", from: "items, tags AS carried")
    statement += " GROUP BY carried.tag ORDER BY 2 DESC, 1 ASC"
    return statement
  }

  private mutating func finish(_ select: String, from tables: String = "items") {
    statement += "\(select) FROM \(tables)"
    if !conditions.isEmpty { statement += " WHERE " + conditions.joined(separator: " AND ") }
  }

  /// One list for each type, which the database merges as it reads them.
  private mutating func merge(_ types: [String]) {
    let lists = types.map { type in
      let all = ["items.type = \(statement.bind(.text(type)))"] + conditions
      return "SELECT \(ItemRow.columns) FROM items WHERE \(all.joined(separator: " AND "))"
    }
    statement += lists.joined(separator: "\nUNION ALL\n")
  }

  private mutating func order(_ terms: String) {
    statement += " ORDER BY \(terms)"
    if query.limit != nil || query.offset > 0 {
      let limit = statement.bind(.integer(query.limit.map { Int64(max(0, $0)) } ?? .max))
      statement += " LIMIT \(limit)"
    }
    if query.offset > 0 { statement += " OFFSET \(statement.bind(SQLValue(query.offset)))" }
  }

  // MARK: Narrowings

  private mutating func withBeneath() {
    isSelective = true
    let root = statement.bind(SQLValue(query.beneath))
    statement += """
      WITH RECURSIVE beneath (id) AS (
        SELECT \(root)
        UNION
        SELECT edges.target_id FROM beneath JOIN edges
          ON edges.source_id = beneath.id AND edges.edge_type = 'parent-of'
      )

      """
    conditions.append("items.id IN (SELECT beneath.id FROM beneath)")
  }

  private mutating func narrow(toTypes column: String) {
    guard let types else { return }
    let list = statement.bind(list: types.map(SQLValue.text))
    switch types.count {
    case 0: conditions.append("1 = 0")
    case 1: conditions.append("\(column) = \(list)")
    default: conditions.append("\(column) IN (\(list))")
    }
  }

  private mutating func narrowColumns() {
    if let states = query.states { narrow(to: states) }
    let bounds: [(String, String?)] = [
      ("tier =", query.tier?.rawValue), ("source =", query.source),
      ("occurred_at >", query.occurredAfter), ("occurred_at <", query.occurredBefore),
      ("updated_at >=", query.changedFrom), ("updated_at <", query.changedBefore),
    ]
    for case (let comparison, let value?) in bounds {
      conditions.append("items.\(comparison) \(statement.bind(.text(value)))")
    }
  }

  /// States are words of this program, so they stand in the text: the database can then see that
  /// the index of the few rows that are not active holds all that is asked for.
  private mutating func narrow(to states: Set<ItemState>) {
    let words = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    conditions.append(
      states.count == 1 ? "items.state = \(words)" : "items.state IN (\(words))")
    if !states.contains(.active) { conditions.append("items.state <> 'active'") }
  }

  private mutating func narrowTags(_ store: Store) throws {
    for tag in query.tags {
      let bound = statement.bind(.text(tag))
      if !isSelective, try store.isRare(tag) {
        isSelective = true
        conditions.append("items.id IN (SELECT tags.item_id FROM tags WHERE tags.tag = \(bound))")
      } else {
        conditions.append(
          "EXISTS (SELECT 1 FROM tags WHERE tags.item_id = items.id AND tags.tag = \(bound))")
      }
    }
  }

  private mutating func narrowFilter() {
    guard let filter = query.filter else { return }
    let condition = filter.sql(
      FilterTarget(
        dialect: dialect, firstPlaceholder: statement.next, inboundSource: query.inboundSource))
    for value in condition.values { _ = statement.bind(SQLValue(value)) }
    conditions.append("(\(condition.text))")
  }

  // MARK: Order

  private mutating func narrowBehind(_ field: SortField, _ direction: SortDirection) {
    guard let after = query.after, case .time(let time) = after.place else { return }
    let place = "\(statement.bind(.text(time))), \(statement.bind(.text(after.id)))"
    let sign = direction == .ascending ? ">" : "<"
    conditions.append("(items.\(field.rawValue), items.id) \(sign) (\(place))")
  }

  /// A property as three expressions: its kind's place in the order, its number, its text.
  private struct Property {
    var rank: String
    var number: String
    var text: String
  }

  private mutating func property(_ name: String, _ direction: SortDirection) -> Property {
    let path = statement.bind(.text(dialect.path(of: name)))
    let value = dialect.value("items.properties", path: path)
    let kind = dialect.kind("items.properties", path: path)
    let numbers = "\(kind) IN ('integer', 'real', 'true', 'false')"
    let (number, text) = direction == .ascending ? (0, 1) : (1, 0)
    return Property(
      rank: "CASE WHEN \(numbers) THEN \(number) WHEN \(kind) = 'text' THEN \(text) ELSE 2 END",
      number: "CASE WHEN \(numbers) THEN \(dialect.double(value)) END",
      text: "CASE WHEN \(kind) = 'text' THEN \(dialect.bytes(value)) END")
  }

  private mutating func narrowBehind(_ property: Property, _ direction: SortDirection) {
    guard let after = query.after else { return }
    let id = statement.bind(.text(after.id))
    let sign = direction == .ascending ? ">" : "<"
    func behind(_ expression: String, _ value: String, rank: Int) -> String {
      """
      (\(property.rank) > \(rank) OR (\(property.rank) = \(rank) AND (\(expression) \(sign) \
      \(value) OR (\(expression) = \(value) AND items.id > \(id)))))
      """
    }
    switch after.place {
    case .number(let number):
      let value = statement.bind(.real(number))
      conditions.append(
        behind(property.number, value, rank: direction == .ascending ? 0 : 1))
    case .text(let text):
      let value = statement.bind(.text(text))
      conditions.append(behind(property.text, value, rank: direction == .ascending ? 1 : 0))
    case .none:
      conditions.append("(\(property.rank) = 2 AND items.id > \(id))")
    case .time:
      break
    }
  }
}
