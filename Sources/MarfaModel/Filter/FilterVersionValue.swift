/// What a value means beside the one column that holds whole numbers.
enum FilterVersionValue: Sendable, Hashable {
  /// A whole number.
  case integer(Int64)
  /// Another number.
  case real(Double)
  /// A text that spells no number, and so comes after all of them.
  case beyondNumbers

  /// The value as a numeric column reads it.
  init(_ literal: FilterLiteral) {
    switch literal {
    case .number(let value): self = .real(value)
    case .bool(let value): self = .real(value ? 1 : 0)
    case .text(let text):
      if let value = DatabaseNumber.integer(text) {
        self = .integer(value)
      } else if let value = DatabaseNumber.whole(text) {
        self = .real(value)
      } else {
        self = .beyondNumbers
      }
    }
  }
}
