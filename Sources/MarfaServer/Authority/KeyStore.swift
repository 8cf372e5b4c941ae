import MarfaModel
import MarfaSQL

/// The table of keys over one connection. It knows no rule: see ``KeyAuthority``.
struct KeyStore {
  private let connection: any SQLConnection

  private static let columns = """
    id, label, source, permissions, default_tier, created_at, last_used_at, revoked_at
    """

  /// Works inside the caller's transaction.
  init(_ connection: any SQLConnection) { self.connection = connection }

  /// Whether the store has ever held a key.
  func isEmpty() throws -> Bool { try connection.exists("SELECT 1 FROM keys LIMIT 1", []) == false }

  /// Stores a new key under the hash of its secret.
  func insert(_ key: KeyRecord, hash: String) throws {
    try connection.run(
      """
      INSERT INTO keys (id, hash, label, source, permissions, default_tier, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .text(key.id), .text(hash), .text(key.label), .text(key.source),
        .text(try JSONValue.object(key.permissions.json).json()),
        SQLValue(key.defaultTier?.rawValue), .text(key.createdAt),
      ])
  }

  /// Every key that works, in the order in which they were minted.
  func working() throws -> [KeyRecord] {
    try connection.query(
      "SELECT \(Self.columns) FROM keys WHERE revoked_at IS NULL ORDER BY created_at, id", [],
      Self.record)
  }

  /// The key that works and has this hash.
  func working(hash: String) throws -> KeyRecord? {
    try connection.first(
      "SELECT \(Self.columns) FROM keys WHERE hash = ?1 AND revoked_at IS NULL", [.text(hash)],
      Self.record)
  }

  /// The key with this id, revoked or not.
  func key(_ id: String) throws -> KeyRecord? {
    try connection.first(
      "SELECT \(Self.columns) FROM keys WHERE id = ?1", [.text(id)], Self.record)
  }

  /// Changes what a key is called and may do.
  func update(_ key: KeyRecord) throws {
    try connection.run(
      "UPDATE keys SET label = ?2, permissions = ?3, default_tier = ?4 WHERE id = ?1",
      [
        .text(key.id), .text(key.label), .text(try JSONValue.object(key.permissions.json).json()),
        SQLValue(key.defaultTier?.rawValue),
      ])
  }

  /// Takes a key out of use.
  func revoke(_ id: String, at time: String) throws {
    try connection.run(
      "UPDATE keys SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL",
      [.text(id), .text(time)])
  }

  /// Notes that a key was used.
  func stamp(_ id: String, usedAt time: String) throws {
    try connection.run(
      "UPDATE keys SET last_used_at = ?2 WHERE id = ?1", [.text(id), .text(time)])
  }

  private static func record(_ row: any SQLRow) throws -> KeyRecord {
    KeyRecord(
      id: row.text(0), label: row.text(1), source: row.text(2),
      permissions: KeyPermissions(reading: try JSONObject(json: row.text(3))),
      defaultTier: row.optionalText(4).flatMap(Tier.init(rawValue:)), createdAt: row.text(5),
      lastUsedAt: row.optionalText(6), revokedAt: row.optionalText(7))
  }
}
