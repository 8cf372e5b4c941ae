import MarfaEngine
import MarfaModel
import MarfaSQL

/// The answers of a server that gives the verdicts it is told to, inside one transaction.
struct StandInServer {
  private let connection: any SQLConnection
  private let rows: SliceRows
  private let overlay: Overlay
  private let time: String

  /// Makes the server of an open transaction.
  init(_ connection: any SQLConnection, rows: SliceRows, at time: String) {
    self.connection = connection
    self.rows = rows
    overlay = Overlay(connection, rows: rows.rows)
    self.time = time
  }

  /// The answer by which a server gives this verdict.
  func answer(_ verdict: Verdict, to write: QueueRecord) throws -> WriteAnswer {
    switch verdict {
    case .accepted: return try taken(write)
    case .merged(let fields):
      return try taken(write, resolved: ["fields": .array(fields.map { .string($0) })])
    case .conflicted(let sibling, let fields):
      return try taken(
        write,
        resolved: [
          "fields": .array(fields.map { .string($0) }), "conflicted_copy_id": .string(sibling),
        ], keeping: Set(fields))
    case .refused(let refusal): return .refusal(400, refusal, otherwise: refusal.reason)
    case .blocked(.credentialRefused, let refusal):
      let refusal = refusal ?? Refusal(reason: "invalid_key")
      if refusal.grant == nil, refusal.code == "forbidden", write.kind == .createItem,
        let source = write.body["source"]?.string
      {
        // Not the key is refused: it may not write as this source.
        return .refusal(403, refusal, about: ["source": .string(source)])
      }
      // Naming a permission it holds back this write alone; without, the key itself is refused.
      return .refusal(refusal.grant == nil ? 401 : 403, refusal, otherwise: "invalid_key")
    case .blocked(.keySpent, let refusal):
      return .refusal(422, refusal, code: "idempotency_key_reused")
    case .blocked(.ancestorUnavailable, let refusal):
      return .refusal(409, refusal, code: "ancestor_unavailable")
    case .blocked(.conflictUnresolved, let refusal):
      return .refusal(409, refusal, code: "version_conflict")
    case .blocked(.awaitingDependency, _), .dead:
      return .refusal(409, nil, code: "idempotency_key_in_flight")
    }
  }

  // MARK: - Taking a write

  private func taken(
    _ write: QueueRecord, resolved: JSONObject? = nil, keeping fields: Set<String>? = nil
  ) throws -> WriteAnswer {
    guard var body = try body(of: write, keeping: fields) else {
      return .refusal(404, nil, code: write.kind.isEdgeWrite ? "edge_not_found" : "item_not_found")
    }
    if let resolved { body["conflict_resolution"] = .object(resolved) }
    let isNew = write.kind == .createItem || write.kind == .createEdge
    return WriteAnswer(status: isNew ? 201 : 200, body: .object(body))
  }

  private func body(of write: QueueRecord, keeping fields: Set<String>?) throws -> JSONObject? {
    switch write.kind {
    case .createItem:
      return try LaidOver.lay(write, over: nil as Item?).map { try answer(made($0, write)) }
    case .updateItem:
      return try server(write).map { try answer(try changed($0, write, keeping: fields)) }
    case .restoreItem, .transitionItem:
      return try server(write).map { item in
        try answer(LaidOver.lay(write, over: item)?.with(updatedAt: time) ?? item)
      }
    case .deleteItem: return try server(write) == nil ? nil : ["ok": true]
    case .replaceMetadata, .mergeMetadata, .addTag, .removeTag:
      return try server(write).map { item in
        ["metadata": .object(try metadata(LaidOver.lay(write, over: item) ?? item).json)]
      }
    case .writeExtension, .deleteExtension:
      return try server(write).map { ["extensions": .object(try extend($0.id, write))] }
    case .createEdge:
      return LaidOver.lay(write, over: nil as Edge?).map { Self.answer($0, version: 1, at: time) }
    case .updateEdge:
      return try write.edgeId.flatMap { try overlay.serverEdge($0) }.map { edge in
        Self.answer(
          LaidOver.lay(write, over: edge) ?? edge, version: edge.version + 1, at: time)
      }
    case .deleteEdge:
      return try write.edgeId.flatMap { try overlay.serverEdge($0) } == nil ? nil : ["ok": true]
    case .uploadBlob: return nil
    }
  }

