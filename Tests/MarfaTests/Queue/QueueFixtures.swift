import MarfaModel

@testable import Marfa

/// Rows and records for the queue's tests, each argument with a plain default.
enum Fixture {
  static let itemId = "0197a3c2-0000-7000-8000-000000000001"
  static let otherId = "0197a3c2-0000-7000-8000-000000000002"
  static let edgeId = "0197a3c2-0000-7000-8000-0000000000e1"
  static let time = "2026-01-02T03:04:05.000Z"
  static let later = "2026-01-02T03:04:06.000Z"

  static func record(
    _ kind: WriteKind, id: String = "w1", seq: Int64 = 1, item: String? = itemId,
    target: String? = nil, edge: String? = nil, namespace: String? = nil, tag: String? = nil,
    blob: String? = nil, base: Int64? = nil, body: JSONObject = [:], sent: Bool = false,
    dependsOn: [String] = [], follows: String? = nil, basis: WriteBasis? = nil,
    standing: Standing = .unanswered, landing: String? = nil
  ) -> QueueRecord {
    QueueRecord(
      seq: seq, id: id, kind: kind, itemId: item, targetId: target, edgeId: edge,
      namespace: namespace, tag: tag, blob: blob, mimeType: blob == nil ? nil : "text/plain",
      baseVersion: base, idempotencyKey: "key-\(id)", spentKeys: [], bodyText: "\(body)",
      body: body, sent: sent, dependsOn: dependsOn, follows: follows, basis: basis,
      standing: standing, answer: nil, landing: landing, refusals: 0, queuedAt: later,
      answeredAt: nil)
  }

  static func update(
    _ properties: JSONObject, base: Int64, read: JSONObject?, replace: Bool = false,
    id: String = "w2", seq: Int64 = 2, sent: Bool = false, standing: Standing = .unanswered,
    more: JSONObject = [:]
  ) -> QueueRecord {
    var body: JSONObject = ["properties": .object(properties), "version": .integer(base)]
    if replace { body["properties_mode"] = "replace" }
    for (name, value) in more { body[name] = value }
    return record(
      .updateItem, id: id, seq: seq, base: base, body: body, sent: sent,
      basis: read.map { WriteBasis(properties: $0) }, standing: standing)
  }

  static func item(
    _ properties: JSONObject = ["title": "A"], id: String = itemId, type: String = "core.note",
    state: ItemState = .active, tier: Tier? = .library, version: Int64 = 1,
    source: String = "device", sourceId: String? = nil, occurredAt: String = time,
    updatedAt: String = time, tags: [String] = []
  ) -> Item {
    Item(
      id: id, type: type, properties: properties, state: state, tier: tier, version: version,
      schemaVersion: 1, source: source, sourceId: sourceId, occurredAt: occurredAt,
      createdAt: time, updatedAt: updatedAt, tags: tags)
  }

  static func edge(
    _ properties: JSONObject = [:], id: String = edgeId, from: String = itemId,
    to: String = otherId, type: String = "references", version: Int64 = 1,
    updatedAt: String = time
  ) -> Edge {
    Edge(
      id: id, sourceId: from, targetId: to, edgeType: type, properties: properties,
      version: version, createdAt: time, updatedAt: updatedAt)
  }

  /// The body of an answer that carries an item.
  static func answer(_ item: Item, more: JSONObject = [:]) -> JSONValue {
    var wire = item.stored
    wire["tags"] = nil
    var body: JSONObject = [
      "item": .object(wire),
      "metadata": [
        "item_id": .string(item.id), "tags": .array(item.tags.map(JSONValue.string)),
        "extensions": [:],
      ],
    ]
    for (name, value) in more { body[name] = value }
    return .object(body)
  }

  /// The body of a refusal.
  static func refusal(_ code: String, details: JSONObject? = nil, more: JSONObject = [:])
    -> JSONValue
  {
    var error: JSONObject = ["code": .string(code), "message": "No."]
    if let details { error["details"] = .object(details) }
    var body: JSONObject = ["error": .object(error)]
    for (name, value) in more { body[name] = value }
    return .object(body)
  }
}
