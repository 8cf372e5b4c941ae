/// What a hydration brought.
public struct HydrateReport: Sendable, Hashable {
  /// The types of the slice.
  public var types: [String]
  /// The tiers of the slice.
  public var tier: SliceTier
  /// The edge types held whole.
  public var edgeTypes: [String]
  /// Items held at the end.
  public var items: UInt64
  /// Edges held at the end.
  public var edges: UInt64
  /// Listing pages read.
  public var pages: UInt64
  /// The event that the copy now stands at.
  public var cursor: String
  /// Declared types that the server took in.
  public var registeredTypes: [String]
  /// Declared types that the server refused, each with its reason.
  public var unregisteredTypes: [UnregisteredType]

  /// Makes a report, for previews and tests.
  public init(
    types: [String], tier: SliceTier, edgeTypes: [String], items: UInt64, edges: UInt64,
    pages: UInt64, cursor: String, registeredTypes: [String] = [],
    unregisteredTypes: [UnregisteredType] = []
  ) {
    self.types = types
    self.tier = tier
    self.edgeTypes = edgeTypes
    self.items = items
    self.edges = edges
    self.pages = pages
    self.cursor = cursor
    self.registeredTypes = registeredTypes
    self.unregisteredTypes = unregisteredTypes
  }
}
