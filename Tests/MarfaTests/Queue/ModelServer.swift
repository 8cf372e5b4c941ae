import MarfaModel
import Resilience

@testable import Marfa

/// A server small enough to be right by sight: versions are strict, and a key is taken once.
///
/// It never merges: an edit on any version but the current one is a conflict. One device alone
/// must never earn one, whatever it queued and wherever it crashed.
final class ModelServer: Sendable {
  struct State {
    var items: [String: Item] = [:]
    var edges: [String: Edge] = [:]
    var ledger: [String: WriteAnswer] = [:]
    var taken = 0
    var replayed = 0
  }

  private let state = Lock(State())

  var items: [String: Item] { state.withLock { $0.items } }
  var edges: [String: Edge] { state.withLock { $0.edges } }
  /// How many requests changed something, and how many only repeated an answer.
  var counts: (taken: Int, replayed: Int) { state.withLock { ($0.taken, $0.replayed) } }

  func answer(_ request: WriteRequest) -> WriteAnswer {
    state.withLock { state in
      if let key = request.idempotencyKey, var kept = state.ledger[key] {
        state.replayed += 1
        kept.replayed = true
        return kept
      }
      let answer = Self.take(request, &state)
      if answer.status < 300 { state.taken += 1 }
      if let key = request.idempotencyKey, Self.keepsKeys(request) { state.ledger[key] = answer }
      return answer
    }
  }

  /// What a read of a row answers.
  func read(_ read: OwedRead) -> DrainLineRead {
    switch read.subject {
    case .item(let id): items[id].map { .answered(.item($0, tagged: true)) } ?? .answered(.gone)
    case .edge(let id): edges[id].map { .answered(.edge($0)) } ?? .answered(.gone)
    case .none: .failed
    }
  }

  /// Tags and extensions know no keys: repeating them does nothing more.
  private static func keepsKeys(_ request: WriteRequest) -> Bool {
    !request.path.contains("/tags") && !request.path.contains("/metadata")
  }

  private static func take(_ request: WriteRequest, _ state: inout State) -> WriteAnswer {
    guard case .json(let text) = request.body, let body = try? JSONObject(json: text) else {
      return refusal(400, "validation_error")
    }
    let parts = request.path.split(separator: "/").map(String.init)
    return parts.first == "edges"
      ? edge(request, parts, body, &state) : item(request, parts, body, &state)
  }

  private static func item(
    _ request: WriteRequest, _ parts: [String], _ body: JSONObject, _ state: inout State
  ) -> WriteAnswer {
    if parts.count == 1 {
      let row = Fixture.item(
        body["properties"]?.object ?? [:], id: body["id"]?.string ?? "",
        type: body["type"]?.string ?? "", version: 1, source: "key:1")
      guard state.items[row.id] == nil else { return refusal(409, "conflict") }
      return put(row, status: 201, &state)
    }
    guard let row = state.items[parts[1]] else { return refusal(404, "item_not_found") }
    let isBinned = row.state == .trashed
    switch (request.method, parts.count > 2 ? parts[2] : "") {
    case ("PATCH", ""):
      guard !isBinned else { return refusal(404, "item_not_found") }
      guard body["version"]?.integer == row.version else {
        return refusal(409, "version_conflict")
      }
      let sent = body["properties"]?.object ?? [:]
      var properties = row.properties
      for (name, value) in sent { properties[name] = value }
      if body["properties_mode"]?.string == "replace" { properties = sent }
      return put(row.next(properties), &state)
    case ("DELETE", ""):
      guard !isBinned else { return refusal(404, "item_not_found") }
      guard request.query == "version=\(row.version)" else {
        return refusal(409, "version_conflict")
      }
      state.items[row.id] = row.with(state: .trashed)
      return WriteAnswer(status: 200, body: ["ok": true])
    case ("POST", "restore"): return put(row.with(state: .active), &state)
    case ("POST", "tags"):
      guard !isBinned else { return refusal(404, "item_not_found") }
      let tags = body["tags"]?.array?.compactMap(\.string) ?? []
      state.items[row.id] = row.with(tags: row.tags + tags.filter { !row.tags.contains($0) })
      return WriteAnswer(status: 200, body: ["metadata": [:]])
    case ("DELETE", "tags"):
      guard !isBinned else { return refusal(404, "item_not_found") }
      state.items[row.id] = row.with(tags: row.tags.filter { $0 != parts[3] })
      return WriteAnswer(status: 200, body: ["metadata": [:]])
    default: return refusal(400, "validation_error")
    }
  }

  private static func edge(
    _ request: WriteRequest, _ parts: [String], _ body: JSONObject, _ state: inout State
  ) -> WriteAnswer {
    if parts.count == 1 {
      let edge = Fixture.edge(
        body["properties"]?.object ?? [:], id: body["id"]?.string ?? "",
        from: body["source_id"]?.string ?? "", to: body["target_id"]?.string ?? "")
      guard state.items[edge.sourceId] != nil, state.items[edge.targetId] != nil else {
        return refusal(404, "item_not_found")
      }
      return put(edge, &state)
    }
    guard let edge = state.edges[parts[1]] else { return refusal(404, "edge_not_found") }
    guard request.method == "PATCH" else {
      state.edges[edge.id] = nil
      return WriteAnswer(status: 200, body: ["ok": true])
    }
    guard body["version"]?.integer == edge.version else { return refusal(409, "version_conflict") }
    var properties = edge.properties
    for (name, value) in body["properties"]?.object ?? [:] { properties[name] = value }
    return put(
      Fixture.edge(
        properties, id: edge.id, from: edge.sourceId, to: edge.targetId,
        version: edge.version + 1), &state)
  }

  private static func put(_ item: Item, status: Int = 200, _ state: inout State) -> WriteAnswer {
    state.items[item.id] = item
    return WriteAnswer(status: status, body: Fixture.answer(item))
  }

  private static func put(_ edge: Edge, _ state: inout State) -> WriteAnswer {
    state.edges[edge.id] = edge
    return WriteAnswer(status: 200, body: ["edge": .object(edge.stored)])
  }

  private static func refusal(_ status: Int, _ code: String) -> WriteAnswer {
    WriteAnswer(status: status, body: Fixture.refusal(code))
  }
}

extension Item {
  /// The row one version on.
  fileprivate func next(_ properties: JSONObject) -> Item {
    Fixture.item(
      properties, id: id, type: type, state: state, version: version + 1, source: source,
      updatedAt: Fixture.later, tags: tags)
  }
}
