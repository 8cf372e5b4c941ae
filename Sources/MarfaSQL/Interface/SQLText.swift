/// A statement that is put together from pieces, with the values of its numbered placeholders.
public struct SQLText: Sendable, Hashable {
  /// The statement so far.
  public var text: String
  /// The values bound so far; the first belongs to `?1`.
  public private(set) var values: [SQLValue] = []

  /// Starts a statement.
  public init(_ text: String = "") {
    self.text = text
  }

  /// The number of the next placeholder.
  public var next: Int { values.count + 1 }

  /// Keeps a value, and answers the placeholder that stands for it.
  public mutating func bind(_ value: SQLValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// Keeps values, and answers their placeholders joined by commas, as `IN (…)` takes them.
  public mutating func bind(list: some Sequence<SQLValue>) -> String {
    list.map { bind($0) }.joined(separator: ", ")
  }

  /// Adds to the statement.
  public static func += (statement: inout SQLText, text: String) {
    statement.text += text
  }
}
