import MarfaModel

/// The writes that a new one waits for, found when it is queued.
struct Dependencies: Sendable, Hashable {
  /// Those that must be taken first; the refusal of one refuses it.
  var dependsOn: [String]
  /// The one that it only stays behind.
  var follows: String?

  /// What the rules ask of the queue and of the copy.
  protocol Lookup {
    /// The create of a row, while it is not taken: unanswered, blocked, dead, or not landed yet.
    func waitingCreate(of subject: WriteSubject) throws -> String?
    /// The latest write to a row that is not taken; a refused one counts, it may be released.
    func lastUntaken(of subject: WriteSubject) throws -> Place?
    /// The latest untaken create under a natural key; a create that names no source fits any.
    func lastUntakenCreate(source: String?, sourceId: String) throws -> Place?
    /// The item held under a natural key, another than the one of the given id.
    func held(source: String?, sourceId: String, besides id: String?) throws -> String?
    /// The natural key of a held item.
    func naturalKey(of id: String) throws -> (source: String, sourceId: String)?
  }

  /// A write and its place in the order.
  struct Place: Sendable, Hashable {
    /// The write.
    var id: String
    /// Its place.
    var seq: Int64
  }

  /// Finds them. Nothing else is waited for: a tag never waits for an edit beside it.
  static func of(_ write: NewWrite, in queue: some Lookup) throws -> Dependencies {
    var dependsOn = write.alsoDependsOn
    func wait(for subject: WriteSubject) throws {
      guard let create = try queue.waitingCreate(of: subject), !dependsOn.contains(create) else {
        return
      }
      dependsOn.append(create)
    }
    switch write.kind {
    case .createItem, .uploadBlob: break
    case .createEdge:
      try write.itemId.map { try wait(for: .item($0)) }
      try write.targetId.map { try wait(for: .item($0)) }
    case .updateEdge:
      try wait(for: write.subject)
      for end in ["source_id", "target_id"] {
        try write.body[end]?.string.map { try wait(for: .item($0)) }
      }
    case .deleteEdge: try wait(for: write.subject)
    case .updateItem, .deleteItem, .restoreItem, .transitionItem, .replaceMetadata,
      .mergeMetadata, .addTag, .removeTag, .writeExtension, .deleteExtension:
      try wait(for: write.subject)
    }
    return Dependencies(dependsOn: dependsOn, follows: try ahead(of: write, in: queue))
  }

  /// The write to stay behind: the latest one to the row, or to its natural key.
  private static func ahead(of write: NewWrite, in queue: some Lookup) throws -> String? {
    guard write.subject != .none else { return nil }
    var places = write.isFresh ? [] : [try queue.lastUntaken(of: write.subject)]
    if write.kind == .createItem {
      if let sourceId = write.sourceId {
        // A create that the server will take for a change of a row held here goes behind the
        // writes to that row, and behind an earlier create of the same key.
        let source = write.body["source"]?.string
        if let row = try queue.held(source: source, sourceId: sourceId, besides: write.itemId) {
          places.append(try queue.lastUntaken(of: .item(row)))
        }
        places.append(try queue.lastUntakenCreate(source: source, sourceId: sourceId))
      }
    } else if case .item(let id) = write.subject, let key = try queue.naturalKey(of: id) {
      places.append(try queue.lastUntakenCreate(source: key.source, sourceId: key.sourceId))
    }
    return places.compactMap(\.self).max { $0.seq < $1.seq }?.id
  }
}
