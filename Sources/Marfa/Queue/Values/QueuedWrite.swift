import MarfaModel

/// A write of this device, as the queue holds it.
public struct QueuedWrite: Sendable, Hashable, Identifiable {
  /// A lowercase UUIDv7, minted when the write was queued.
  public var id: String
  /// What it does.
  public var kind: WriteKind
  /// The item it writes to; for an edge the item it starts at, for an upload none.
  public var itemId: String?
  /// For a write to an edge, the item it ends at.
  public var targetId: String?
  /// For a write to an edge, the edge.
  public var edgeId: String?
  /// For a write to an extension, its namespace.
  public var namespace: String?
  /// For a write of one tag, the tag.
  public var tag: String?
  /// For an upload, the hash of the bytes.
  public var blob: String?
  /// The version that it is based on, where its kind has one.
  public var baseVersion: Int64?
  /// The key it is sent under; only a release mints another.
  public var idempotencyKey: String
  /// The writes that must be taken first; a refusal of one refuses this one.
  public var dependsOn: [String]
  /// The write that this one stays behind; only the order depends on it.
  public var follows: String?
  /// What became of it; `nil` when it is not answered.
  public var verdict: Verdict?
  /// Whether it is held for a write in ``dependsOn`` or ``follows``.
  public var waiting: Bool
  /// What is sent; empty for an upload.
  public var body: JSONObject
  /// What the server answered, whole.
  public var answer: JSONValue?
  /// How many failures counted, 0 to 5.
  public var refusals: Int64
  /// When it was queued (RFC 3339, UTC).
  public var queuedAt: String
  /// When its verdict was recorded (RFC 3339, UTC).
  public var answeredAt: String?

  /// Makes a write, for previews and tests.
  public init(
    id: String, kind: WriteKind, itemId: String? = nil, targetId: String? = nil,
    edgeId: String? = nil, namespace: String? = nil, tag: String? = nil, blob: String? = nil,
    baseVersion: Int64? = nil, idempotencyKey: String, dependsOn: [String] = [],
    follows: String? = nil, verdict: Verdict? = nil, waiting: Bool = false,
    body: JSONObject = [:], answer: JSONValue? = nil, refusals: Int64 = 0, queuedAt: String,
    answeredAt: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.itemId = itemId
    self.targetId = targetId
    self.edgeId = edgeId
    self.namespace = namespace
    self.tag = tag
    self.blob = blob
    self.baseVersion = baseVersion
    self.idempotencyKey = idempotencyKey
    self.dependsOn = dependsOn
    self.follows = follows
    self.verdict = verdict
    self.waiting = waiting
    self.body = body
    self.answer = answer
    self.refusals = refusals
    self.queuedAt = queuedAt
    self.answeredAt = answeredAt
  }
}
