/// An item that a search found.
package struct FoundItem: Sendable, Hashable {
  /// The item.
  package let item: ItemRow
  /// How well it fits: above zero, higher is better, comparable within one search only.
  package let score: Double
  /// The place that matched, as HTML text with `<mark>` around what matched.
  package let excerpt: String
}
