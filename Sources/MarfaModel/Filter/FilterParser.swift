/// Reads an expression's tokens as conditions.
struct FilterParser {
  /// A field before its operator is known.
  private enum Field {
    case column(FilterColumn)
    case property(String)
    case tags
    case edge(FilterEdge.Direction, type: String)

    /// The field as it is written.
    var spelled: String {
      switch self {
      case .column(let column): column.rawValue
      case .property(let name): "properties.\(name)"
      case .tags: "tags"
      case .edge(let direction, let type): "\(direction.rawValue)[\(type)]"
      }
    }

    /// The operators it takes, in the order messages list them.
    var operators: [String] {
      switch self {
      case .column: FilterOperator.allCases.map(\.rawValue)
      case .property: FilterOperator.allCases.map(\.rawValue) + FilterParser.presence
      case .tags: ["contains"] + FilterParser.presence
      case .edge: ["eq", "neq"] + FilterParser.presence
      }
    }
  }

  private static let presence = ["exists", "not_exists"]
  private static let knownOperators = Set(FilterOperator.allCases.map(\.rawValue) + presence)

  private var tokenizer: FilterTokenizer
  private let length: Int

  /// Takes a text of a length that is read.
  init(_ text: String) throws(MarfaError) {
    length = text.utf16.count
    guard length <= FilterExpression.lengthLimit else {
      throw .filter(
        "The filter is \(length) characters long; at most \(FilterExpression.lengthLimit) are read."
      )
    }
    tokenizer = FilterTokenizer(text)
  }

  /// Reads the whole text.
  mutating func parse() throws(MarfaError) -> (FilterJoiner, [FilterCondition]) {
    guard var token = try tokenizer.next() else {
      throw .filter("The filter is empty. A condition looks like: type eq \"core.note\"")
    }
    var joiner: FilterJoiner?
    var conditions: [FilterCondition] = []
    while true {
      conditions.append(try condition(startingAt: token))
      guard let joint = try tokenizer.next() else { break }
      let word = try self.joiner(joint)
      if let joiner, joiner != word {
        throw .filter(
          "\(word.rawValue) at position \(joint.position) is mixed with \(joiner.rawValue). A filter "
            + "uses one of them throughout.")
      }
      joiner = word
      guard let next = try tokenizer.next() else {
        throw .filter("The filter ends at position \(length) where a condition must follow.")
      }
      token = next
    }
    guard conditions.count <= FilterExpression.conditionLimit else {
      throw .filter(
        "The filter has \(conditions.count) conditions; at most "
          + "\(FilterExpression.conditionLimit) are read.")
    }
    return (joiner ?? .and, conditions)
  }

  private func joiner(_ token: FilterToken) throws(MarfaError) -> FilterJoiner {
    if case .word(let word) = token.kind, let joiner = FilterJoiner(rawValue: word) {
      return joiner
    }
    throw .filter(
      "\(token.spelled) at position \(token.position) must be AND or OR, in capitals, or the end.")
  }

  private mutating func condition(
    startingAt token: FilterToken
  ) throws(MarfaError) -> FilterCondition {
    let field = try field(token)
    let word = try operatorWord(for: field)
    switch field {
    case .column(let column):
      let (comparison, value) = try comparison(word, field)
      return .column(column, comparison, try time(value, column, comparison))
    case .property(let name):
      if Self.presence.contains(word) { return .propertyPresence(name, present: word == "exists") }
      let (comparison, value) = try comparison(word, field)
      return .property(name, comparison, value)
    case .tags:
      if Self.presence.contains(word) { return .tagPresence(present: word == "exists") }
      return .tag(try comparison(word, field).1)
    case .edge(let direction, let type):
      if Self.presence.contains(word) {
        return .edge(
          FilterEdge(direction: direction, type: type, other: nil), present: word == "exists")
      }
      let (comparison, value) = try comparison(word, field)
      return .edge(
        FilterEdge(direction: direction, type: type, other: value.columnText),
        present: comparison == .equal)
    }
  }

