/// How many edges of one type an item may hold at each end, from source to target.
public enum EdgeCardinality: String, Sendable, Hashable, CaseIterable {
  /// A source has one target and a target one source.
  case oneToOne = "one-to-one"
  /// A source has any number of targets, a target one source.
  case oneToMany = "one-to-many"
  /// A source has one target, a target any number of sources.
  case manyToOne = "many-to-one"
  /// No bound at either end.
  case manyToMany = "many-to-many"

  /// Whether an item starts at most one edge of the type.
  public var sourceHoldsOne: Bool { self == .oneToOne || self == .manyToOne }

  /// Whether an item is the target of at most one edge of the type.
  public var targetHoldsOne: Bool { self == .oneToOne || self == .oneToMany }

  /// Whether an edge's source may move: the target that stays must hold at most one edge.
  public var sourceMayMove: Bool { targetHoldsOne }

  /// Whether an edge's target may move: the source that stays must hold at most one edge.
  public var targetMayMove: Bool { sourceHoldsOne }
}
