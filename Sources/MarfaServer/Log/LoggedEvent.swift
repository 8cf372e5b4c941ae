import MarfaModel

/// An event as it is stored: whole, to be narrowed for each reader when it is sent.
struct LoggedEvent: Sendable {
  /// The names that the log knows.
  enum Name: String, Sendable, CaseIterable {
    case itemCreated = "item.created"
    case itemUpdated = "item.updated"
    case itemDeleted = "item.deleted"
    case itemRestored = "item.restored"
    case itemPurged = "item.purged"
    case itemStateChanged = "item.state_changed"
    case metadataChanged = "metadata.changed"
    case edgeCreated = "edge.created"
    case edgeUpdated = "edge.updated"
    case edgeDeleted = "edge.deleted"
  }

  /// What happened.
  let name: Name
  /// The item's type; for an edge event, the type of the item it starts at, as published.
  let itemType: String
  /// The edge's type, on edge events.
  let edgeType: String?
  /// The members of the frame after `event_type`.
  let members: JSONObject

  /// An event about an item, with its tags and extensions.
  static func item(
    _ name: Name, type: String, item: JSONObject, metadata: JSONObject, further: JSONObject = [:]
  ) -> LoggedEvent {
    var members: JSONObject = ["item": .object(item), "metadata": .object(metadata)]
    for (key, value) in further { members[key] = value }
    return LoggedEvent(name: name, itemType: type, edgeType: nil, members: members)
  }

  /// An event about an edge.
  static func edge(
    _ name: Name, sourceType: String, edgeType: String, edge: JSONObject,
    further: JSONObject = [:]
  ) -> LoggedEvent {
    var members: JSONObject = ["edge": .object(edge), "source_type": .string(sourceType)]
    for (key, value) in further { members[key] = value }
    return LoggedEvent(name: name, itemType: sourceType, edgeType: edgeType, members: members)
  }
}
