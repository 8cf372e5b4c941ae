/// A value bound to a placeholder, or read from a column.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A double-precision number.
  case real(Double)
  /// Text, stored as UTF-8.
  case text(String)
  /// Bytes as they are.
  case blob([UInt8])

  /// Makes text, or null where there is none.
  public init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }

  /// Makes an integer, or null where there is none.
  public init(_ integer: Int64?) {
    self = integer.map(SQLValue.integer) ?? .null
  }

  /// Makes a number, or null where there is none.
  public init(_ real: Double?) {
    self = real.map(SQLValue.real) ?? .null
  }

  /// Makes an integer of any platform's size.
  public init(_ integer: Int) {
    self = .integer(Int64(integer))
  }

  /// Makes 1 for true and 0 for false: both databases' habit for flags kept as integers.
  public init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
  public init(nilLiteral: ()) { self = .null }
}
