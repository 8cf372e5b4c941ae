/// An item with what stands beside it, as listings hold it and writes are answered.
public struct WireRow: Sendable, Hashable {
  /// The item.
  public var item: WireItem
  /// Its tags and extensions; `nil` when they were not asked for.
  public var metadata: WireMetadata?
  /// Whether a create wrote nothing, because the row was already there.
  public var acknowledged: Bool
  /// Whether a listing of its type would show it; only conditional reads say so.
  public var listed: Bool?
  /// How a write that collided was settled.
  public var conflictResolution: WireConflictResolution?

  /// Makes a row.
  public init(
    item: WireItem, metadata: WireMetadata? = nil, acknowledged: Bool = false,
    listed: Bool? = nil, conflictResolution: WireConflictResolution? = nil
  ) {
    self.item = item
    self.metadata = metadata
    self.acknowledged = acknowledged
    self.listed = listed
    self.conflictResolution = conflictResolution
  }

  /// Reads `{item, metadata, …}`.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject) throws(MarfaError) {
    let reader = WireReader(object, path: "row")
    item = try WireItem(decoding: try reader.object("item"))
    if let metadata = try reader.optionalObject("metadata") {
      self.metadata = try WireMetadata(decoding: metadata)
    }
    acknowledged = try reader.flag("acknowledged")
    listed = object["listed"] == nil ? nil : try reader.flag("listed")
    if let resolution = try reader.optionalObject("conflict_resolution") {
      conflictResolution = try WireConflictResolution(decoding: resolution)
    }
  }

  /// The row as it is sent.
  public var json: JSONObject {
    var object: JSONObject = ["item": .object(item.json)]
    if let metadata { object["metadata"] = .object(metadata.json) }
    if acknowledged { object["acknowledged"] = true }
    if let listed { object["listed"] = .bool(listed) }
    if let conflictResolution {
      object["conflict_resolution"] = .object(conflictResolution.json)
    }
    return object
  }
}
