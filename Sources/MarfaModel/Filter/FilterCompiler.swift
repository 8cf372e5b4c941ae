/// Writes conditions as SQL, and collects the values of their placeholders.
struct FilterCompiler {
  private let target: FilterTarget
  private var values: [FilterSQL.Value] = []

  init(_ target: FilterTarget) {
    self.target = target
  }

  /// The whole expression.
  mutating func compile(_ expression: FilterExpression) -> FilterSQL {
    var parts: [String] = []
    for condition in expression.conditions { parts.append("(\(compile(condition)))") }
    let joined = parts.joined(separator: " \(expression.joiner.rawValue) ")
    return FilterSQL(text: "(\(joined))", values: values)
  }

  private var dialect: any FilterDialect { target.dialect }

  private mutating func bind(_ value: FilterSQL.Value) -> String {
    values.append(value)
    return "?\(target.firstPlaceholder + values.count - 1)"
  }

  private mutating func compile(_ condition: FilterCondition) -> String {
    switch condition {
    case .column(let column, let comparison, let literal):
      compare(column, comparison, literal)
    case .property(let name, let comparison, let literal):
      compare(name, comparison, literal)
    case .propertyPresence(let name, let present):
      "\(value(at: bind(.text(dialect.path(of: name))))) IS \(present ? "NOT " : "")NULL"
    case .tag(.text(let tag)):
      "EXISTS (SELECT 1 FROM tags WHERE tags.item_id = \(target.items).id "
        + "AND tags.tag = \(bind(.text(tag))))"
    case .tag(.number), .tag(.bool):
      "1 = 0"
    case .tagPresence(let present):
      (present ? "" : "NOT ")
        + "EXISTS (SELECT 1 FROM tags WHERE tags.item_id = \(target.items).id)"
    case .edge(let edge, let present):
      (present ? "" : "NOT ") + exists(edge)
    }
  }

  private mutating func compare(
    _ column: FilterColumn, _ comparison: FilterOperator, _ literal: FilterLiteral
  ) -> String {
    let name = "\(target.items).\(column.rawValue)"
    guard let sign = comparison.sign else {
      let text = column == .version ? "CAST(\(name) AS TEXT)" : name
      return look(comparison, in: text, for: literal)
    }
    guard column == .version else {
      return "\(dialect.bytes(name)) \(sign) \(bind(.text(literal.columnText)))"
    }
    switch FilterVersionValue(literal) {
    case .integer(let value): return "\(name) \(sign) \(bind(.integer(value)))"
    case .real(let value): return "\(name) \(sign) \(bind(.real(value)))"
    case .beyondNumbers: return comparison.holds(.before) ? "1 = 1" : "1 = 0"
    }
  }

  private mutating func compare(
    _ property: String, _ comparison: FilterOperator, _ literal: FilterLiteral
  ) -> String {
    let path = bind(.text(dialect.path(of: property)))
    guard let sign = comparison.sign else {
      return look(comparison, in: value(at: path), for: literal)
    }
    guard let number = literal.number else {
      let text = "\(text(at: path)) \(sign) \(bind(.text(literal.columnText)))"
      // Every number comes before every text.
      return comparison.holds(.before) ? "\(isNumber(at: path)) OR \(text)" : text
    }
    // Bound as text and cast by the database, so that it is read by the same rules as the stored
    // number: SQLite's own reading of a decimal can be one step off the nearest double.
    let spelled = JSONNumberSpelling.ecmaScript.text(number)
    let bound = dialect.double(bind(.text(spelled)))
    switch comparison {
    case .equal: return "\(numberOrNull(at: path)) = \(bound)"
    case .notEqual:
      return "\(isText(at: path)) OR \(numberOrNull(at: path)) <> \(bound)"
    case .greater, .greaterOrEqual, .less, .lessOrEqual, .contains, .startsWith:
      return "\(dialect.double(value(at: path))) \(sign) \(bound)"
    }
  }

  private mutating func look(
    _ comparison: FilterOperator, in text: String, for literal: FilterLiteral
  ) -> String {
    let piece = bind(.text(literal.needle))
    return comparison == .startsWith
      ? dialect.startsWith(text, piece: piece) : dialect.contains(text, piece: piece)
  }

  private mutating func exists(_ edge: FilterEdge) -> String {
    let (own, other) =
      switch edge.direction {
      case .outbound: ("edges.source_id", "edges.target_id")
      case .inbound: ("edges.target_id", "edges.source_id")
      }
    var text = "EXISTS (SELECT 1 FROM edges WHERE \(own) = \(target.items).id "
    text += "AND edges.edge_type = \(bind(.text(edge.type)))"
    if let id = edge.other { text += " AND \(other) = \(bind(.text(id)))" }
    if edge.direction == .inbound, let narrowing = target.inboundSource {
      let further = narrowing(other, target.firstPlaceholder + values.count)
      values += further.values
      text += " AND (\(further.text))"
    }
    return text + ")"
  }

  private var properties: String { "\(target.items).properties" }

  private func value(at path: String) -> String { dialect.value(properties, path: path) }

  private func isNumber(at path: String) -> String {
    "\(dialect.kind(properties, path: path)) IN ('integer', 'real', 'true', 'false')"
  }

  private func isText(at path: String) -> String {
    "\(dialect.kind(properties, path: path)) IN ('text', 'array', 'object')"
  }

  private func numberOrNull(at path: String) -> String {
    "CASE WHEN \(isNumber(at: path)) THEN \(dialect.double(value(at: path))) END"
  }

  private func text(at path: String) -> String {
    "CASE WHEN \(isText(at: path)) THEN \(dialect.bytes(value(at: path))) END"
  }
}
