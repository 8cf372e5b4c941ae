/// One JSON object that is written member by member, for answers that are made too often to make
/// values of them first.
///
/// The text is as ``JSONValue/jsonBytes(numbers:)`` writes it. Keys are constants of this program,
/// which need no escape; that each is written once is the caller's to see to.
package struct JSONText: ~Copyable {
  private var bytes: JSONBytes
  private var isFirst = true

  /// Begins an object.
  ///
  /// - Parameter capacity: how many bytes there will probably be.
  package init(capacity: Int) {
    bytes = JSONBytes(capacity: max(16, capacity))
    bytes.append(.jsonOpenBrace)
  }

  /// Ends the object and answers its text.
  ///
  /// - Parameter end: what stands behind it, such as the end of a line.
  package consuming func finish(_ end: StaticString = "") -> [UInt8] {
    bytes.append(.jsonCloseBrace)
    bytes.appendWord(end)
    return bytes.withBytes { Array($0) }
  }

  /// Begins an object inside.
  package mutating func begin(_ key: StaticString) {
    put(key)
    bytes.append(.jsonOpenBrace)
    isFirst = true
  }

  /// Ends the object that was begun last.
  package mutating func end() {
    bytes.append(.jsonCloseBrace)
    isFirst = false
  }

  /// Writes a text.
  package mutating func put(_ key: StaticString, _ text: String) {
    put(key)
    bytes.appendQuoted(text)
  }

  /// Writes a text given as bytes; those that are no UTF-8 are replaced.
  package mutating func put(_ key: StaticString, text: UnsafeBufferPointer<UInt8>) {
    put(key)
    if text.allSatisfy({ $0 < 0x80 }) {
      bytes.appendQuoted(bytes: text)
    } else {
      bytes.appendQuoted(String(decoding: text, as: UTF8.self))
    }
  }

  /// Writes a whole number.
  package mutating func put(_ key: StaticString, integer: Int64) {
    put(key)
    bytes.appendInteger(integer)
  }

  /// Writes a number with two digits behind the point, given in hundredths; none below zero.
  package mutating func put(_ key: StaticString, hundredths: Int64) {
    let (whole, rest) = max(0, hundredths).quotientAndRemainder(dividingBy: 100)
    put(key)
    bytes.appendInteger(whole)
    bytes.append(0x2E)
    bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / 10))
    bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
  }

  /// Writes a value.
  ///
  /// - Throws: as ``JSONValue/jsonBytes(numbers:)``.
  package mutating func put(_ key: StaticString, value: JSONValue) throws {
    var writer = JSONWriter(numbers: .shortest)
    try writer.write(value)
    put(key)
    writer.withBytes { bytes.appendBytes($0) }
  }

  /// Writes an object that is JSON text already: as it is where that is surely how it would be
  /// written, else by way of its value.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when it can't be read.
  package mutating func put(_ key: StaticString, object: UnsafeBufferPointer<UInt8>) throws {
    guard JSONAsWritten.holdsObject(object) else {
      return try put(key, value: .object(try JSONObject(bytes: object)))
    }
    put(key)
    bytes.appendBytes(object)
  }

  private mutating func put(_ key: StaticString) {
    if !isFirst { bytes.append(.jsonComma) }
    isFirst = false
    bytes.append(.jsonQuote)
    bytes.appendWord(key)
    bytes.append(.jsonQuote)
    bytes.append(.jsonColon)
  }
}
