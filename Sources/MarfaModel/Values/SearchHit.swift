/// An item that a search found, with its excerpt.
public struct SearchHit: Sendable, Hashable {
  /// The item.
  public let item: Item
  /// How well it fits: higher is better, comparable within one search only.
  public let score: Double
  /// The place that matched, as HTML text: words marked with `<mark>`, everything else escaped.
  public let snippet: String

  /// Makes a hit, for previews and tests.
  public init(item: Item, score: Double, snippet: String) {
    self.item = item
    self.score = score
    self.snippet = snippet
  }
}
