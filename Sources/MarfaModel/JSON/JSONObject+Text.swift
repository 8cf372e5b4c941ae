extension JSONObject {
  /// Reads one JSON text that holds an object; see ``JSONValue/init(json:)``.
  ///
  /// - Parameter json: the text; nothing but white space may stand around the object.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(json: String) throws {
    var json = json
    self = try json.withUTF8 { try JSONObject(bytes: $0) }
  }

  /// Reads one JSON text that holds an object from its UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without a byte order mark.
  ///   - nestingLimit: how many containers may stand inside one another.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(
    bytes: UnsafeBufferPointer<UInt8>, nestingLimit: Int = JSONValue.nestingLimit
  ) throws {
    var reader = JSONReader(bytes, nestingLimit: nestingLimit)
    let value: JSONValue
    do { value = try reader.read(objectOnly: true) } catch { throw error.error }
    // The reader has refused everything else.
    self = value.object ?? JSONObject()
  }

  /// Reads one JSON text that holds an object from its UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without a byte order mark.
  ///   - nestingLimit: how many containers may stand inside one another.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(bytes: [UInt8], nestingLimit: Int = JSONValue.nestingLimit) throws {
    self = try bytes.withUnsafeBufferPointer {
      try JSONObject(bytes: $0, nestingLimit: nestingLimit)
    }
  }

  /// Writes compact JSON text, with the keys in their order; see ``JSONValue/json(numbers:)``.
  ///
  /// - Parameter numbers: how numbers with a fraction are spelled.
  /// - Throws: ``MarfaError/invalid(message:)`` that begins with the path to what cannot be written.
  public func json(numbers: JSONNumberSpelling = .shortest) throws -> String {
    try JSONValue.object(self).json(numbers: numbers)
  }

  /// Writes compact JSON text as UTF-8 bytes; see ``JSONValue/json(numbers:)``.
  ///
  /// - Parameter numbers: how numbers with a fraction are spelled.
  /// - Throws: ``MarfaError/invalid(message:)`` that begins with the path to what cannot be written.
  public func jsonBytes(numbers: JSONNumberSpelling = .shortest) throws -> [UInt8] {
    try JSONValue.object(self).jsonBytes(numbers: numbers)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The text of ``json(numbers:)``, with non-finite numbers as Swift prints them.
  public var description: String { JSONValue.object(self).description }
}