  private func server(_ write: QueueRecord) throws -> Item? {
    try write.itemId.flatMap { try overlay.serverItem($0) }
  }

  /// A new item as the server keeps it.
  private func made(_ shown: Item, _ write: QueueRecord) -> Item {
    let told = write.body["occurred_at"]?.string
    return Item(
      id: shown.id, type: shown.type, properties: shown.properties, state: .active,
      tier: shown.tier, version: 1,
      schemaVersion: rows.catalog.type(shown.type)?.definition.version ?? 1,
      source: shown.source, sourceId: shown.sourceId,
      occurredAt: told == nil ? time : shown.occurredAt, createdAt: time, updatedAt: time,
      tags: [])
  }

  /// An item after an edit, by the server's own merge; fields that a conflict kept stay.
  private func changed(_ item: Item, _ write: QueueRecord, keeping fields: Set<String>?) throws
    -> Item
  {
    var sent = write.properties
    if let fields {
      for name in sent.keys where fields.isEmpty || fields.contains(name) {
        sent[name] = item.properties[name] ?? .null
      }
    }
    let current = VersionedItem(item)
    let asked = MergeWrite(
      version: item.version, properties: sent, mode: write.replacesProperties ? .replace : .merge,
      type: write.body["type"]?.string, tier: write.body["tier"]?.string.flatMap(Tier.init),
      sourceId: write.body["source_id"]?.string)
    guard
      case .applied(let row) = MergeInput(base: nil, current: current, write: asked).outcome()
    else { return item }
    return Item(
      id: item.id, type: row.type, properties: row.properties, state: item.state, tier: row.tier,
      version: item.version + 1, schemaVersion: item.schemaVersion, source: item.source,
      sourceId: row.sourceId, occurredAt: row.occurredAt ?? item.occurredAt,
      createdAt: item.createdAt, updatedAt: time, tags: item.tags)
  }

  private func extend(_ id: String, _ write: QueueRecord) throws -> JSONObject {
    let store = ItemStore(connection)
    let namespace = write.namespace ?? ""
    if write.kind == .writeExtension {
      try store.putExtension(namespace, write.body, on: id)
    } else {
      try store.removeExtension(namespace, from: id)
    }
    return try extensions(of: id)
  }

  // MARK: - Answers

  private func answer(_ item: Item) throws -> JSONObject {
    WireRow(item: WireItem(item), metadata: try metadata(item)).json
  }

  private func metadata(_ item: Item) throws -> WireMetadata {
    WireMetadata(itemId: item.id, tags: item.tags, extensions: try extensions(of: item.id))
  }

  private func extensions(of id: String) throws -> JSONObject {
    JSONObject(
      try ItemStore(connection).extensions(of: id).map { ($0.namespace, .object($0.data)) })
  }

  private static func answer(_ edge: Edge, version: Int64, at time: String) -> JSONObject {
    let kept = Edge(
      id: edge.id, sourceId: edge.sourceId, targetId: edge.targetId, edgeType: edge.edgeType,
      properties: edge.properties, version: version,
      createdAt: version == 1 ? time : edge.createdAt, updatedAt: time)
    return ["edge": .object(kept.json)]
  }
}

extension WriteAnswer {
  /// A refusal in the server's envelope.
  ///
  /// - Parameters:
  ///   - refusal: what it says; its code counts where `code` names none.
  ///   - fallback: the code where neither names one.
  ///   - subject: what else the envelope says it is about.
  fileprivate static func refusal(
    _ status: Int, _ refusal: Refusal?, code: String? = nil, otherwise fallback: String = "unknown",
    about subject: JSONObject = [:]
  ) -> WriteAnswer {
    var error: JSONObject = ["code": .string(code ?? refusal?.code ?? fallback)]
    error["message"] = refusal?.message.map { .string($0) }
    var details = subject
    if let refusal {
      if !refusal.fields.isEmpty {
        details["errors"] = .array(
          refusal.fields.map {
            ["field": .string($0.field), "message": .string($0.message)]
          })
      }
      if refusal.trashed { details["trashed"] = true }
      if let grant = refusal.grant {
        details["grant"] = [
          "kind": .string(grant.kind.rawValue), "name": .string(grant.name),
          "level": .string(grant.level.rawValue),
        ]
      }
    }
    if !details.isEmpty { error["details"] = .object(details) }
    return WriteAnswer(status: status, body: ["error": .object(error)])
  }
}
