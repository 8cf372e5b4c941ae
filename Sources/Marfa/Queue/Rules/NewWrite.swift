import MarfaModel

/// A write that is not queued yet: what it does, without id, key and place in the order.
struct NewWrite: Sendable, Hashable {
  /// What it does.
  var kind: WriteKind
  /// The item written to; for an edge its source.
  var itemId: String?
  /// The target of an edge.
  var targetId: String?
  /// The edge written to.
  var edgeId: String?
  /// The namespace of an extension.
  var namespace: String?
  /// The one tag that is added or removed.
  var tag: String?
  /// The hash of uploaded bytes.
  var blob: String?
  /// The media type of uploaded bytes.
  var mimeType: String?
  /// The version it is based on.
  var baseVersion: Int64?
  /// What is sent.
  var body: JSONObject = [:]
  /// What it was made against.
  var basis: WriteBasis?
  /// Whether it makes a row under an id that was minted for it, so that no other write names it.
  var isFresh = false
  /// Writes it must wait for beyond those that its rows ask for: a file's upload, a body's change.
  var alsoDependsOn: [String] = []

  /// What it changes.
  var subject: WriteSubject {
    if kind.isEdgeWrite { return edgeId.map(WriteSubject.edge) ?? .none }
    return itemId.map(WriteSubject.item) ?? .none
  }

  /// The id at its source that a create or an edit carries.
  var sourceId: String? { body["source_id"]?.string }
}

extension NewWrite {
  /// A new item.
  ///
  /// - Parameters:
  ///   - draft: the item; its tags are writes of their own and never in the body.
  ///   - id: the id the copy holds it under. It is sent when the draft names one, or when there is
  ///     no natural key under which the server would find the row.
  ///   - tier: the tier to send; `nil` sends none.
  ///   - shown: the properties as the copy shows them; `nil` when those are the draft's own.
  static func createItem(_ draft: Draft, id: String, tier: Tier?, shown: JSONObject? = nil)
    -> NewWrite
  {
    var body: JSONObject = [:]
    if draft.id != nil || draft.sourceId == nil { body["id"] = .string(id) }
    body["type"] = .string(draft.type)
    body["properties"] = .object(draft.properties)
    if let tier { body["tier"] = .string(tier.rawValue) }
    if let source = draft.source { body["source"] = .string(source) }
    if let sourceId = draft.sourceId { body["source_id"] = .string(sourceId) }
    if let occurredAt = draft.occurredAt { body["occurred_at"] = .string(occurredAt) }
    if let version = draft.baseVersion { body["version"] = .integer(version) }
    let basis = shown == draft.properties ? nil : shown.map { WriteBasis(properties: $0) }
    return NewWrite(
      kind: .createItem, itemId: id, baseVersion: draft.baseVersion, body: body, basis: basis,
      isFresh: draft.id == nil)
  }

  /// A change of an item.
  ///
  /// An edit on the version that is shown keeps what it read, so that it can move onto the answer
  /// of a write ahead of it. An edit made on an earlier version is sent on that version as it is.
  static func updateItem(_ shown: Item, _ edit: Edit) -> NewWrite {
    var body: JSONObject = [:]
    body["properties"] = .object(edit.properties)
    body["version"] = .integer(edit.baseVersion)
    if edit.replaceProperties { body["properties_mode"] = "replace" }
    if let sourceId = edit.sourceId { body["source_id"] = .string(sourceId) }
    if let type = edit.type, !type.isEmpty, type != shown.type {
      body["type"] = .string(type)
      body["retype"] = true
    }
    if let tier = edit.tier, tier != shown.tier { body["tier"] = .string(tier.rawValue) }
    var write = NewWrite(
      kind: .updateItem, itemId: shown.id, baseVersion: edit.baseVersion, body: body)
    if edit.baseVersion == shown.version {
      var read: JSONObject = edit.replaceProperties ? shown.properties : [:]
      for (name, _) in edit.properties where read[name] == nil {
        read[name] = shown.properties[name] ?? .null
      }
      write.basis = WriteBasis(properties: read)
    }
    return write
  }

  /// A move of an item to the bin, made against the row as it is shown.
  static func deleteItem(_ shown: Item) -> NewWrite {
    NewWrite(
      kind: .deleteItem, itemId: shown.id, baseVersion: shown.version,
      basis: WriteBasis(item: shown))
  }

  /// A way out of the bin.
  static func restoreItem(_ id: String) -> NewWrite { NewWrite(kind: .restoreItem, itemId: id) }

  /// A move to another state.
  static func transitionItem(_ id: String, to state: ItemState) -> NewWrite {
    NewWrite(kind: .transitionItem, itemId: id, body: ["state": .string(state.rawValue)])
  }

  /// Several tags added, or the whole list set.
  static func tags(_ tags: [String], of id: String, replacing: Bool) -> NewWrite {
    NewWrite(
      kind: replacing ? .replaceMetadata : .mergeMetadata, itemId: id,
      body: ["tags": .array(tags.map(JSONValue.string))])
  }

  /// One tag added.
  static func addTag(_ tag: String, to id: String) -> NewWrite {
    NewWrite(kind: .addTag, itemId: id, tag: tag, body: ["tags": [.string(tag)]])
  }

  /// One tag taken off.
  static func removeTag(_ tag: String, from id: String) -> NewWrite {
    NewWrite(kind: .removeTag, itemId: id, tag: tag)
  }

  /// What a namespace says of an item, set.
  static func writeExtension(_ namespace: String, _ body: JSONObject, on id: String) -> NewWrite {
    NewWrite(kind: .writeExtension, itemId: id, namespace: namespace, body: body)
  }

  /// What a namespace says of an item, taken away.
  static func deleteExtension(_ namespace: String, from id: String) -> NewWrite {
    NewWrite(kind: .deleteExtension, itemId: id, namespace: namespace)
  }

  /// A file's bytes, held beside the store under their hash.
  static func uploadBlob(_ hash: String, mimeType: String) -> NewWrite {
    NewWrite(kind: .uploadBlob, blob: hash, mimeType: mimeType)
  }
}
