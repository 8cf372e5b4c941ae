import MarfaModel
import Resilience

@testable import Marfa

/// A Marfa server small enough to be right by sight, for a scripted transport to answer from.
///
/// Every door can be replaced by a test. What was published is replayed to streams that ask for it
/// and pushed to those that are held.
final class ScriptedServer: Sendable {
  /// Answers a request in place of the server; `nil` leaves it to the server.
  typealias Door = @Sendable (ScriptedRequest) async throws -> ScriptedAnswer?

  struct State {
    var instance = "instance-1"
    var types = TypeCatalog.shipped.types.map(\.definition)
    var edgeTypes = TypeCatalog.shipped.edgeTypes.map(\.definition)
    var items: [Item] = []
    var edges: [Edge] = []
    var log: [(id: Int64, data: JSONObject)] = []
    /// The newest id of the log; it goes on where events are withheld from this reader.
    var head: Int64 = 0
    /// Rows in a page of a listing.
    var pageSize = 200
    /// Edges of a kind that come along with an item.
    var inlineEdges = 50
    var doors: [Door] = []
    var streams: [ScriptedStream] = []
  }

  let state = Lock(State())

  init() {}

  // MARK: - What a test does

  /// Changes what the server has, without an event.
  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Puts a door in front of the server's own.
  func door(_ door: @escaping Door) { state.withLock { $0.doors.insert(door, at: 0) } }

  /// Answers every request of a method and path by a script of the test.
  func door(_ line: String, _ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) {
    door { $0.line == line ? answer($0) : nil }
  }

  /// Opens all the server's own doors again.
  func openDoors() { state.withLock { $0.doors = [] } }

  /// Holds rows that no event tells of.
  func hold(_ items: Item...) {
    state.withLock { state in for item in items { Self.put(item, &state) } }
  }

  /// Holds edges that no event tells of.
  func hold(_ edges: Edge...) {
    state.withLock { state in for edge in edges { Self.put(edge, &state) } }
  }

  /// Changes an item and tells of it.
  func publish(_ kind: WireItemEvent.Kind, _ item: Item) {
    state.withLock { state in
      Self.put(item, &state)
      Self.push(
        .item(
          WireItemEvent(
            kind: kind, item: WireItem(item),
            metadata: WireMetadata(itemId: item.id, tags: item.tags))), &state)
    }
  }

  /// Destroys an item and tells of it.
  func purge(_ item: Item) {
    state.withLock { state in
      state.items.removeAll { $0.id == item.id }
      state.edges.removeAll { $0.sourceId == item.id || $0.targetId == item.id }
      Self.push(.itemPurged(WireItem(item)), &state)
    }
  }

  /// Changes or removes an edge and tells of it.
  func publish(_ kind: WireEdgeEvent.Kind, _ edge: Edge) {
    state.withLock { state in
      state.edges.removeAll { $0.id == edge.id }
      if kind != .deleted { state.edges.append(edge) }
      Self.push(.edge(WireEdgeEvent(kind: kind, edge: edge, sourceType: nil)), &state)
    }
  }

  /// Puts a frame of the test's own into the log.
  func publish(raw data: JSONObject, id: Int64? = nil) {
    state.withLock { state in
      state.head = id ?? state.head + 1
      state.log.append((state.head, data))
      for stream in state.streams { stream.send(data, id: state.head) }
    }
  }

  /// The newest id of the log.
  var head: Int64 { state.withLock { $0.head } }

  /// The streams that are held and were not given up.
  var streams: [ScriptedStream] { state.withLock { $0.streams }.filter { !$0.isLetGo } }

  private static func put(_ item: Item, _ state: inout State) {
    if let place = state.items.firstIndex(where: { $0.id == item.id }) {
      state.items[place] = item
    } else {
      state.items.append(item)
    }
  }

  private static func put(_ edge: Edge, _ state: inout State) {
    state.edges.removeAll { $0.id == edge.id }
    state.edges.append(edge)
  }

  private static func push(_ event: WireEvent, _ state: inout State) {
    state.head += 1
    state.log.append((state.head, event.json))
    for stream in state.streams { stream.send(event.json, id: state.head) }
  }

  // MARK: - Answering

  func answer(_ request: ScriptedRequest) async throws -> ScriptedAnswer {
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
  static func row(_ item: Item, _ state: State) -> JSONValue {
    var wire = WireItem(item)
    let edges = Dictionary(grouping: state.edges.filter { $0.sourceId == item.id }, by: \.edgeType)
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

  // MARK: - Writes

  private static func write(_ request: ScriptedRequest, _ state: inout State) -> ScriptedAnswer {
    let parts = request.segments
    let body = request.json ?? [:]
    switch (request.method, parts.first, parts.count) {
    case ("POST", "types", 1):
      state.types.append(body)
      return .json(.object(body), status: 201)
    case ("POST", "items", 1):
      let item = Fixture.item(
        body["properties"]?.object ?? [:], id: body["id"]?.string ?? Fixture.otherId,
        type: body["type"]?.string ?? "", tier: body["tier"]?.string.flatMap(Tier.init),
        source: "key:1", sourceId: body["source_id"]?.string)
      return answer(item, status: 201, &state)
    case ("PATCH", "items", 2):
      guard let item = state.items.first(where: { $0.id == parts[1] }) else {
        return .refusal(404, "item_not_found")
      }
      var properties = item.properties
      for (name, value) in body["properties"]?.object ?? [:] { properties[name] = value }
      return answer(
        Fixture.item(
          properties, id: item.id, type: body["type"]?.string ?? item.type, state: item.state,
          tier: body["tier"]?.string.flatMap(Tier.init) ?? item.tier, version: item.version + 1,
          updatedAt: Fixture.later, tags: item.tags), &state)
    case ("DELETE", "items", 2):
      guard let item = state.items.first(where: { $0.id == parts[1] }) else {
        return .refusal(404, "item_not_found")
      }
      put(item.with(state: .trashed), &state)
      return .json(["ok": true])
    case ("POST", "edges", 1):
      let edge = Fixture.edge(
        body["properties"]?.object ?? [:], id: body["id"]?.string ?? Fixture.edgeId,
        from: body["source_id"]?.string ?? "", to: body["target_id"]?.string ?? "")
      put(edge, &state)
      return .json(["edge": .object(edge.json)], status: 201)
    default: return .json(["ok": true])
    }
  }

  private static func answer(_ item: Item, status: Int = 200, _ state: inout State)
    -> ScriptedAnswer
  {
    put(item, &state)
    return .json(row(item, state), status: status)
  }
}
