/// What a working copy holds, answered without asking the server.
public struct Status: Sendable, Hashable {
  /// Scheme, host, port and path prefix of the server the store is bound to.
  public var serverOrigin: String?
  /// The id of the instance the copy was loaded from.
  public var instanceId: String?
  /// The types of the slice.
  public var sliceTypes: [String]
  /// The tiers of the slice.
  public var sliceTier: SliceTier?
  /// The edge types held whole.
  public var sliceEdgeTypes: [String]
  /// Items held whatever the slice.
  public var pinned: [String]
  /// The last event taken.
  public var eventCursor: String?
  /// How much of the slice is held.
  public var hydration: Hydration
  /// Items held.
  public var items: UInt64
  /// Edges held.
  public var edges: UInt64
  /// Moves when the server's catalog changes; `nil` until one is held.
  public var catalogVersion: UInt64?

  /// Makes a status, for previews and tests.
  public init(
    serverOrigin: String? = nil, sliceTypes: [String] = [], sliceTier: SliceTier? = nil,
    sliceEdgeTypes: [String] = [], pinned: [String] = [], eventCursor: String? = nil,
    hydration: Hydration = .never, items: UInt64 = 0, edges: UInt64 = 0,
    catalogVersion: UInt64? = nil, instanceId: String? = nil
  ) {
    self.serverOrigin = serverOrigin
    self.instanceId = instanceId
    self.sliceTypes = sliceTypes
    self.sliceTier = sliceTier
    self.sliceEdgeTypes = sliceEdgeTypes
    self.pinned = pinned
    self.eventCursor = eventCursor
    self.hydration = hydration
    self.items = items
    self.edges = edges
    self.catalogVersion = catalogVersion
  }
}
