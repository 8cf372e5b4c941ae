import MarfaEngine
import MarfaModel
import MarfaSQL

/// What purges left behind of links and natural keys, in one transaction (server-items 9.6).
///
/// Whoever reads a vendor's rows again learns by it that a row was destroyed here on purpose.
struct TombstoneStore {
  let connection: any SQLConnection

  /// The tombstones. A natural key has at most one whatever its type, since an item of any type
  /// that holds the key again removes it.
  static let schema = """
    CREATE TABLE link_tombstones (
      type TEXT NOT NULL,
      link TEXT NOT NULL,
      purged_at TEXT NOT NULL,
      settled_at TEXT NOT NULL,
      PRIMARY KEY (type, link)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE key_tombstones (
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      type TEXT NOT NULL,
      purged_at TEXT NOT NULL,
      settled_at TEXT NOT NULL,
      PRIMARY KEY (source, source_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// Leaves what an item that is destroyed now held.
  func leave(_ row: ItemRow, link: String?, at time: String) throws {
    if let link {
      try connection.run(
        """
        INSERT INTO link_tombstones (type, link, purged_at, settled_at) VALUES (?1, ?2, ?3, ?3)
        ON CONFLICT (type, link) DO UPDATE SET purged_at = ?3, settled_at = ?3
        """, [.text(row.type), .text(link), .text(time)])
    }
    if let sourceId = row.sourceId {
      try connection.run(
        """
        INSERT INTO key_tombstones (source, source_id, type, purged_at, settled_at)
        VALUES (?1, ?2, ?3, ?4, ?4)
        ON CONFLICT (source, source_id) DO UPDATE SET type = ?3, purged_at = ?4, settled_at = ?4
        """, [.text(row.source), .text(sourceId), .text(row.type), .text(time)])
    }
  }

  /// Removes what an item holds again.
  func clear(_ row: ItemRow, link: String?) throws {
    if let link {
      try connection.run(
        "DELETE FROM link_tombstones WHERE type = ?1 AND link = ?2", [.text(row.type), .text(link)])
    }
    if let sourceId = row.sourceId {
      try connection.run(
        "DELETE FROM key_tombstones WHERE source = ?1 AND source_id = ?2",
        [.text(row.source), .text(sourceId)])
    }
  }

  /// Removes the links that a type left: it links by another field now, or by none.
  func clearLinks(of type: String) throws {
    try connection.run("DELETE FROM link_tombstones WHERE type = ?1", [.text(type)])
  }

  /// Removes everything that a type left: it is registered anew.
  func clearAll(of type: String) throws {
    try clearLinks(of: type)
    try connection.run("DELETE FROM key_tombstones WHERE type = ?1", [.text(type)])
  }

  /// What is left under a type of these links or keys, in the order named, each once.
  func left(_ named: NamedRows, type: String) throws -> [JSONObject] {
    try named.distinct { value in
      switch named {
      case .ids: return nil
      case .links:
        return try connection.first(
          "SELECT purged_at, settled_at FROM link_tombstones WHERE type = ?1 AND link = ?2",
          [.text(type), .text(value)]
        ) { row in
          [
            "link": .string(value), "purged_at": .string(row.text(0)),
            "settled_at": .string(row.text(1)),
          ]
        }
      case .keys(let source, _):
        return try connection.first(
          """
          SELECT purged_at, settled_at FROM key_tombstones
          WHERE source = ?1 AND source_id = ?2 AND type = ?3
          """, [.text(source), .text(value), .text(type)]
        ) { row in
          [
            "source": .string(source), "source_id": .string(value),
            "purged_at": .string(row.text(0)), "settled_at": .string(row.text(1)),
          ]
        }
      }
    }
  }

  /// Moves the settled times of these links or keys on; an earlier time moves none back.
  func settle(_ named: NamedRows, type: String, at time: String) throws {
    _ = try named.distinct { value -> Never? in
      switch named {
      case .ids: break
      case .links:
        try connection.run(
          """
          UPDATE link_tombstones SET settled_at = ?3
          WHERE type = ?1 AND link = ?2 AND settled_at < ?3
          """, [.text(type), .text(value), .text(time)])
      case .keys(let source, _):
        try connection.run(
          """
          UPDATE key_tombstones SET settled_at = ?4
          WHERE source = ?1 AND source_id = ?2 AND type = ?3 AND settled_at < ?4
          """, [.text(source), .text(value), .text(type), .text(time)])
      }
      return nil
    }
  }
}
