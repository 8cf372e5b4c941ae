/// One condition of an expression, already checked: no refused combination can be built by parsing.
package enum FilterCondition: Sendable, Hashable {
  /// A column compares with a value; the value of a time's comparison is in canonical form.
  case column(FilterColumn, FilterOperator, FilterLiteral)
  /// A property compares with a value.
  case property(String, FilterOperator, FilterLiteral)
  /// A property is there and not null, or is neither.
  case propertyPresence(String, present: Bool)
  /// The item carries exactly this tag; a number or truth value is no tag.
  case tag(FilterLiteral)
  /// The item carries some tag, or none.
  case tagPresence(present: Bool)
  /// The item has such an edge, or has none.
  case edge(FilterEdge, present: Bool)
}