  private func field(_ token: FilterToken) throws(MarfaError) -> Field {
    switch token.kind {
    case .edge(let direction, let type): return .edge(direction, type: type)
    case .word(let word):
      if let column = FilterColumn(rawValue: word) { return .column(column) }
      if word == "tags" { return .tags }
      if word.hasPrefix("properties.") {
        return .property(try propertyName(word.dropFirst("properties.".count), at: token.position))
      }
      throw unknownField(word, at: token.position)
    case .text, .number:
      throw .filter("\(token.spelled) at position \(token.position) stands where a field must.")
    }
  }

  private func propertyName(_ name: Substring, at position: Int) throws(MarfaError) -> String {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first), first != UInt8(ascii: ".")
    else {
      throw .filter("properties. at position \(position) must be followed by a property's name.")
    }
    guard !name.utf8.contains(UInt8(ascii: ".")) else {
      throw .filter(
        "properties.\(name) at position \(position) reaches into a property. Filters compare whole "
          + "properties only.")
    }
    return String(name)
  }

  private func unknownField(_ word: String, at position: Int) -> MarfaError {
    let columns = FilterColumn.allCases.map(\.rawValue).joined(separator: ", ")
    return .filter(
      "\(word) at position \(position) is not a field. Fields are \(columns), properties.<name>, "
        + "tags, edge[<type>] and backref[<type>].")
  }

  private mutating func operatorWord(for field: Field) throws(MarfaError) -> String {
    guard let token = try tokenizer.next() else {
      throw .filter("The filter ends at position \(length) where an operator must follow.")
    }
    let allowed = field.operators
    guard case .word(let word) = token.kind, Self.knownOperators.contains(word) else {
      throw .filter(
        "\(token.spelled) at position \(token.position) is not an operator. \(field.spelled) takes "
          + "\(allowed.joined(separator: ", ")).")
    }
    guard allowed.contains(word) else {
      throw .filter(
        "\(word) at position \(token.position) is not for \(field.spelled), which takes "
          + "\(allowed.joined(separator: ", ")).")
    }
    return word
  }

  /// Reads the value after an operator that takes one.
  private mutating func comparison(
    _ word: String, _ field: Field
  ) throws(MarfaError) -> (FilterOperator, FilterLiteral) {
    guard let token = try tokenizer.next() else {
      throw .filter("The filter ends at position \(length) where a value must follow.")
    }
    // The word was found among the field's operators; a presence word never comes here.
    let comparison = FilterOperator(rawValue: word) ?? .equal
    switch token.kind {
    case .text(let text): return (comparison, .text(text))
    case .number(let value): return (comparison, .number(value))
    case .word("true"): return (comparison, .bool(true))
    case .word("false"): return (comparison, .bool(false))
    case .word("null"): throw nullRefusal(field, at: token.position)
    case .word, .edge:
      throw .filter(
        "\(token.spelled) at position \(token.position) is not a value. Texts stand in double "
          + "quotes; the other values are numbers, true and false.")
    }
  }

  private func nullRefusal(_ field: Field, at position: Int) -> MarfaError {
    let start = "null at position \(position) equals nothing, so no item would match."
    return switch field {
    case .column:
      .filter("\(start) \(field.spelled) compares with a text, a number or true or false.")
    case .property, .tags, .edge: .filter("\(start) Write \(field.spelled) not_exists instead.")
    }
  }

  /// The value of a time's comparison, in the form that the column holds.
  private func time(
    _ value: FilterLiteral, _ column: FilterColumn, _ comparison: FilterOperator
  ) throws(MarfaError) -> FilterLiteral {
    guard column.isTime, !comparison.looksInText else { return value }
    guard case .text(let text) = value, let instant = Timestamp.normalized(text) else {
      throw .filter(
        "\(column.rawValue) \(comparison.rawValue) takes a date or a time in double quotes, such as "
          + "\"2026-03-01\" or \"2026-03-01T08:00:00Z\".")
    }
    return .text(instant)
  }
}

extension FilterToken {
  /// The token as a message names it.
  fileprivate var spelled: String {
    switch kind {
    case .word(let word): word
    case .edge(let direction, let type): "\(direction.rawValue)[\(type)]"
    case .text: "The text"
    case .number: "The number"
    }
  }
}
