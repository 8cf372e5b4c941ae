import MarfaModel
import MarfaSQL

/// The persisted log of what changed a copy, inside one transaction.
///
/// An entry is committed with the change it tells of, so a crash leaves both or neither. The state
/// of the connection is no change of the copy and isn't logged.
struct ChangeLog {
  /// What makes the tables, as one migration step.
  ///
  /// The log has an id, so that a mark of another store is never taken for one of this.
  static let schema = """
    CREATE TABLE change_log (
      seq INTEGER PRIMARY KEY, origin TEXT NOT NULL, detail TEXT NOT NULL, item_id TEXT,
      edge_id TEXT
    ) STRICT;
    CREATE TABLE change_log_id (
      one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL
    ) STRICT;
    INSERT INTO change_log_id (one, id) VALUES (1, lower(hex(randomblob(8))));
    """

  private let connection: any SQLConnection

  /// Makes the log of a transaction.
  init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  // MARK: Writing

  /// Adds changes in their order; those of the connection are passed over.
  func append(_ changes: [Change]) throws {
    for change in changes {
      guard let (origin, detail) = Self.stored(change.origin) else { continue }
      let seq = try connection.integer(
        """
        INSERT INTO change_log (origin, detail, item_id, edge_id) VALUES (?1, ?2, ?3, ?4)
        RETURNING seq
        """,
        [
          .text(origin.rawValue), .text(detail), SQLValue(change.itemId), SQLValue(change.edgeId),
        ])
      // Cut now and then: a cut for each entry would cost as much as the entry.
      if let seq, seq % Tuning.changeLogStep == 0 { try cut(to: seq - Tuning.changeLogLength) }
    }
  }

  /// Adds one change that touches everything, and drops what was logged before.
  func restart(_ refresh: Change.Refresh) throws {
    try append([Change(origin: .refreshed(refresh))])
    // The newest entry stays, so that no place is ever used twice.
    if let last = try last() { try cut(to: last - 1) }
  }

  private func cut(to seq: Int64) throws {
    try connection.run("DELETE FROM change_log WHERE seq <= ?1", [.integer(seq)])
  }

  private func last() throws -> Int64? {
    try connection.integer("SELECT max(seq) FROM change_log")
  }

  // MARK: Reading

  /// What was logged after a mark; without one, the present mark alone.
  ///
  /// - Parameter verdict: what became of a queued write; `nil` when it was forgotten.
  func page(
    since mark: ChangeMark?, most limit: Int, verdict: (String) throws -> DrainVerdict?
  ) throws -> ChangePage {
    let log = try connection.text("SELECT id FROM change_log_id") ?? ""
    let last = try last() ?? 0
    let present = ChangeMark(log: log, place: last)
    guard let mark else { return ChangePage(changes: [], next: present, isTruncated: false) }
    let first = try connection.integer("SELECT min(seq) FROM change_log") ?? 1
    guard mark.log == log, mark.place >= first - 1, mark.place <= last else {
      return ChangePage(
        changes: [Change(origin: .refreshed(.hydrated))], next: present, isTruncated: false)
    }
    let entries = try connection.query(
      """
      SELECT seq, origin, detail, item_id, edge_id FROM change_log WHERE seq > ?1
      ORDER BY seq LIMIT ?2
      """, [.integer(mark.place), SQLValue(limit)]
    ) { row in
      let origin = try Self.origin(row.text(1), row.text(2), verdict)
      return (
        seq: row.integer(0),
        change: Change(origin: origin, itemId: row.optionalText(3), edgeId: row.optionalText(4))
      )
    }
    let place = entries.last?.seq ?? mark.place
    return ChangePage(
      changes: entries.map(\.change), next: ChangeMark(log: log, place: place),
      isTruncated: place < last)
  }

  // MARK: Entries

  private enum Origin: String { case local, server, answered, refreshed }

  private static func stored(_ origin: Change.Origin) -> (Origin, String)? {
    switch origin {
    case .local(let kind): (Origin.local, kind.rawValue)
    case .server(let event, let cursor): (Origin.server, "\(cursor) \(event)")
    case .answered(let verdict): (Origin.answered, verdict.id)
    case .refreshed(let refresh): (Origin.refreshed, refresh.rawValue)
    case .serverUnreachable, .serverReachable, .saved, .stopped: nil
    }
  }

  private static func origin(
    _ origin: String, _ detail: String, _ verdict: (String) throws -> DrainVerdict?
  ) throws -> Change.Origin {
    switch Origin(rawValue: origin) {
    case .local:
      if let kind = WriteKind(rawValue: detail) { return .local(kind) }
    case .server:
      let parts = detail.split(separator: " ", maxSplits: 1).map(String.init)
      if parts.count == 2 { return .server(event: parts[1], cursor: parts[0]) }
    case .answered:
      // Forgotten since: that something was decided is still known.
      guard let verdict = try verdict(detail) else { return .refreshed(.drained) }
      return .answered(verdict)
    case .refreshed:
      if let refresh = Change.Refresh(rawValue: detail) { return .refreshed(refresh) }
    case nil: break
    }
    throw MarfaError.store(message: "An entry of the change log can't be read.")
  }
}
