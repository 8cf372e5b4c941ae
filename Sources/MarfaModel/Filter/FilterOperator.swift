/// A way to compare a field with a value.
package enum FilterOperator: String, Sendable, Hashable, CaseIterable {
  /// Equal.
  case equal = "eq"
  /// Not equal; an absent value is not unequal to anything.
  case notEqual = "neq"
  /// Greater.
  case greater = "gt"
  /// Greater or equal.
  case greaterOrEqual = "gte"
  /// Less.
  case less = "lt"
  /// Less or equal.
  case lessOrEqual = "lte"
  /// Holds the text, in any case of its ASCII letters.
  case contains
  /// Begins with the text, in any case of its ASCII letters.
  case startsWith = "starts_with"

  /// Whether this looks for a piece of text instead of comparing values.
  var looksInText: Bool {
    switch self {
    case .contains, .startsWith: true
    case .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual: false
    }
  }

  /// The comparison's sign in SQL; `nil` for the two that look in text.
  var sign: String? {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .less: "<"
    case .lessOrEqual: "<="
    case .contains, .startsWith: nil
    }
  }

  /// Whether the comparison holds when the field stands to the value as `order` says.
  func holds(_ order: FilterOrder) -> Bool {
    switch self {
    case .equal: order == .same
    case .notEqual: order != .same
    case .greater: order == .after
    case .greaterOrEqual: order != .before
    case .less: order == .before
    case .lessOrEqual: order != .after
    case .contains, .startsWith: false
    }
  }
}
