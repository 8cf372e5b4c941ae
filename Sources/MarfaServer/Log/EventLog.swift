import MarfaModel
import MarfaSQL

/// The log of events, written in the transactions of the writes it tells of.
///
/// Ids ascend in the order of commits, since one writer holds one transaction at a time, and are
/// never used again: a restart numbers above the last one.
struct EventLog {
  let connection: any SQLConnection
  let now: Int64

  /// The events. `AUTOINCREMENT` keeps ids from being used again after retention removed them.
  static let schema = """
    CREATE TABLE events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      item_type TEXT NOT NULL,
      edge_type TEXT,
      members TEXT NOT NULL,
      logged_at INTEGER NOT NULL
    ) STRICT;
    """

  /// Appends one event.
  func append(_ event: LoggedEvent) throws {
    try connection.run(
      "INSERT INTO events (name, item_type, edge_type, members, logged_at) VALUES (?1,?2,?3,?4,?5)",
      [
        .text(event.name.rawValue), .text(event.itemType),
        event.edgeType.map { .text($0) } ?? .null,
        .text(try JSONValue.object(event.members).json()), .integer(now),
      ])
  }

  /// A stored event, ready to be narrowed.
  struct Row: Sendable {
    let id: Int64
    let name: String
    let itemType: String
    let edgeType: String?
    let members: String
  }

  /// The last id that was ever given; 0 on an empty log.
  static func head(_ connection: any SQLConnection) throws -> Int64 {
    try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'events'") ?? 0
  }

  /// The oldest id still held.
  static func oldest(_ connection: any SQLConnection) throws -> Int64? {
    try connection.integer("SELECT min(id) FROM events")
  }

  /// The events after a cursor, in order, at most `limit`.
  static func page(after cursor: Int64, limit: Int, _ connection: any SQLConnection) throws
    -> [Row]
  {
    try connection.query(
      """
      SELECT id, name, item_type, edge_type, members FROM events
      WHERE id > ?1 ORDER BY id LIMIT ?2
      """, [.integer(cursor), .integer(Int64(limit))]
    ) { row in
      Row(
        id: row.integer(0), name: row.text(1), itemType: row.text(2),
        edgeType: row.optionalText(3), members: row.text(4))
    }
  }
}
