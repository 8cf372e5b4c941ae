extension JSONValue: Codable {
  /// Reads a value from any decoder. A decoder tells no order of keys, so objects are sorted by key.
  ///
  /// - Throws: `DecodingError` where the decoder offers none of the kinds that JSON has.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Offers the value to any encoder, objects with their keys in order.
  ///
  /// - Throws: what the encoder throws, such as for numbers that are not finite.
  public func encode(to encoder: any Encoder) throws {
    if case .object(let object) = self { return try object.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}

extension JSONObject: Codable {
  /// Reads an object from any decoder, sorted by key, because a decoder tells no order.
  ///
  /// - Throws: `DecodingError` where there is no object.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    self.init(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// Offers the members to any encoder, in order. An encoder may reorder them.
  ///
  /// - Throws: what the encoder throws, such as for numbers that are not finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    for (key, value) in self { try container.encode(value, forKey: JSONKey(stringValue: key)) }
  }
}

/// Any key of an object, as coders want it.
private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
