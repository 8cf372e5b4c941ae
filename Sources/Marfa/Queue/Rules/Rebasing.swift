import MarfaModel

/// Which version a waiting write is sent on, once a write ahead of it was answered.
///
/// An edit that was made over this device's own earlier edit expects to meet that edit's result.
/// When the answer shows exactly what the person saw, the edit moves onto the answered version, so
/// that the device does not collide with itself; otherwise it stays, and the server decides.
enum Rebasing {
  /// A write that was just decided.
  struct Answered: Sendable, Hashable {
    /// The write, as it was sent.
    var write: QueueRecord
    /// How it stands now.
    var standing: Standing
    /// The row that the answer carried.
    var row: AnsweredRow?
    /// Whether the answer said that the row was there already and nothing was written.
    var acknowledged = false

    /// The version that the answer named.
    fileprivate var version: Int64? {
      switch row {
      case .item(let item, _): item.version
      case .edge(let edge): edge.version
      case .plain, .blob, nil: nil
      }
    }
  }

  /// What becomes of a waiting write.
  enum Move: Sendable, Hashable {
    /// It stays as it is.
    case unchanged
    /// It is sent on this version instead, its content as it was.
    case version(Int64)
    /// It is sent on the answered version, its content made against the answered row.
    case onto(Item)
  }

  /// Decides for one write that is later in the queue, to the same row, waiting and never sent.
  static func move(_ write: QueueRecord, after answered: Answered) -> Move {
    guard !write.sent, write.standing.isWaiting, write.subject == answered.write.subject else {
      return .unchanged
    }
    switch (write.kind, answered.write.kind) {
    case (.updateItem, .createItem), (.updateEdge, .createEdge):
      return afterCreate(write, answered)
    case (.updateItem, .updateItem): return afterItemEdit(write, answered)
    case (.updateEdge, .updateEdge): return afterEdgeEdit(write, answered)
    case (.deleteItem, .createItem), (.deleteItem, .updateItem):
      return deletion(write, answered)
    default: return .unchanged
    }
  }

  /// The write as it is sent after a move.
  static func apply(_ move: Move, to write: QueueRecord) -> QueueRecord {
    var moved = write
    switch move {
    case .unchanged: return write
    case .version(let version): moved.baseVersion = version
    case .onto(let row):
      moved.baseVersion = row.version
      if write.kind == .deleteItem {
        moved.basis?.item = write.basis?.item.map { settled($0, by: row) }
      } else {
        remake(&moved, against: row.properties)
      }
    }
    if moved.body["version"] != nil, let version = moved.baseVersion {
      moved.body["version"] = .integer(version)
    }
    return moved
  }

  // MARK: - The table

  private static func afterCreate(_ write: QueueRecord, _ answered: Answered) -> Move {
    guard answered.standing.isTaken, let version = answered.version else { return .unchanged }
    guard (write.baseVersion ?? 0) == 0 else { return .unchanged }
    if answered.acknowledged { return .version(1) }
    if let carried = answered.write.baseVersion, carried > 0, version > carried + 1 {
      // The server merged the create onto a row that had moved since it was read.
      return holds(write, answered.row?.item) ? onto(answered) : .version(carried)
    }
    return write.basis?.properties == nil ? .version(version) : onto(answered)
  }

  private static func afterItemEdit(_ write: QueueRecord, _ answered: Answered) -> Move {
    let base = write.baseVersion ?? 0
    switch answered.standing {
    case .accepted, .merged:
      if let row = answered.row?.item, holds(write, row) {
        if base < row.version { return onto(answered) }
        if base == row.version { return .unchanged }
      }
    case .blocked(.credentialRefused), .unanswered: return .unchanged
    case .conflicted, .refused, .blocked, .dead: break
    }
    return back(write, answered)
  }

  private static func afterEdgeEdit(_ write: QueueRecord, _ answered: Answered) -> Move {
    let base = write.baseVersion ?? 0
    switch answered.standing {
    case .accepted, .merged:
      if let version = answered.version {
        if base == version - 1 { return .version(version) }
        if base == version { return .unchanged }
      }
    case .blocked(.credentialRefused), .unanswered: return .unchanged
    case .conflicted, .refused, .blocked, .dead: break
    }
    return back(write, answered)
  }

