/// A word of an expression, with its place in UTF-16 units from the start.
struct FilterToken: Sendable, Hashable {
  /// What the word is.
  enum Kind: Sendable, Hashable {
    /// A name, an operator, a joiner or one of `true`, `false`, `null`.
    case word(String)
    /// A whole `edge[…]` or `backref[…]`.
    case edge(FilterEdge.Direction, type: String)
    /// A text, its quotes and escapes undone.
    case text(String)
    /// A finite number.
    case number(Double)
  }

  /// What it is.
  let kind: Kind
  /// Where it starts.
  let position: Int
}
