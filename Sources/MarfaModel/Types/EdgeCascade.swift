/// What becomes of an edge's target when its source goes to the bin.
public enum EdgeCascade: String, Sendable, Hashable, CaseIterable {
  /// The target goes to the bin with it.
  case cascade
  /// The target stays.
  case orphan
  /// The source cannot go while the edge stands.
  case block
}
