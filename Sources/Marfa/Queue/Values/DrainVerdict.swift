/// What one pass over the queue learned of one write.
public struct DrainVerdict: Sendable, Hashable {
  /// The queued write.
  public var id: String
  /// What it does.
  public var kind: WriteKind
  /// The item it writes to; for an edge the item it starts at. A landed create names the row it
  /// landed on.
  public var itemId: String?
  /// The edge it writes to.
  public var edgeId: String?
  /// What became of it; `nil` when it is still unanswered.
  public var verdict: Verdict?
  /// How many failures counted so far, 0 to 5.
  public var refusals: Int64
  /// Whether the server had taken it under the same key before.
  public var replayed: Bool

  /// Makes an entry, for previews and tests.
  public init(
    id: String, kind: WriteKind, itemId: String? = nil, edgeId: String? = nil,
    verdict: Verdict? = nil, refusals: Int64 = 0, replayed: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.itemId = itemId
    self.edgeId = edgeId
    self.verdict = verdict
    self.refusals = refusals
    self.replayed = replayed
  }
}
