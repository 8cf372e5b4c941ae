/// A directed, typed connection between two items.
public struct Edge: Sendable, Hashable, Identifiable {
  /// A lowercase UUIDv7.
  public let id: String
  /// The item it starts at.
  public let sourceId: String
  /// The item it ends at.
  public let targetId: String
  /// The id of its edge type, such as `references`.
  public let edgeType: String
  /// What it says of the connection.
  public let properties: JSONObject
  /// The version the server gave it; 0 for an own create that is not answered yet.
  public let version: Int64
  /// When it was made.
  public let createdAt: String
  /// When it last changed.
  public let updatedAt: String

  /// Makes an edge, for previews and tests.
  public init(
    id: String, sourceId: String, targetId: String, edgeType: String, properties: JSONObject,
    version: Int64, createdAt: String, updatedAt: String
  ) {
    self.id = id
    self.sourceId = sourceId
    self.targetId = targetId
    self.edgeType = edgeType
    self.properties = properties
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
