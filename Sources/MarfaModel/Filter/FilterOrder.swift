/// How one value stands to another, as the database orders them.
enum FilterOrder: Sendable, Hashable {
  /// Smaller.
  case before
  /// Equal.
  case same
  /// Greater.
  case after

  /// The order of two values that always stand to each other in some way (no NaN).
  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .before : left == right ? .same : .after
  }

  /// The order of two texts by their bytes.
  ///
  /// Swift's own order and equality treat canonically equivalent texts as one; a database does not.
  init(bytesOf left: String, _ right: String) {
    if left.utf8.elementsEqual(right.utf8) {
      self = .same
    } else {
      self = left.utf8.lexicographicallyPrecedes(right.utf8) ? .before : .after
    }
  }

  /// The order of a whole number and a double, without rounding the whole number.
  init(_ whole: Int64, exactly double: Double) {
    let rounded = Double(whole)
    guard rounded == double else {
      self.init(rounded, double)
      return
    }
    // Equal after rounding: the double is whole, and only 2^63 itself does not fit.
    self = Int64(exactly: double).map { FilterOrder(whole, $0) } ?? .before
  }
}
