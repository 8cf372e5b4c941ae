import MarfaModel

/// The query of a request, held to the keys that its door declares.
struct QueryParameters: Sendable {
  private let pairs: [(name: String, value: String)]

  /// Takes a query and judges its keys: undeclared ones first, then empty narrowing ones.
  ///
  /// A key that begins with `_` is ignored everywhere.
  init(_ query: [(name: String, value: String)], keys: QueryKeys) throws(RuleRefusal) {
    let known = query.filter { !$0.name.hasPrefix("_") }
    var unknown: [String] = []
    for (name, _) in known where !Self.isDeclared(name, keys) && !unknown.contains(name) {
      unknown.append(name)
    }
    guard unknown.isEmpty else {
      throw .malformed(
        "This operation takes no such parameter.",
        details: ["unknown_parameters": .array(unknown.map { .string($0) })])
    }
    var empty: [String] = []
    for (name, value) in known where keys.narrowing.contains(name) && !empty.contains(name) {
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      if parts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { empty.append(name) }
    }
    guard empty.isEmpty else {
      throw .malformed(
        "A parameter that narrows must not be empty.",
        details: ["empty_parameters": .array(empty.map { .string($0) })])
    }
    pairs = known
  }

  /// The first value of a key.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Every value of a key, in order.
  func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// The parts of a comma list, over every value of the key, without blanks.
  func list(_ name: String) -> [String] {
    all(name).flatMap { $0.split(separator: ",") }
      .map { $0.trimmingPrefix(while: \.isWhitespace) }
      .map { part in
        var text = String(part)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
      }
      .filter { !$0.isEmpty }
  }

  /// A whole number within a range, or the default where the key is absent.
  func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int)
    throws(RuleRefusal) -> Int
  {
    guard let text = self[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw .malformed(
        path: name,
        "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// One of a few words, or `nil` where the key is absent.
  func word<Word: RawRepresentable & CaseIterable>(_ name: String, as type: Word.Type)
    throws(RuleRefusal) -> Word? where Word.RawValue == String
  {
    guard let text = self[name] else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformed(path: name, "\(name) must be one of \(words).")
    }
    return word
  }

  /// The `edge[<type>]=<id>` terms, in order.
  var edgeTerms: [(direction: String, type: String, id: String)] {
    pairs.compactMap { name, value in
      guard let parts = Self.edgeTerm(name) else { return nil }
      return (parts.direction, parts.type, value)
    }
  }

  private static func isDeclared(_ name: String, _ keys: QueryKeys) -> Bool {
    keys.declared.contains(name) || (keys.takesEdgeTerms && edgeTerm(name) != nil)
  }

  private static func edgeTerm(_ name: String) -> (direction: String, type: String)? {
    for direction in ["edge", "backref"] where name.hasPrefix(direction + "[") {
      guard name.hasSuffix("]") else { return nil }
      let type = name.dropFirst(direction.count + 1).dropLast()
      guard !type.isEmpty, !type.contains("]") else { return nil }
      return (direction, String(type))
    }
    return nil
  }
}
