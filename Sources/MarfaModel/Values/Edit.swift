/// A change to an item, made against a version of it.
public struct Edit: Sendable, Hashable {
  /// Whole property values to set. A `null` clears nothing.
  public var properties: JSONObject
  /// Whether `properties` are the whole set, so that absent ones are cleared.
  public var replaceProperties: Bool
  /// The version that the change was made against.
  public var baseVersion: Int64
  /// A new id at the item's source.
  public var sourceId: String?
  /// A type to move the item to.
  public var type: String?
  /// A tier to move the item to.
  public var tier: Tier?

  /// Makes an edit.
  public init(
    properties: JSONObject = [:], replaceProperties: Bool = false, baseVersion: Int64,
    sourceId: String? = nil, type: String? = nil, tier: Tier? = nil
  ) {
    self.properties = properties
    self.replaceProperties = replaceProperties
    self.baseVersion = baseVersion
    self.sourceId = sourceId
    self.type = type
    self.tier = tier
  }
}
