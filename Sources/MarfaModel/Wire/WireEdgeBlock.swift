/// The edges of one type that an item carries with it: the first page of them.
public struct WireEdgeBlock: Sendable, Hashable {
  /// The edge type that they have in common.
  public var edgeType: String
  /// The edges, and where their listing goes on.
  public var page: WirePage<Edge>

  /// Makes a block.
  public init(edgeType: String, page: WirePage<Edge>) {
    self.edgeType = edgeType
    self.page = page
  }
}
