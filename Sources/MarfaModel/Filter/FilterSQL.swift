/// A condition in SQL, with the values of its numbered placeholders in order.
package struct FilterSQL: Sendable, Hashable {
  /// A value to bind.
  package enum Value: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A double.
    case real(Double)
  }

  /// The condition: safe to stand beside `AND`, and holding no text that the expression gave.
  package let text: String
  /// The values, the first for the first number.
  package let values: [Value]

  /// Makes a condition.
  package init(text: String, values: [Value]) {
    self.text = text
    self.values = values
  }
}
