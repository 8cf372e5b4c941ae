extension FilterExpression {
  /// Whether the expression holds for a subject, exactly as its SQL would.
  ///
  /// Conditions are judged in order, and no further than the answer needs.
  package func matches(_ subject: some FilterSubject) -> Bool {
    switch joiner {
    case .and: conditions.allSatisfy { $0.holds(for: subject) }
    case .or: conditions.contains { $0.holds(for: subject) }
    }
  }
}

extension FilterCondition {
  /// Whether the condition holds for a subject. An unknown answer (an absent value) is no.
  func holds(for subject: some FilterSubject) -> Bool {
    switch self {
    case .column(.version, let comparison, let literal):
      Self.compare(subject.version, comparison, literal)
    case .column(let column, let comparison, let literal):
      subject.text(of: column).map { Self.compare($0, comparison, literal) } ?? false
    case .property(let name, let comparison, let literal):
      FilterPropertyValue(subject.properties[name]).map {
        Self.compare($0, comparison, literal)
      } ?? false
    case .propertyPresence(let name, let present):
      (FilterPropertyValue(subject.properties[name]) != nil) == present
    case .tag(.text(let tag)):
      subject.tags.contains { FilterOrder(bytesOf: $0, tag) == .same }
    case .tag(.number), .tag(.bool):
      false
    case .tagPresence(let present):
      subject.tags.isEmpty != present
    case .edge(let edge, let present):
      subject.holds(edge) == present
    }
  }

  /// Compares a column of texts: a number was spelled as text before.
  private static func compare(
    _ text: String, _ comparison: FilterOperator, _ literal: FilterLiteral
  ) -> Bool {
    if comparison.looksInText { return look(comparison, in: text, for: literal) }
    return comparison.holds(FilterOrder(bytesOf: text, literal.columnText))
  }

  /// Compares the version: a text that spells a number is one, any other follows every number.
  private static func compare(
    _ version: Int64, _ comparison: FilterOperator, _ literal: FilterLiteral
  ) -> Bool {
    if comparison.looksInText { return look(comparison, in: String(version), for: literal) }
    let order: FilterOrder =
      switch FilterVersionValue(literal) {
      case .integer(let value): FilterOrder(version, value)
      case .real(let value): FilterOrder(version, exactly: value)
      case .beyondNumbers: .before
      }
    return comparison.holds(order)
  }

  /// Compares a property, by the kinds that both sides are of.
  private static func compare(
    _ value: FilterPropertyValue, _ comparison: FilterOperator, _ literal: FilterLiteral
  ) -> Bool {
    if comparison.looksInText { return look(comparison, in: value.spelling, for: literal) }
    switch (value, literal.number, comparison) {
    case (.number(let left, _), let right?, _):
      return comparison.holds(FilterOrder(left, right))
    case (.text, .some, .equal):
      return false
    case (.text, .some, .notEqual):
      return true
    case (.text(let left), let right?, _):
      return comparison.holds(FilterOrder(DatabaseNumber.leading(left), right))
    case (.number, nil, _):
      // Every number comes before every text.
      return comparison.holds(.before)
    case (.text(let left), nil, _):
      return comparison.holds(FilterOrder(bytesOf: left, literal.columnText))
    }
  }

  private static func look(
    _ comparison: FilterOperator, in text: String, for literal: FilterLiteral
  ) -> Bool {
    let text = text.loweringASCII().utf8
    let needle = literal.needle.utf8
    return comparison == .contains ? text.holds(Array(needle)) : text.starts(with: needle)
  }
}

extension String.UTF8View {
  /// Whether a piece stands somewhere in these bytes, found in linear time (Knuth, Morris, Pratt).
  fileprivate func holds(_ piece: [UInt8]) -> Bool {
    guard !piece.isEmpty else { return true }
    // How much of the piece still matches when its next byte does not.
    var fallbacks = [0]
    var matched = 0
    for byte in piece.dropFirst() {
      while matched > 0, piece[matched] != byte { matched = fallbacks[matched - 1] }
      if piece[matched] == byte { matched += 1 }
      fallbacks.append(matched)
    }
    matched = 0
    for byte in self {
      while matched > 0, piece[matched] != byte { matched = fallbacks[matched - 1] }
      if piece[matched] == byte { matched += 1 }
      if matched == piece.count { return true }
    }
    return false
  }
}
