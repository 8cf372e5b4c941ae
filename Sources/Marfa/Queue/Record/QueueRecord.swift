import MarfaModel

/// A row of the queue.
///
/// Id, key, body and base version are frozen once ``sent`` is set, so that a request which is sent
/// again under its key is the same request to the byte.
struct QueueRecord: Sendable, Hashable, Identifiable {
  /// The place in the order of sending.
  var seq: Int64
  /// A UUIDv7, minted when the write was queued.
  var id: String
  /// What it does.
  var kind: WriteKind
  /// The item written to; for an edge its source, for an upload none.
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
  /// The version it is based on; also in the body, where the kind has one there.
  var baseVersion: Int64?
  /// The key it is sent under.
  var idempotencyKey: String
  /// Keys that a release retired.
  var spentKeys: [String]
  /// The text that is sent, to the byte.
  var bodyText: String
  /// What ``bodyText`` says.
  var body: JSONObject
  /// Whether it may have reached the server; set before the request leaves.
  var sent: Bool
  /// The writes that must be taken first.
  var dependsOn: [String]
  /// The write it stays behind.
  var follows: String?
  /// What it was made against.
  var basis: WriteBasis?
  /// How it stands.
  var standing: Standing
  /// What the server answered.
  var answer: JSONValue?
  /// For a refused create that met another row: that row, until it was read and moved onto.
  var landing: String?
  /// Failures that counted.
  var refusals: Int64
  /// When it was queued.
  var queuedAt: String
  /// When its verdict was recorded.
  var answeredAt: String?
  /// The server's row beneath it as it was sent; not stored, so a process that sends it again has
  /// another. `nil` where nothing of the server's lay there.
  var beneath: String?

  /// Five failures that count make a write dead. Fixed: more would hide a write that never goes.
  static let ceiling: Int64 = 5

  /// What it changes.
  var subject: WriteSubject {
    if kind.isEdgeWrite { return edgeId.map(WriteSubject.edge) ?? .none }
    return itemId.map(WriteSubject.item) ?? .none
  }

  /// Whether what it does is laid over the server's row: it is not decided, or not moved yet.
  var isLaid: Bool { standing.isWaiting || landing != nil }

  /// Whether it is a create under a natural key, whose answer may name another row.
  var isKeyedCreate: Bool { kind == .createItem && body["source_id"]?.string != nil }

  /// What decides whether it may go out.
  var asked: Readiness.Asked {
    Readiness.Asked(kind: kind, baseVersion: baseVersion, follows: follows, dependsOn: dependsOn)
  }

  /// Whether it moves a row to another type or tier, and so perhaps out of the slice.
  var isMove: Bool { kind == .updateItem && (body["type"] != nil || body["tier"] != nil) }

  /// Whether its properties are the whole set.
  var replacesProperties: Bool { body["properties_mode"]?.string == "replace" }

  /// The properties that its body sets.
  var properties: JSONObject { body["properties"]?.object ?? [:] }
}
