/// An event about an item.
public struct WireItemEvent: Sendable, Hashable {
  /// What happened to it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was made.
    case created = "item.created"
    /// It was edited.
    case updated = "item.updated"
    /// It went to the bin.
    case deleted = "item.deleted"
    /// It left the bin.
    case restored = "item.restored"
    /// It went to another state.
    case stateChanged = "item.state_changed"
    /// Its tags or extensions changed.
    case metadataChanged = "metadata.changed"
  }

  /// What happened to it.
  public var kind: Kind
  /// The item, without edges.
  public var item: WireItem
  /// What stands beside it, where the event tells it.
  public var metadata: WireMetadata?
  /// Whether a listing of its type would show it; only streams of whole copies say so.
  public var listed: Bool?
  /// The item whose restoring brought this one along.
  public var restoredWith: String?

  /// Makes an event.
  public init(
    kind: Kind, item: WireItem, metadata: WireMetadata? = nil, listed: Bool? = nil,
    restoredWith: String? = nil
  ) {
    self.kind = kind
    self.item = item
    self.metadata = metadata
    self.listed = listed
    self.restoredWith = restoredWith
  }

  init(kind: Kind, decoding reader: WireReader) throws(MarfaError) {
    self.kind = kind
    item = try WireItem(decoding: try reader.object("item"))
    if let metadata = try reader.optionalObject("metadata") {
      self.metadata = try WireMetadata(decoding: metadata)
    }
    listed = reader.object["listed"] == nil ? nil : try reader.flag("listed")
    restoredWith = try reader.optionalString("restored_with")
  }

  func write(into object: inout JSONObject) {
    object["item"] = .object(item.json)
    if let metadata { object["metadata"] = .object(metadata.json) }
    if let listed { object["listed"] = .bool(listed) }
    if let restoredWith { object["restored_with"] = .string(restoredWith) }
  }
}
