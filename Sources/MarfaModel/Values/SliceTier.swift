/// Which tiers a working copy holds.
public enum SliceTier: String, Sendable, Hashable, CaseIterable {
  /// Only what a person keeps.
  case library
  /// Only what streams past.
  case feed
  /// Both.
  case all

  /// The slice of exactly one tier.
  public init(_ tier: Tier) {
    switch tier {
    case .library: self = .library
    case .feed: self = .feed
    }
  }

  /// Whether a row of this tier belongs to the slice. A row that names no tier belongs to none.
  public func takes(_ tier: Tier?) -> Bool {
    switch self {
    case .all: tier != nil
    case .library: tier == .library
    case .feed: tier == .feed
    }
  }
}
