/// Where an item stands in its life.
public enum ItemState: String, Sendable, Hashable, CaseIterable {
  /// In use.
  case active
  /// Kept, out of the way.
  case archived
  /// In the bin.
  case trashed
  /// Ended for good; only items of the `system` types.
  case revoked
}
