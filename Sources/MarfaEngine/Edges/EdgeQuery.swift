import MarfaSQL

/// What is asked of the edges of a store; every narrowing must hold.
package struct EdgeQuery: Sendable, Hashable {
  /// The item that the edges start at.
  package var from: String?
  /// The item that the edges end at.
  package var to: String?
  /// The edge types; `nil` is all, an empty list is none.
  package var types: [String]?
  /// Edges changed at this instant or after it.
  package var changedFrom: String?
  /// Edges changed before this instant.
  package var changedBefore: String?
  /// The order.
  package var order: EdgeOrder
  /// Edges behind this place in the order.
  package var after: EdgeCursor?
  /// The most edges; `nil` is all.
  package var limit: Int?

  /// Makes a query.
  package init(
    from: String? = nil, to: String? = nil, types: [String]? = nil, changedFrom: String? = nil,
    changedBefore: String? = nil, order: EdgeOrder = .newestFirst, after: EdgeCursor? = nil,
    limit: Int? = nil
  ) {
    self.from = from
    self.to = to
    self.types = types
    self.changedFrom = changedFrom
    self.changedBefore = changedBefore
    self.order = order
    self.after = after
    self.limit = limit
  }

  /// The query as a statement that answers these columns.
  func statement(_ columns: String) -> SQLText {
    var statement = SQLText("SELECT \(columns) FROM edges")
    var conditions: [String] = []
    if let from { conditions.append("edges.source_id = \(statement.bind(.text(from)))") }
    if let to { conditions.append("edges.target_id = \(statement.bind(.text(to)))") }
    if let types {
      let list = statement.bind(list: types.map(SQLValue.text))
      conditions.append(
        types.count == 1 ? "edges.edge_type = \(list)" : "edges.edge_type IN (\(list))")
    }
    if let changedFrom {
      conditions.append("edges.updated_at >= \(statement.bind(.text(changedFrom)))")
    }
    if let changedBefore {
      conditions.append("edges.updated_at < \(statement.bind(.text(changedBefore)))")
    }
    if let after {
      let place = "\(statement.bind(.text(after.time))), \(statement.bind(.text(after.id)))"
      conditions.append("(\(order.column), edges.id) \(order.comparison) (\(place))")
    }
    if !conditions.isEmpty { statement += " WHERE " + conditions.joined(separator: " AND ") }
    statement += " ORDER BY \(order.column) \(order.direction), edges.id \(order.direction)"
    if let limit { statement += " LIMIT \(statement.bind(SQLValue(max(0, limit))))" }
    return statement
  }
}
