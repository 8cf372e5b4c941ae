/// The store has a schema that this program doesn't know: it is newer, or not its own.
public struct SchemaMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The schema the store has: the last step recorded in it, or `unrecorded`.
  public let found: String
  /// The schema this program has.
  public let expected: String

  /// Makes the error.
  public init(found: String, expected: String) {
    self.found = found
    self.expected = expected
  }

  public var description: String { "schema \(found), expected \(expected)" }
}
