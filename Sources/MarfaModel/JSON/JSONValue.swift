/// A JSON value whose objects keep the order of their keys.
///
/// Order is data: two objects with the same members in another order are not equal, at any depth.
/// Reading and writing text is strict (RFC 8259): see ``init(json:)`` and ``json()``.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number whose exact value fits 64 bits, however it was spelled (`1.0`, `1e2`).
  case integer(Int64)
  /// Any other number, as the nearest double.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object with its keys in order.
  case object(JSONObject)

  /// The deepest nesting that is read or written: 512 containers inside one another.
  public static let nestingLimit = 512

  /// The text, when this is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number as a double, for integers too.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The whole number, when this is one that fits 64 bits.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The truth value, when this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The list, when this is one.
  public var array: [JSONValue]? { if case .array(let list) = self { list } else { nil } }

  /// The object, when this is one.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// Whether this is the literal `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Makes the literal `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object; a repeated key keeps its first place and its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
