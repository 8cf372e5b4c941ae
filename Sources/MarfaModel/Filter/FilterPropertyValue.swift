/// A property's value as filters see it: two kinds, and nothing for null.
enum FilterPropertyValue: Sendable, Hashable {
  /// A number, or a truth value as 1 or 0, with the text that `contains` looks in.
  case number(Double, spelling: String)
  /// A text, or the JSON text of a list or object.
  case text(String)

  /// The value of a property; `nil` when it is absent or null.
  init?(_ value: JSONValue?) {
    switch value {
    case nil, .null: return nil
    case .bool(let value): self = .number(value ? 1 : 0, spelling: value ? "1" : "0")
    case .integer(let value): self = .number(Double(value), spelling: String(value))
    case .number(let value):
      // A whole number is stored without a fraction, so it is read back as one.
      let spelling = Int64(exactly: value).map(String.init) ?? DatabaseNumber.text(of: value)
      self = .number(value, spelling: spelling)
    case .string(let text): self = .text(text)
    case .array, .object:
      // Nothing that was read or stored is refused by the writer: it is finite and not too deep.
      self = .text((try? value?.json(numbers: .ecmaScript)) ?? "")
    }
  }

  /// The text that `contains` and `starts_with` look in.
  var spelling: String {
    switch self {
    case .number(_, let spelling): spelling
    case .text(let text): text
    }
  }
}
