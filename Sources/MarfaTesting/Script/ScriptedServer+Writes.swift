#if DEBUG
  import Marfa
  import MarfaModel

  extension ScriptedServer {
    /// When everything was made that a write of the client makes.
    static let madeAt = "2026-01-02T03:04:05.000Z"
    /// When everything was changed that a write of the client changes.
    static let changedAt = "2026-01-02T03:04:06.000Z"

    /// Takes every write of the client as it stands.
    static func write(_ request: ScriptedRequest, _ state: inout State) -> ScriptedAnswer {
      switch request.segments.first {
      case "types" where request.method == "POST":
        let body = request.json ?? [:]
        state.types.append(body)
        return .json(.object(body), status: 201)
      case "items": return writeItem(request, &state)
      case "edges": return writeEdge(request, &state)
      default: return .json(["ok": true])
      }
    }

    // MARK: - Items

    private static func writeItem(_ request: ScriptedRequest, _ state: inout State)
      -> ScriptedAnswer
    {
      let parts = request.segments
      let body = request.json ?? [:]
      if parts.count == 1 { return create(body, &state) }
      if parts.last == "purge" {
        state.items.removeAll { $0.id == parts[1] }
        state.edges.removeAll { $0.sourceId == parts[1] || $0.targetId == parts[1] }
        return .json(["ok": true])
      }
      guard let item = state.items.first(where: { $0.id == parts[1] }) else {
        return .refusal(404, "item_not_found")
      }
      switch (request.method, parts.count > 2 ? parts[2] : "") {
      case ("PATCH", ""): return answer(item.edited(body), &state)
      case ("DELETE", ""):
        put(item.next(state: .trashed), &state)
        return .json(["ok": true])
      case ("POST", "restore"): return answer(item.next(state: .active), &state)
      case ("POST", "transition"):
        let wanted = body["state"]?.string.flatMap(ItemState.init)
        return answer(item.next(state: wanted ?? item.state), &state)
      case ("POST", "tags"), ("PATCH", "metadata"):
        let more = named(body).filter { !item.tags.contains($0) }
        put(item.next(tags: item.tags + more), &state)
        return .json(["ok": true])
      case ("PUT", "metadata"):
        put(item.next(tags: named(body)), &state)
        return .json(["ok": true])
      case ("DELETE", "tags"):
        put(item.next(tags: item.tags.filter { $0 != parts.last }), &state)
        return .json(["ok": true])
      default: return .json(["ok": true])
      }
    }

    private static func create(_ body: JSONObject, _ state: inout State) -> ScriptedAnswer {
      let time = body["occurred_at"]?.string.flatMap(Timestamp.normalized) ?? madeAt
      let item = Item(
        id: body["id"]?.string ?? UUIDv7Minter.shared.mint(milliseconds: 1_767_323_045_000).text,
        type: body["type"]?.string ?? "", properties: body["properties"]?.object ?? [:],
        state: .active, tier: body["tier"]?.string.flatMap(Tier.init), version: 1,
        schemaVersion: 1, source: body["source"]?.string ?? "key:1",
        sourceId: body["source_id"]?.string, occurredAt: time, createdAt: madeAt,
        updatedAt: madeAt, tags: [])
      return answer(item, status: 201, &state)
    }

    private static func named(_ body: JSONObject) -> [String] {
      body["tags"]?.array?.compactMap(\.string) ?? []
    }

    private static func answer(_ item: Item, status: Int = 200, _ state: inout State)
      -> ScriptedAnswer
    {
      put(item, &state)
      return .json(row(item, state), status: status)
    }

    // MARK: - Edges

    private static func writeEdge(_ request: ScriptedRequest, _ state: inout State)
      -> ScriptedAnswer
    {
      let parts = request.segments
      let body = request.json ?? [:]
      if parts.count == 1 {
        return answer(
          Edge(
            id: body["id"]?.string
              ?? UUIDv7Minter.shared.mint(milliseconds: 1_767_323_045_000).text,
            sourceId: body["source_id"]?.string ?? "", targetId: body["target_id"]?.string ?? "",
            edgeType: body["edge_type"]?.string ?? "references",
            properties: body["properties"]?.object ?? [:], version: 1, createdAt: madeAt,
            updatedAt: madeAt), status: 201, &state)
      }
      guard let edge = state.edges.first(where: { $0.id == parts[1] }) else {
        return .refusal(404, "edge_not_found")
      }
      guard request.method == "PATCH" else {
        state.edges.removeAll { $0.id == edge.id }
        return .json(["ok": true])
      }
      var properties = edge.properties
      for (name, value) in body["properties"]?.object ?? [:] { properties[name] = value }
      return answer(
        Edge(
          id: edge.id, sourceId: body["source_id"]?.string ?? edge.sourceId,
          targetId: body["target_id"]?.string ?? edge.targetId, edgeType: edge.edgeType,
          properties: properties, version: edge.version + 1, createdAt: edge.createdAt,
          updatedAt: changedAt), &state)
    }

    private static func answer(_ edge: Edge, status: Int = 200, _ state: inout State)
      -> ScriptedAnswer
    {
      put(edge, &state)
      return .json(["edge": .object(edge.json)], status: status)
    }
  }

  extension Item {
    /// The row one version on, as an edit leaves it.
    fileprivate func edited(_ body: JSONObject) -> Item {
      let sent = body["properties"]?.object ?? [:]
      var whole = body["properties_mode"]?.string == "replace" ? [:] : properties
      for (name, value) in sent { whole[name] = value }
      return Item(
        id: id, type: body["type"]?.string ?? type, properties: whole, state: state,
        tier: body["tier"]?.string.flatMap(Tier.init) ?? tier, version: version + 1,
        schemaVersion: schemaVersion, source: source, sourceId: sourceId, occurredAt: occurredAt,
        createdAt: createdAt, updatedAt: ScriptedServer.changedAt, tags: tags)
    }

    /// The row in another state or with other tags, which no version counts.
    fileprivate func next(state: ItemState? = nil, tags: [String]? = nil) -> Item {
      Item(
        id: id, type: type, properties: properties, state: state ?? self.state, tier: tier,
        version: version, schemaVersion: schemaVersion, source: source, sourceId: sourceId,
        occurredAt: occurredAt, createdAt: createdAt, updatedAt: updatedAt, tags: tags ?? self.tags)
    }
  }
#endif
