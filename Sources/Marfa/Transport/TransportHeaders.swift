/// The header fields of an answer, found by name in any case, repeats kept.
public struct TransportHeaders: Sendable, Sequence {
  /// The fields in the order they came, names as they were written.
  public let fields: [(name: String, value: String)]

  /// Makes headers from fields in their order.
  public init(_ fields: [(name: String, value: String)] = []) {
    self.fields = fields
  }

  /// The value of the first field of this name, in any case.
  public subscript(name: String) -> String? {
    fields.first { Self.same($0.name, name) }?.value
  }

  /// Answers the values of all fields of this name, in any case, in the order they came.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// Goes through the fields in the order they came.
  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }

  /// Compares two names byte by byte, letters of ASCII in either case.
  private static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
