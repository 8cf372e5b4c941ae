import MarfaModel
import MarfaSQL

extension SQLDialect {
  /// How filters, and whatever else reads properties, are spelled for this database.
  ///
  /// The one place that pairs the two dialects; a second driver adds its own here.
  package var filters: any FilterDialect { .sqlite }
}

extension SQLValue {
  /// The value of a filter's placeholder.
  init(_ value: FilterSQL.Value) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      }
  }
}
