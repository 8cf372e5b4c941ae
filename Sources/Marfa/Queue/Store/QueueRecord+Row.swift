import MarfaModel
import MarfaSQL

extension QueueRecord {
  /// The columns, in the order that ``init(row:)`` reads them.
  static let columns = """
    seq, id, kind, verdict, sent, refusals, item_id, target_id, edge_id, base_version, \
    idempotency_key, follows, depends_on, landing, reason, copy_id, namespace, tag, blob, \
    mime_type, queued_at, answered_at, spent_keys, body, basis, answer
    """

  /// Reads a row.
  ///
  /// - Throws: `MarfaError.store` for a row that this build can't understand. It is never guessed
  ///   at: a dependency that was overlooked would send a write too early.
  init(row: any SQLRow) throws {
    let id = row.text(1)
    guard let kind = WriteKind(rawValue: row.text(2)) else { throw Self.unreadable(id, "kind") }
    let bodyText = row.text(23)
    self.init(
      seq: row.integer(0), id: id, kind: kind, itemId: row.optionalText(6),
      targetId: row.optionalText(7), edgeId: row.optionalText(8),
      namespace: row.optionalText(16), tag: row.optionalText(17), blob: row.optionalText(18),
      mimeType: row.optionalText(19), baseVersion: row.optionalInteger(9),
      idempotencyKey: row.text(10), spentKeys: try Self.ids(row.optionalText(22), id, "keys"),
      bodyText: bodyText, body: try JSONObject(json: bodyText), sent: row.integer(4) == 1,
      dependsOn: try Self.ids(row.optionalText(12), id, "dependencies"),
      follows: row.optionalText(11),
      basis: try row.optionalText(24).map { try WriteBasis(json: $0) },
      standing: try Standing(
        verdict: row.optionalText(3), reason: row.optionalText(14), copy: row.optionalText(15)),
      answer: try row.optionalText(25).map { try JSONValue(json: $0) },
      landing: row.optionalText(13), refusals: row.integer(5), queuedAt: row.text(20),
      answeredAt: row.optionalText(21))
  }

  /// Reads a list of ids; none is stored as null.
  static func ids(_ text: String?, _ id: String, _ part: String) throws -> [String] {
    guard let text else { return [] }
    guard let list = (try? JSONValue(json: text))?.array else { throw unreadable(id, part) }
    let ids = list.compactMap(\.string)
    guard ids.count == list.count else { throw unreadable(id, part) }
    return ids
  }

  /// Writes a list of ids; none is null.
  static func column(_ ids: [String]) throws -> SQLValue {
    ids.isEmpty ? .null : .text(try JSONValue.array(ids.map(JSONValue.string)).json())
  }

  private static func unreadable(_ id: String, _ part: String) -> MarfaError {
    .store(message: "The \(part) of the queued write \(id) can't be read.")
  }
}

extension Standing {
  /// Reads the three columns of a standing.
  init(verdict: String?, reason: String?, copy: String?) throws {
    switch verdict {
    case nil: self = .unanswered
    case "accepted": self = .accepted
    case "merged": self = .merged
    case "conflicted": self = .conflicted(copy: copy ?? "")
    case "refused": self = .refused(reason: reason ?? "unknown")
    case "dead": self = .dead
    case "blocked":
      guard let reason = reason.flatMap(BlockedReason.init) else {
        throw MarfaError.store(message: "A queued write is blocked for a reason not known here.")
      }
      self = .blocked(reason)
    default: throw MarfaError.store(message: "A queued write has a verdict not known here.")
    }
  }

  /// The three columns: verdict, reason, copy.
  var columns: [SQLValue] {
    switch self {
    case .unanswered: [.null, .null, .null]
    case .accepted: ["accepted", .null, .null]
    case .merged: ["merged", .null, .null]
    case .conflicted(let copy): ["conflicted", .null, .text(copy)]
    case .refused(let reason): ["refused", .text(reason), .null]
    case .blocked(let reason): ["blocked", .text(reason.rawValue), .null]
    case .dead: ["dead", .null, .null]
    }
  }
}

extension WriteBasis {
  /// Reads what ``json()`` writes.
  init(json: String) throws {
    let stored = try JSONObject(json: json)
    self.init(
      properties: stored["properties"]?.object, item: Item(stored: stored["row"]?.object))
  }

  /// The basis as JSON text.
  func json() throws -> String {
    var stored: JSONObject = [:]
    if let properties { stored["properties"] = .object(properties) }
    if let item { stored["row"] = .object(item.stored) }
    return try stored.json()
  }
}
