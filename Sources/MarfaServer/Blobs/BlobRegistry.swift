import MarfaModel
import MarfaSQL

/// Which bytes the server has, of which type, and who brought them, in one transaction.
struct BlobRegistry {
  let connection: any SQLConnection

  /// A file's bytes as the server knows them.
  struct Blob: Sendable, Hashable {
    let hash: BlobHash
    /// The media type of the first upload, which stays for good.
    let mimeType: String
    let size: Int64
    /// Whether their copy is recorded in a place that is attached; only then are they served.
    var isHeld = true

    /// As an upload answers it.
    var json: JSONObject {
      [
        "hash": .string(hash.text), "mime_type": .string(mimeType), "size_bytes": .integer(size),
      ]
    }
  }

  /// The bytes, who brought them, and the report of those that nothing names.
  static let schema = """
    CREATE TABLE blobs (
      hash TEXT PRIMARY KEY,
      mime_type TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      stored_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Whoever brought the bytes has proved to have them, and so may lend them.
    CREATE TABLE blob_uploads (
      hash TEXT NOT NULL,
      credential TEXT NOT NULL,
      PRIMARY KEY (hash, credential)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE blob_orphans (
      hash TEXT PRIMARY KEY,
      reported_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The bytes of a hash.
  func get(_ hash: BlobHash) throws -> Blob? {
    guard
      var blob = try connection.first(
        "SELECT mime_type, size_bytes FROM blobs WHERE hash = ?1", [.text(hash.hex)],
        { Blob(hash: hash, mimeType: $0.text(0), size: $0.integer(1)) })
    else { return nil }
    blob.isHeld = try BlobCopies(connection: connection).isHeld(hash)
    return blob
  }

  /// Every hash that is known.
  func hashes() throws -> Set<BlobHash> {
    Set(
      try connection.query("SELECT hash FROM blobs", []) { BlobHash($0.text(0)) }.compactMap(\.self)
    )
  }

  /// Whether a credential brought these bytes.
  func brought(_ hash: BlobHash, by credential: String) throws -> Bool {
    try connection.exists(
      "SELECT 1 FROM blob_uploads WHERE hash = ?1 AND credential = ?2",
      [.text(hash.hex), .text(credential)])
  }

  /// Notes bytes that are in their place, and who brought them; answers them as they are known.
  func register(_ blob: Blob, by credential: String, at time: String) throws -> Blob {
    try connection.run(
      """
      INSERT INTO blobs (hash, mime_type, size_bytes, stored_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (hash) DO NOTHING
      """,
      [.text(blob.hash.hex), .text(blob.mimeType), .integer(blob.size), .text(time)])
    try connection.run(
      """
      INSERT INTO blob_uploads (hash, credential) VALUES (?1, ?2)
      ON CONFLICT (hash, credential) DO NOTHING
      """, [.text(blob.hash.hex), .text(credential)])
    try BlobCopies(connection: connection).record(blob.hash, at: time)
    try liftReport(of: blob.hash)
    return try get(blob.hash) ?? blob
  }

  /// Forgets bytes, with who brought them. The file is the caller's to remove, afterwards.
  func remove(_ hash: BlobHash) throws {
    for table in ["blobs", "blob_uploads", "blob_orphans", "blob_copies"] {
      try connection.run("DELETE FROM \(table) WHERE hash = ?1", [.text(hash.hex)])
    }
  }

  // MARK: Bytes that nothing names

  /// Takes bytes off the report: something names them, or they were brought again.
  func liftReport(of hash: BlobHash) throws {
    try connection.run("DELETE FROM blob_orphans WHERE hash = ?1", [.text(hash.hex)])
  }

  /// Takes off the report whatever is named again.
  func liftNamed() throws {
    try connection.run(
      """
      DELETE FROM blob_orphans WHERE EXISTS (
        SELECT 1 FROM blob_references WHERE blob_references.hash = blob_orphans.hash)
      """)
  }

  /// Reports what nothing names and was not reported yet.
  func report(at time: String) throws {
    try connection.run(
      """
      INSERT INTO blob_orphans (hash, reported_at)
      SELECT blobs.hash, ?1 FROM blobs WHERE NOT EXISTS (
        SELECT 1 FROM blob_references WHERE blob_references.hash = blobs.hash)
      ON CONFLICT (hash) DO NOTHING
      """, [.text(time)])
  }

  /// The reported hashes, oldest report first.
  ///
  /// - Parameter before: only those reported before this time.
  func reported(before time: String? = nil) throws -> [(blob: Blob, at: String)] {
    try connection.query(
      """
      SELECT blobs.hash, mime_type, size_bytes, reported_at
      FROM blob_orphans JOIN blobs ON blobs.hash = blob_orphans.hash
      WHERE ?1 IS NULL OR reported_at < ?1
      ORDER BY reported_at, blobs.hash
      """, [SQLValue(time)]
    ) { row -> (blob: Blob, at: String)? in
      BlobHash(row.text(0)).map {
        (Blob(hash: $0, mimeType: row.text(1), size: row.integer(2)), row.text(3))
      }
    }.compactMap(\.self)
  }
}
