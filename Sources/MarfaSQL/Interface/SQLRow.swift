/// One row of an answer, valid only inside the closure it is given to.
///
/// Columns count from 0. A column outside the answer reads as null; a value of another kind is
/// converted as the database converts it (text of a number, 0 for text that is no number).
public protocol SQLRow {
  /// The number of columns.
  var count: Int { get }
  /// Whether the column holds no value.
  func isNull(_ column: Int) -> Bool
  /// The column as text, empty for null; bytes that are no UTF-8 are replaced.
  func text(_ column: Int) -> String
  /// The column as text, or `nil` for null.
  func optionalText(_ column: Int) -> String?
  /// The column as text; `known` itself where it has the same bytes, which spares memory and time.
  func text(_ column: Int, orSame known: String) -> String
  /// The column as an integer, 0 for null.
  func integer(_ column: Int) -> Int64
  /// The column as a number, 0 for null.
  func real(_ column: Int) -> Double
  /// A copy of the column's bytes, empty for null.
  func bytes(_ column: Int) -> [UInt8]
  /// Lends the column's bytes without a copy; they are gone when `body` returns.
  ///
  /// Calls `body` once, with nothing for null.
  func lendBytes(_ column: Int, to body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows
  /// The column in the kind it is stored as.
  func value(_ column: Int) -> SQLValue
}

extension SQLRow {
  /// Lends the column's bytes without a copy, and answers what `body` makes of them.
  // Inlined, so that each use is made for its type.
  @inlinable
  public func withBytes<T>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T
  ) rethrows -> T {
    var answer: T?
    try lendBytes(column) { answer = try body($0) }
    return try answer ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The column as text.
  public func text(_ column: Int, orSame known: String) -> String { text(column) }

  /// The column as an integer, or `nil` for null.
  public func optionalInteger(_ column: Int) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The column as a number, or `nil` for null.
  public func optionalReal(_ column: Int) -> Double? {
    isNull(column) ? nil : real(column)
  }
}
