import MarfaModel

/// The row that an answer carries.
enum AnsweredRow: Sendable, Hashable {
  /// An item. Its tags are the row's own when `tagged`; otherwise the answer named none.
  case item(Item, tagged: Bool)
  /// An edge.
  case edge(Edge)
  /// No row: the write itself says what became of it.
  case plain
  /// Bytes that are stored now.
  case blob

  /// The item, where there is one.
  var item: Item? { if case .item(let item, _) = self { item } else { nil } }

  /// Reads the row of a success; `nil` when the body has not the shape that the kind promises.
  init?(_ shape: WriteKind.AnswerShape, body: JSONValue?, hash: String?) {
    let body = body?.object
    switch shape {
    case .plain: self = .plain
    case .item:
      guard let row = AnsweredRow(itemIn: body) else { return nil }
      self = row
    case .edge:
      guard let edge = Edge(wire: body?["edge"]?.object) else { return nil }
      self = .edge(edge)
    case .blob:
      guard let hash, body?["hash"]?.string == hash else { return nil }
      self = .blob
    }
  }

  /// Reads `{item, metadata?}`.
  init?(itemIn body: JSONObject?) {
    let tags = body?["metadata"]?.object?["tags"]?.array
    guard let item = Item(wire: body?["item"]?.object, tags: tags?.compactMap(\.string) ?? [])
    else { return nil }
    self = .item(item, tagged: tags != nil)
  }
}

extension Item {
  /// Reads an item of the wire; `nil` when a part that every item has is missing or of another kind.
  init?(wire: JSONObject?, tags: [String]) {
    guard let wire, let id = wire["id"]?.string, let type = wire["type"]?.string,
      let properties = wire["properties"]?.object,
      let state = wire["state"]?.string.flatMap(ItemState.init),
      let version = wire["version"]?.wholeNumber, let source = wire["source"]?.string,
      let occurredAt = wire["occurred_at"]?.string, let createdAt = wire["created_at"]?.string,
      let updatedAt = wire["updated_at"]?.string
    else { return nil }
    self.init(
      id: id, type: type, properties: properties, state: state,
      tier: wire["tier"]?.string.flatMap(Tier.init), version: version,
      schemaVersion: wire["schema_version"]?.wholeNumber ?? 1, source: source,
      sourceId: wire["source_id"]?.string, occurredAt: occurredAt, createdAt: createdAt,
      updatedAt: updatedAt, tags: tags)
  }

  /// The item as JSON, tags beside the wire's own fields.
  var stored: JSONObject {
    var row: JSONObject = [
      "id": .string(id), "type": .string(type), "properties": .object(properties),
      "state": .string(state.rawValue), "version": .integer(version),
      "schema_version": .integer(schemaVersion), "source": .string(source),
      "occurred_at": .string(occurredAt), "created_at": .string(createdAt),
      "updated_at": .string(updatedAt), "tags": .array(tags.map(JSONValue.string)),
    ]
    if let tier { row["tier"] = .string(tier.rawValue) }
    if let sourceId { row["source_id"] = .string(sourceId) }
    return row
  }

  /// Reads what ``stored`` writes.
  init?(stored: JSONObject?) {
    self.init(wire: stored, tags: stored?["tags"]?.array?.compactMap(\.string) ?? [])
  }
}

extension Edge {
  /// Reads an edge of the wire; `nil` when a part that every edge has is missing or another kind.
  init?(wire: JSONObject?) {
    guard let wire, let id = wire["id"]?.string, let source = wire["source_id"]?.string,
      let target = wire["target_id"]?.string, let type = wire["edge_type"]?.string,
      let version = wire["version"]?.wholeNumber, let createdAt = wire["created_at"]?.string,
      let updatedAt = wire["updated_at"]?.string
    else { return nil }
    self.init(
      id: id, sourceId: source, targetId: target, edgeType: type,
      properties: wire["properties"]?.object ?? [:], version: version, createdAt: createdAt,
      updatedAt: updatedAt)
  }

  /// The edge as JSON, in the wire's fields.
  var stored: JSONObject {
    [
      "id": .string(id), "source_id": .string(sourceId), "target_id": .string(targetId),
      "edge_type": .string(edgeType), "properties": .object(properties),
      "version": .integer(version), "created_at": .string(createdAt),
      "updated_at": .string(updatedAt),
    ]
  }
}

extension JSONValue {
  /// A whole number however it is spelled; servers may write versions as floats.
  fileprivate var wholeNumber: Int64? { integer ?? number.flatMap(Int64.init(exactly:)) }
}
