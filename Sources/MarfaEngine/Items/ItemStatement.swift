import MarfaModel
import MarfaSQL

/// Writes an ``ItemQuery`` as one statement.
struct ItemStatement {
  /// The statement so far, with its values.
  private(set) var statement = SQLText()
  private let query: ItemQuery
  private let dialect: any FilterDialect
  private var conditions: [String] = []

  /// Makes the writer of a query.
  ///
  /// - Parameter held: the types that have items; only read when the query narrows types.
  init(_ query: ItemQuery, _ dialect: any FilterDialect, types held: () throws -> [String])
    rethrows
  {
    self.query = query
    self.dialect = dialect
    if query.beneath != nil { withBeneath() }
    try narrowTypes(held)
    narrowColumns()
    narrowTags()
    narrowFilter()
    for narrowing in query.narrowings { conditions.append("(\(narrowing(&statement)))") }
  }

  /// The query's rows, in its order.
  mutating func rows(_ columns: String) -> SQLText {
    var order: String
    var columns = columns
    switch query.order {
    case .time(let field, let direction):
      let way = direction == .ascending ? "ASC" : "DESC"
      order = "items.\(field.rawValue) \(way), items.id \(way)"
      narrowBehind(field, direction)
    case .property(let name, let direction):
      let value = property(name, direction)
      let way = direction == .ascending ? "ASC" : "DESC"
      columns += ", \(value.rank), \(value.number), \(value.text)"
      // By place: the database computes each expression once.
      let first = ItemRow.columnCount + 1
      order = "\(first) ASC, \(first + 1) \(way), \(first + 2) \(way), items.id ASC"
      narrowBehind(value, direction)
    }
    finish("SELECT \(columns)")
    statement += " ORDER BY \(order)"
    if query.limit != nil || query.offset > 0 {
      let limit = statement.bind(.integer(query.limit.map { Int64(max(0, $0)) } ?? .max))
      statement += " LIMIT \(limit)"
    }
    if query.offset > 0 { statement += " OFFSET \(statement.bind(SQLValue(query.offset)))" }
    return statement
  }

  /// The numbers of the query's rows by the value of a column.
  mutating func counts(by column: String) -> SQLText {
    finish("SELECT items.\(column), count(*)")
    statement += " GROUP BY items.\(column)"
    return statement
  }

  private mutating func finish(_ select: String) {
    statement += "\(select) FROM items"
    if !conditions.isEmpty { statement += " WHERE " + conditions.joined(separator: " AND ") }
  }

  // MARK: Narrowings

  private mutating func withBeneath() {
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

  private mutating func narrowTypes(_ held: () throws -> [String]) rethrows {
    guard let takes = query.takes else { return }
    let all = try held()
    let taken = all.filter(takes)
    if taken.count == all.count { return }
    let list = statement.bind(list: taken.map(SQLValue.text))
    switch taken.count {
    case 0: conditions.append("1 = 0")
    case 1: conditions.append("items.type = \(list)")
    default: conditions.append("items.type IN (\(list))")
    }
  }

  private mutating func narrowColumns() {
    if let states = query.states {
      let list = statement.bind(list: states.map(\.rawValue).sorted().map(SQLValue.text))
      conditions.append(states.count == 1 ? "items.state = \(list)" : "items.state IN (\(list))")
    }
    let bounds: [(String, String?)] = [
      ("tier =", query.tier?.rawValue), ("source =", query.source),
      ("occurred_at >", query.occurredAfter), ("occurred_at <", query.occurredBefore),
      ("updated_at >=", query.changedFrom), ("updated_at <", query.changedBefore),
    ]
    for case (let comparison, let value?) in bounds {
      conditions.append("items.\(comparison) \(statement.bind(.text(value)))")
    }
  }

  private mutating func narrowTags() {
    for tag in query.tags {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM tags WHERE tags.item_id = items.id \
        AND tags.tag = \(statement.bind(.text(tag))))
        """)
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