  /// An edit that was made over a newer row, with a value on it that never took effect, goes back
  /// to the version that value was made on: there the server can see the collision.
  private static func back(_ write: QueueRecord, _ answered: Answered) -> Move {
    guard let to = answered.write.baseVersion, to > 0, (write.baseVersion ?? 0) > to,
      !touched(write).isDisjoint(with: touched(answered.write))
    else { return .unchanged }
    return .version(to)
  }

  /// A delete goes on only over the very row that the person saw.
  private static func deletion(_ write: QueueRecord, _ answered: Answered) -> Move {
    let base = write.baseVersion ?? 0
    switch answered.standing {
    case .accepted, .merged: break
    case .unanswered, .conflicted, .refused, .blocked, .dead: return .unchanged
    }
    guard let row = answered.row?.item, row.version > base else { return .unchanged }
    let first =
      answered.write.kind == .createItem && base == 0 && !answered.acknowledged && row.version == 1
    if first { return .onto(row) }
    guard let seen = write.basis?.item, isSame(seen, row) else { return .unchanged }
    return .onto(row)
  }

  // MARK: - What the rows say

  private static func onto(_ answered: Answered) -> Move {
    switch answered.row {
    case .item(let item, _): .onto(item)
    case .edge(let edge): .version(edge.version)
    case .plain, .blob, nil: .unchanged
    }
  }

  /// Whether a row shows, for each property that the edit changes, what the edit was made on.
  private static func holds(_ write: QueueRecord, _ row: Item?) -> Bool {
    guard let read = write.basis?.properties, let row else { return false }
    let change = PropertyChange(sent: write.properties, read: read)
    let names = change.changed + (write.replacesProperties ? change.cleared : [])
    return names.allSatisfy { (row.properties[$0] ?? .null) == (read[$0] ?? .null) }
  }

  private static func touched(_ write: QueueRecord) -> Set<String> {
    var names = Set(write.properties.keys)
    if write.kind == .updateEdge {
      // No property has a name that begins with a blank of the ends' own.
      for end in ["source_id", "target_id"] where write.body[end] != nil { names.insert(" \(end)") }
    }
    if write.replacesProperties, let read = write.basis?.properties {
      names.formUnion(PropertyChange(sent: write.properties, read: read).cleared)
    }
    return names
  }

  private static func remake(_ write: inout QueueRecord, against row: JSONObject) {
    guard let read = write.basis?.properties else { return }
    let change = PropertyChange(sent: write.properties, read: read)
    if write.replacesProperties {
      // What it changes it was still made on: after a create, edits ahead of it are yet to come.
      var basis = row
      for name in change.changed + change.cleared { basis[name] = read[name] ?? .null }
      write.body["properties"] = .object(change.laidWhole(over: row))
      write.basis?.properties = basis
    } else {
      // What was sent back as it was read is no change, and would only collide.
      let changed = write.properties.filter { change.changes($0.key, to: $0.value) }
      write.body["properties"] = .object(JSONObject(changed.map { ($0.key, $0.value) }))
    }
  }

  private static func isSame(_ seen: Item, _ row: Item) -> Bool {
    seen.type == row.type && seen.tier == row.tier && seen.source == row.source
      && seen.sourceId == row.sourceId && seen.occurredAt == row.occurredAt
      && seen.schemaVersion == row.schemaVersion
      && values(seen.properties) == values(row.properties)
  }

  /// The members without order; `null` is the same as none.
  private static func values(_ object: JSONObject) -> [String: JSONValue] {
    object.reduce(into: [:]) { if !$1.value.isNull { $0[$1.key] = $1.value } }
  }

  /// What the person saw, with the parts of an own create that only the server could fill in.
  private static func settled(_ seen: Item, by row: Item) -> Item {
    guard seen.version == 0 else { return seen }
    return Item(
      id: row.id, type: seen.type, properties: seen.properties, state: seen.state,
      tier: seen.tier ?? row.tier, version: row.version, schemaVersion: row.schemaVersion,
      source: row.source, sourceId: seen.sourceId ?? row.sourceId, occurredAt: row.occurredAt,
      createdAt: row.createdAt, updatedAt: row.updatedAt, tags: seen.tags)
  }
}
