import MarfaModel

/// What the copy shows: the server's row with this device's waiting writes laid over it.
///
/// Laying never merges and never moves the version that is shown. Only the server decides what
/// the row becomes; this says what the person wrote.
enum LaidOver {
  /// Lays waiting writes over the server's row, in queue order.
  ///
  /// - Parameters:
  ///   - row: the server's row; `nil` when nothing lies beneath, as under an own create.
  ///   - writes: the writes to that item that are laid, in queue order.
  /// - Returns: the row to show; `nil` when there is none.
  static func item(_ row: Item?, _ writes: some Sequence<QueueRecord>) -> Item? {
    writes.reduce(row) { lay($1, over: $0) }
  }

  /// Lays one write over a row.
  static func lay(_ write: QueueRecord, over row: Item?) -> Item? {
    if write.kind == .createItem { return create(write, over: row) }
    guard let row else { return nil }
    switch write.kind {
    case .createItem, .writeExtension, .deleteExtension, .createEdge, .updateEdge, .deleteEdge,
      .uploadBlob:
      return row
    case .updateItem: return update(write, over: row)
    case .deleteItem: return row.with(updatedAt: write.queuedAt, state: .trashed)
    case .restoreItem: return row.with(updatedAt: write.queuedAt, state: .active)
    case .transitionItem:
      let state = write.body["state"]?.string.flatMap(ItemState.init) ?? row.state
      return row.with(updatedAt: write.queuedAt, state: state)
    case .replaceMetadata: return row.with(updatedAt: write.queuedAt, tags: unique(write.tags))
    case .mergeMetadata, .addTag:
      return row.with(updatedAt: write.queuedAt, tags: unique(row.tags + write.tags))
    case .removeTag:
      return row.with(updatedAt: write.queuedAt, tags: row.tags.filter { $0 != write.tag })
    }
  }

  /// An own create shows a new row; under a natural key it is laid over the row that is held there.
  private static func create(_ write: QueueRecord, over row: Item?) -> Item {
    let properties = write.basis?.properties ?? write.properties
    if let row {
      var merged = row.properties
      for (name, value) in properties { merged[name] = value }
      return row.with(updatedAt: write.queuedAt, properties: merged)
    }
    // Sent as it was spelled, shown as every time is kept, so that lists compare and sort it.
    let told = write.body["occurred_at"]?.string
    let time = told.map { Timestamp.normalized($0) ?? $0 } ?? write.queuedAt
    return Item(
      id: write.itemId ?? write.id, type: write.body["type"]?.string ?? "",
      properties: properties, state: .active,
      tier: write.body["tier"]?.string.flatMap(Tier.init), version: 0, schemaVersion: 1,
      source: write.body["source"]?.string ?? "device",
      sourceId: write.body["source_id"]?.string, occurredAt: time, createdAt: write.queuedAt,
      updatedAt: write.queuedAt, tags: [])
  }

  private static func update(_ write: QueueRecord, over row: Item) -> Item {
    let properties: JSONObject =
      if write.replacesProperties, let read = write.basis?.properties {
        PropertyChange(sent: write.properties, read: read).laidWhole(over: row.properties)
      } else {
        merged(write.properties, into: row.properties)
      }
    return row.with(
      updatedAt: write.queuedAt, type: write.body["type"]?.string, properties: properties,
      tier: write.body["tier"]?.string.flatMap(Tier.init),
      sourceId: write.body["source_id"]?.string)
  }

  /// A merge sets whole values; a `null` in it clears nothing.
  private static func merged(_ sent: JSONObject, into row: JSONObject) -> JSONObject {
    PropertyOrder.merging(
      JSONObject(sent.lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value) }), onto: row)
  }

  private static func unique(_ tags: [String]) -> [String] {
    var seen = Set<String>()
    return tags.filter { seen.insert($0).inserted }
  }
}

extension QueueRecord {
  /// The tags that a write of tags names.
  fileprivate var tags: [String] {
    body["tags"]?.array?.compactMap(\.string) ?? tag.map { [$0] } ?? []
  }
}
