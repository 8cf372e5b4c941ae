import MarfaModel
import MarfaSQL

/// Which bytes lie in which place, in one transaction (events-blobs-keys 5).
///
/// Today there is one kind of place: a folder on the disk. Only bytes whose copy is recorded in a
/// place that is attached are served.
struct BlobCopies {
  let connection: any SQLConnection

  /// The places and what lies in them. `kind` leaves room for places that are no folder.
  static let schema = """
    CREATE TABLE blob_stores (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('disk')),
      attached_at TEXT NOT NULL,
      detached_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE blob_copies (
      hash TEXT NOT NULL,
      store_id TEXT NOT NULL,
      recorded_at TEXT NOT NULL,
      verified_at TEXT,
      PRIMARY KEY (hash, store_id)
    ) STRICT, WITHOUT ROWID;
    -- The next to be checked: what never was, then what was longest ago.
    CREATE INDEX blob_copies_by_check ON blob_copies (verified_at, hash, store_id);
    """

  /// A place for bytes.
  struct Store: Sendable, Hashable {
    let id: String
    let attachedAt: String
    let detachedAt: String?

    /// As the door lists it.
    var json: JSONObject {
      [
        "id": .string(id), "kind": "disk", "locator": .null, "policy": "all",
        "attached_at": .string(attachedAt), "detached_at": detachedAt.map { .string($0) } ?? .null,
      ]
    }
  }

  /// A copy of some bytes in a place.
  struct Copy: Sendable, Hashable {
    let storeId: String
    let isDetached: Bool
    let recordedAt: String
    let verifiedAt: String?

    /// As the door lists it.
    var json: JSONObject {
      [
        "store_id": .string(storeId), "kind": "disk", "policy": "all",
        "detached": .bool(isDetached), "recorded_at": .string(recordedAt),
        "verified_at": verifiedAt.map { .string($0) } ?? .null,
      ]
    }
  }

  // MARK: Places

  /// Every place that ever was attached, in the order they were.
  func stores() throws -> [Store] {
    try connection.query(
      "SELECT id, attached_at, detached_at FROM blob_stores ORDER BY attached_at, id", []
    ) { Store(id: $0.text(0), attachedAt: $0.text(1), detachedAt: $0.optionalText(2)) }
  }

  /// Attaches the folder that bears this id; another one that was attached no longer is.
  ///
  /// - Returns: whether it was never attached before, so that nothing is recorded of it.
  func attach(_ id: String, at time: String) throws -> Bool {
    let isKnown = try connection.exists("SELECT 1 FROM blob_stores WHERE id = ?1", [.text(id)])
    try connection.run(
      "UPDATE blob_stores SET detached_at = ?2 WHERE id <> ?1 AND detached_at IS NULL",
      [.text(id), .text(time)])
    try connection.run(
      """
      INSERT INTO blob_stores (id, kind, attached_at) VALUES (?1, 'disk', ?2)
      ON CONFLICT (id) DO UPDATE SET detached_at = NULL
      """, [.text(id), .text(time)])
    return !isKnown
  }

  // MARK: Copies

  /// Records that bytes lie in the attached folder. One that is recorded keeps its times.
  func record(_ hash: BlobHash, at time: String) throws {
    try connection.run(
      """
      INSERT INTO blob_copies (hash, store_id, recorded_at)
      SELECT ?1, id, ?2 FROM blob_stores WHERE detached_at IS NULL
      ON CONFLICT (hash, store_id) DO NOTHING
      """, [.text(hash.hex), .text(time)])
  }

  /// The copies of some bytes, the first recorded first.
  func copies(of hash: BlobHash) throws -> [Copy] {
    try connection.query(
      """
      SELECT store_id, detached_at IS NOT NULL, recorded_at, verified_at
      FROM blob_copies JOIN blob_stores ON blob_stores.id = blob_copies.store_id
      WHERE hash = ?1 ORDER BY recorded_at, store_id
      """, [.text(hash.hex)]
    ) {
      Copy(
        storeId: $0.text(0), isDetached: $0.integer(1) == 1, recordedAt: $0.text(2),
        verifiedAt: $0.optionalText(3))
    }
  }

  /// Whether a copy is recorded in a place that is attached.
  func isHeld(_ hash: BlobHash) throws -> Bool {
    try copies(of: hash).contains { !$0.isDetached }
  }

  // MARK: Checking

  /// A copy that is to be checked.
  struct Due: Sendable, Hashable {
    let hash: BlobHash
    let storeId: String
    let size: Int64
  }

  /// The copies that were never checked, then those whose check is longest ago.
  func due(limit: Int) throws -> [Due] {
    try connection.query(
      """
      SELECT blob_copies.hash, store_id, size_bytes FROM blob_copies
      JOIN blobs ON blobs.hash = blob_copies.hash
      JOIN blob_stores ON blob_stores.id = store_id AND detached_at IS NULL
      ORDER BY verified_at IS NOT NULL, verified_at, blob_copies.hash, store_id LIMIT ?1
      """, [.integer(Int64(limit))]
    ) { row in
      BlobHash(row.text(0)).map { Due(hash: $0, storeId: row.text(1), size: row.integer(2)) }
    }.compactMap(\.self)
  }

  /// Notes that a copy was found whole.
  func note(_ copy: Due, verifiedAt time: String) throws {
    try connection.run(
      "UPDATE blob_copies SET verified_at = ?3 WHERE hash = ?1 AND store_id = ?2",
      [.text(copy.hash.hex), .text(copy.storeId), .text(time)])
  }

  /// Strikes a copy whose bytes are not what they were: they are served no more.
  ///
  /// - Returns: whether it was recorded still.
  func strike(_ copy: Due) throws -> Bool {
    try connection.run(
      "DELETE FROM blob_copies WHERE hash = ?1 AND store_id = ?2",
      [.text(copy.hash.hex), .text(copy.storeId)]) > 0
  }
}
