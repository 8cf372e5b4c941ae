#if DEBUG
  import Marfa
  import MarfaModel
  import Resilience

  extension ScriptedServer {
    /// Answers a request: the first door that does, else the server itself.
    public func answer(_ request: ScriptedRequest) async throws -> ScriptedAnswer {
      for door in state.withLock({ $0.doors }) {
        if let answer = try await door(request) { return answer }
      }
      return state.withLock { state in
        request.method == "GET" ? Self.read(request, &state) : Self.write(request, &state)
      }
    }

    private static func read(_ request: ScriptedRequest, _ state: inout State) -> ScriptedAnswer {
      let parts = request.segments
      switch (parts.first, parts.count) {
      case (nil, 0):
        return .json(["instance_id": .string(state.instance), "name": "Marfa", "contract": 0])
      case ("types", 1): return .page(state.types.map(JSONValue.object))
      case ("edge-types", 1): return .page(state.edgeTypes.map(JSONValue.object))
      case ("items", 1): return items(request, state)
      case ("items", 2):
        guard let item = state.items.first(where: { $0.id == parts[1] && $0.state != .trashed })
        else { return .refusal(404, "item_not_found") }
        return .json(row(item, state))
      case ("items", 3):
        guard state.items.contains(where: { $0.id == parts[1] }) else {
          return .refusal(404, "item_not_found")
        }
        let edges = state.edges.filter {
          $0.sourceId == parts[1]
            && (request.parameter("edge_type") ?? $0.edgeType) == $0.edgeType
        }
        return page(edges.map { .object($0.json) }, request, state)
      case ("edges", 1):
        let edges = state.edges.filter { $0.edgeType == request.parameter("edge_type") }
        return page(edges.map { .object($0.json) }, request, state)
      case ("edges", 2):
        guard let edge = state.edges.first(where: { $0.id == parts[1] }) else {
          return .refusal(404, "edge_not_found")
        }
        return .json(["edge": .object(edge.json)])
      case ("events", 1): return events(request, &state)
      default: return .refusal(501, "not_scripted")
      }
    }

    private static func items(_ request: ScriptedRequest, _ state: State) -> ScriptedAnswer {
      let type = (request.parameter("type") ?? "").replacing(".*", with: "")
      let tier = request.parameter("tier").flatMap(Tier.init)
      let states = request.parameter("state").flatMap(ItemState.init).map { [$0] }
      let rows = state.items.filter { item in
        (type.isEmpty || item.type == type || item.type.hasPrefix(type + "."))
          && (tier == nil || item.tier == tier) && states?.contains(item.state) != false
          && request.parameter("filter").map { $0.contains(item.id) } != false
      }
      return page(rows.map { row($0, state) }, request, state)
    }

    private static func page(_ rows: [JSONValue], _ request: ScriptedRequest, _ state: State)
      -> ScriptedAnswer
    {
      let from = request.parameter("cursor").flatMap { Int($0) } ?? 0
      let end = min(from + state.pageSize, rows.count)
      return .page(
        Array(rows[min(from, end)..<end]), next: end < rows.count ? .string(String(end)) : .null)
    }

    /// An item as listings hold it, with the first edges of each kind.
    public static func row(_ item: Item, _ state: State) -> JSONValue {
      var wire = WireItem(item)
      let edges = Dictionary(
        grouping: state.edges.filter { $0.sourceId == item.id }, by: \.edgeType)
      wire.edges = edges.sorted { $0.key < $1.key }.map { edgeType, edges in
        WireEdgeBlock(
          edgeType: edgeType,
          page: WirePage(
            data: Array(edges.prefix(state.inlineEdges)),
            nextCursor: edges.count > state.inlineEdges ? String(state.inlineEdges) : nil))
      }
      return .object(
        WireRow(item: wire, metadata: WireMetadata(itemId: item.id, tags: item.tags)).json)
    }

    private static func events(_ request: ScriptedRequest, _ state: inout State) -> ScriptedAnswer {
      let stream = ScriptedStream()
      let (head, instance) = (String(state.head), state.instance)
      func marker(_ name: String) -> JSONObject {
        [
          "event_type": .string(name), "cursor": .string(head), "instance_id": .string(instance),
        ]
      }
      stream.comment("connected")
      stream.send(marker("stream_cursor"))
      if let cursor = request.headers["Last-Event-ID"].flatMap(Int64.init) {
        for event in state.log where event.id > cursor { stream.send(event.data, id: event.id) }
        state.streams.append(stream)
      }
      stream.send(marker("stream_live"))
      return .stream(stream)
    }
  }
#endif
