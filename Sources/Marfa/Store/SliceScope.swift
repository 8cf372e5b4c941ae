import MarfaModel

/// What a slice takes, under the catalog that is held.
struct SliceScope: Sendable {
  /// The edge types of which every edge is held.
  let wholeEdgeTypes: Set<String>
  private let roots: [String]?
  private let tier: SliceTier
  private let catalog: TypeCatalog

  /// Works out what a slice takes. A copy that was never loaded has none and takes everything.
  init(_ slice: CopySlice?, catalog: TypeCatalog) {
    roots = slice?.types.map { $0.hasSuffix(".*") ? String($0.dropLast(2)) : $0 }
    tier = slice?.tier ?? .all
    wholeEdgeTypes = Set(slice?.edgeTypes ?? [])
    self.catalog = catalog
  }

  /// Whether a row of this type and tier belongs to the slice.
  ///
  /// Items of the `system` types belong at either tier.
  func takes(type: String, tier rowTier: Tier?) -> Bool {
    guard let roots else { return true }
    guard TypeId.isSystem(type) || tier.takes(rowTier) else { return false }
    return roots.contains { catalog.isAtOrUnder(type, $0) }
  }

  /// Whether a row of a type that is not known could belong to the slice, by its tier.
  func mayTake(unknown type: String, tier rowTier: Tier?) -> Bool {
    TypeId.isSystem(type) || tier.takes(rowTier)
  }

  /// Whether every edge of this type is held.
  func holdsWhole(edgeType: String) -> Bool { wholeEdgeTypes.contains(edgeType) }

  /// Whether every item of a type and of all beneath it is held, as far as the tier is.
  func holdsWhole(type root: String) -> Bool {
    guard let roots else { return true }
    return roots.contains { catalog.isAtOrUnder(root, $0) }
  }

  /// Whether every item is held of all types that are known and not the system's own, as far as the
  /// tier is.
  var holdsEveryType: Bool {
    roots == nil
      || catalog.types.allSatisfy { TypeId.isSystem($0.id) || holdsWhole(type: $0.id) }
  }

  /// Whether the items of a tier are held.
  func holds(_ wanted: Tier) -> Bool { roots == nil || tier.takes(wanted) }

  /// Whether every edge of a type is held, as in a copy that was never loaded.
  func answersWhole(edgeType: String) -> Bool { roots == nil || holdsWhole(edgeType: edgeType) }

  /// The tier that an own create gets which names none.
  var ownTier: Tier {
    switch tier {
    case .feed: .feed
    case .library, .all: .library
    }
  }
}
