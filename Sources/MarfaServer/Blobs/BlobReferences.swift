import MarfaEngine
import MarfaModel
import MarfaSQL

/// Which rows name which bytes, and whether they lend them, in one transaction.
///
/// A row lends what its writer had proved to have or could read when the row first named it. Who
/// reads a row reads what it lends (events-blobs-keys 4.4).
struct BlobReferences {
  let connection: any SQLConnection
  let catalog: TypeCatalog

  /// A row that can name bytes.
  enum Row: Sendable, Hashable {
    /// The properties of an item as they stand.
    case item(String)
    /// What a program keeps beside an item.
    case extensions(item: String, namespace: String)
    /// The properties of an edge.
    case edge(String)
    /// An earlier version of an item. It keeps bytes from being removed and lends none.
    case version(item: String, Int64)
    /// What a bulk job that is not done yet is going to write. It lends none either.
    case job(String)

    fileprivate var key: [SQLValue] {
      switch self {
      case .item(let id): [.text("item"), .text(id), .text("")]
      case .extensions(let item, let namespace):
        [.text("extension"), .text(item), .text(namespace)]
      case .edge(let id): [.text("edge"), .text(id), .text("")]
      case .job(let id): [.text("job"), .text(id), .text("")]
      case .version(let item, let version): [.text("version"), .text(item), .text("\(version)")]
      }
    }
  }

  /// The references. `part` is the namespace of an extension, or the number of a version.
  static let schema = """
    CREATE TABLE blob_references (
      kind TEXT NOT NULL CHECK (kind IN ('item', 'extension', 'edge', 'version', 'job')),
      row_id TEXT NOT NULL,
      part TEXT NOT NULL,
      hash TEXT NOT NULL,
      lends INTEGER NOT NULL CHECK (lends IN (0, 1)),
      PRIMARY KEY (kind, row_id, part, hash)
    ) STRICT, WITHOUT ROWID;
    -- Who lends these bytes, and whether anything names them.
    CREATE INDEX blob_references_by_hash ON blob_references (hash, lends);
    """

  // MARK: Writing

  /// How it is decided whether a row lends what it newly names.
  struct Proof {
    /// Who writes; `nil` proves nothing.
    var writer: Credential?
    /// What the version named already that a stale write was made from: it proves nothing.
    var base: Set<BlobHash> = []
    /// The row that this one is a copy of: what that one names is lent as it stands there.
    var original: Row?
  }

  /// Makes these all that a row names; what it named before stays as it stands.
  ///
  /// - Parameter before: what the row named until now.
  func keep(
    _ named: Set<BlobHash>, of row: Row, before: Set<BlobHash>, _ proof: Proof
  ) throws {
    for hash in before.subtracting(named) {
      try connection.run(
        "DELETE FROM blob_references WHERE kind = ?1 AND row_id = ?2 AND part = ?3 AND hash = ?4",
        row.key + [.text(hash.hex)])
    }
    for hash in named.subtracting(before) {
      let lends = try isLent(hash, proof)
      try connection.run(
        """
        INSERT INTO blob_references (kind, row_id, part, hash, lends) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (kind, row_id, part, hash) DO UPDATE SET lends = excluded.lends
        """, row.key + [.text(hash.hex), SQLValue(lends)])
      try BlobRegistry(connection: connection).liftReport(of: hash)
    }
  }

  private func isLent(_ hash: BlobHash, _ proof: Proof) throws -> Bool {
    if let original = proof.original, let lends = try standing(of: hash, in: original) {
      return lends
    }
    guard let writer = proof.writer, !proof.base.contains(hash) else { return false }
    return try BlobRegistry(connection: connection).brought(hash, by: writer.id)
      || reads(hash, writer)
  }

  /// Forgets everything that an item, its extensions and its versions name.
  func removeAll(ofItem id: String) throws {
    try connection.run(
      """
      DELETE FROM blob_references
      WHERE kind IN ('item', 'extension', 'version') AND row_id = ?1
      """, [.text(id)])
  }

  // MARK: Reading

  /// Whether a row lends what it names; `nil` where it does not name it.
  func standing(of hash: BlobHash, in row: Row) throws -> Bool? {
    try connection.integer(
      """
      SELECT lends FROM blob_references
      WHERE kind = ?1 AND row_id = ?2 AND part = ?3 AND hash = ?4
      """, row.key + [.text(hash.hex)]
    ).map { $0 == 1 }
  }

  /// Whether some row that a credential reads lends these bytes to it.
  func reads(_ hash: BlobHash, _ reader: Credential) throws -> Bool {
    if reader.permissions.holds(.manageBlobs) { return true }
    var isReadable = false
    try connection.each(
      "SELECT kind, row_id, part FROM blob_references WHERE hash = ?1 AND lends = 1",
      [.text(hash.hex)]
    ) { row in
      isReadable = try reads(kind: row.text(0), id: row.text(1), part: row.text(2), reader)
      return !isReadable
    }
    return isReadable
  }

  private func reads(kind: String, id: String, part: String, _ reader: Credential) throws -> Bool {
    switch kind {
    case "item": return try readsItem(id, reader)
    case "extension":
      return try reader.permissions.reads(extension: part) && readsItem(id, reader)
    case "edge":
      guard let edge = try EdgeStore(connection).get(id) else { return false }
      return try reader.permissions.reads(edgeType: edge.edgeType)
        && readsItem(edge.sourceId, reader)
    default: return false
    }
  }

  private func readsItem(_ id: String, _ reader: Credential) throws -> Bool {
    guard let type = try ItemStore(connection).type(of: id) else { return false }
    return reader.permissions.reads(type: type, in: catalog)
  }
}
