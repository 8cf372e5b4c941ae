extension JSONValue {
  /// Reads one JSON text, strictly: RFC 8259, every key once, at most ``nestingLimit`` levels.
  ///
  /// A number whose exact value fits 64 bits reads as ``integer(_:)`` whatever its spelling.
  ///
  /// - Parameter json: the text; nothing but white space may stand around the value.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(json: String) throws {
    var json = json
    self = try json.withUTF8 { try JSONValue(bytes: $0) }
  }

  /// Reads one JSON text from its UTF-8 bytes; see ``init(json:)``.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without a byte order mark.
  ///   - nestingLimit: how many containers may stand inside one another.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(
    bytes: UnsafeBufferPointer<UInt8>, nestingLimit: Int = Self.nestingLimit
  ) throws {
    var reader = JSONReader(bytes, nestingLimit: nestingLimit)
    do { self = try reader.read() } catch { throw error.error }
  }

  /// Reads one JSON text from its UTF-8 bytes; see ``init(json:)``.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without a byte order mark.
  ///   - nestingLimit: how many containers may stand inside one another.
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault.
  public init(bytes: [UInt8], nestingLimit: Int = Self.nestingLimit) throws {
    self = try bytes.withUnsafeBufferPointer {
      try JSONValue(bytes: $0, nestingLimit: nestingLimit)
    }
  }

  /// Writes compact JSON text, with the keys in their order.
  ///
  /// - Parameter numbers: how numbers with a fraction are spelled.
  /// - Throws: ``MarfaError/invalid(message:)`` that begins with the path to a number that is not
  ///   finite, or to a value nested more than ``nestingLimit`` deep.
  public func json(numbers: JSONNumberSpelling = .shortest) throws -> String {
    var writer = JSONWriter(numbers: numbers)
    try writer.write(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes compact JSON text as UTF-8 bytes; see ``json(numbers:)``.
  ///
  /// - Parameter numbers: how numbers with a fraction are spelled.
  /// - Throws: ``MarfaError/invalid(message:)``, as ``json(numbers:)`` does.
  public func jsonBytes(numbers: JSONNumberSpelling = .shortest) throws -> [UInt8] {
    var writer = JSONWriter(numbers: numbers)
    try writer.write(self)
    return writer.withBytes { Array($0) }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The text of ``json(numbers:)``, with non-finite numbers as Swift prints them.
  public var description: String {
    var writer = JSONWriter(numbers: .shortest, isLenient: true)
    // A lenient writer refuses nothing.
    try? writer.write(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
