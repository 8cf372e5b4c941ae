/// The word that joins the conditions of one expression.
package enum FilterJoiner: String, Sendable, Hashable, CaseIterable {
  /// Every condition must hold.
  case and = "AND"
  /// One condition must hold.
  case or = "OR"
}
