/// An event about an edge.
public struct WireEdgeEvent: Sendable, Hashable {
  /// What happened to it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was made.
    case created = "edge.created"
    /// Its properties or ends changed.
    case updated = "edge.updated"
    /// It was removed.
    case deleted = "edge.deleted"
  }

  /// What happened to it.
  public var kind: Kind
  /// The edge; a removed one as it stood.
  public var edge: Edge
  /// The type that its source had when the event was published. It decides who is told.
  public var sourceType: String?
  /// The item whose purge removed it.
  public var purgedWith: String?

  /// Makes an event.
  public init(kind: Kind, edge: Edge, sourceType: String?, purgedWith: String? = nil) {
    self.kind = kind
    self.edge = edge
    self.sourceType = sourceType
    self.purgedWith = purgedWith
  }

  init(kind: Kind, decoding reader: WireReader) throws(MarfaError) {
    self.kind = kind
    edge = try Edge(decoding: try reader.object("edge"))
    sourceType = try reader.optionalString("source_type")
    purgedWith = try reader.optionalString("purged_with")
  }

  func write(into object: inout JSONObject) {
    object["edge"] = .object(edge.json)
    if let sourceType { object["source_type"] = .string(sourceType) }
    if let purgedWith { object["purged_with"] = .string(purgedWith) }
  }
}
