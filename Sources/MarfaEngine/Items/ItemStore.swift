import MarfaModel
import MarfaSQL

/// The items of a store, inside one transaction.
///
/// Every change of what search reads marks the row for the index in the same transaction.
/// Everything throws ``SQLError``, and ``MarfaError/decoding(message:)`` for a damaged row.
package struct ItemStore {
  /// The transaction.
  package let connection: any SQLConnection

  /// Makes the items of a transaction.
  package init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  // MARK: Reading

  /// The item of an id, in any state.
  package func get(_ id: String) throws -> ItemRow? {
    try connection.first(Statement.byId, [.text(id)]) { try ItemRow($0) }
  }

  /// The item of a row of the full-text table, in any state.
  package func get(seq: Int64) throws -> ItemRow? {
    try connection.first(
      "SELECT \(ItemRow.columns) FROM items WHERE items.seq = ?1", [.integer(seq)]
    ) { try ItemRow($0) }
  }

  /// The ids of the items that the delete of another one took into the bin, and that are still
  /// there, in the order of ids.
  package func trashed(with id: String) throws -> [String] {
    try connection.query(
      "SELECT id FROM items WHERE trashed_with = ?1 ORDER BY id", [.text(id)]
    ) { $0.text(0) }
  }

  /// The items of these ids that are held, in any state, in the order asked, each once.
  package func get(_ ids: [String]) throws -> [ItemRow] {
    var seen = Set<String>()
    return try ids.compactMap { seen.insert($0).inserted ? try get($0) : nil }
  }

  /// The item of a natural key, in any state; of several in a working copy the one held longest.
  package func get(source: String, sourceId: String) throws -> ItemRow? {
    try connection.first(Statement.byKey, [.text(source), .text(sourceId)]) { try ItemRow($0) }
  }

  /// Whether an item is held, in any state.
  package func holds(_ id: String) throws -> Bool {
    try connection.exists("SELECT 1 FROM items WHERE id = ?1", [.text(id)])
  }

  /// The state of an item, `nil` when it is not held.
  package func state(of id: String) throws -> ItemState? {
    try connection.text("SELECT state FROM items WHERE id = ?1", [.text(id)])
      .flatMap(ItemState.init(rawValue:))
  }

  /// The type of an item, `nil` when it is not held.
  package func type(of id: String) throws -> String? {
    try connection.text("SELECT type FROM items WHERE id = ?1", [.text(id)])
  }

  /// The number of items, in every state.
  package func count() throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM items") ?? 0)
  }

  /// The types that have items, sorted. Costs one look-up a type, whatever the number of items.
  package func types() throws -> [String] {
    try connection.query(Statement.types, []) { $0.text(0) }
  }

  // MARK: Writing

  /// Writes a whole row, tags included: a new one, or in place of the one with its id.
  ///
  /// Extensions are kept.
  ///
  /// - Throws: ``MarfaError/invalid(message:)`` when a property can't be written as JSON.
  package func put(_ row: ItemRow) throws {
    var row = row
    row.tags = Self.distinct(row.tags)
    let values = try row.values()
    let held = try connection.first(Statement.heldById, [.text(row.id)]) {
      (
        seq: $0.integer(0), tags: try ItemRow.tags($0, 1),
        keepsPlaces: row.hasPlaces(of: $0, from: 2)
      )
    }
    if let held {
      // Most changes leave a row where the indexes have it, but for the time of the change.
      if held.keepsPlaces {
        try connection.run(
          Statement.updateInPlace,
          [.integer(held.seq)] + Statement.placesInPlace.map { values[$0 - 1] })
      } else {
        try connection.run(Statement.update, values + [.integer(held.seq)])
      }
      if held.tags != row.tags {
        try index(row.tags, of: row.id, replacing: !held.tags.isEmpty)
      }
      try ItemIndexing(connection).mark(held.seq)
    } else {
      guard let seq = try connection.integer(Statement.insert, values) else { return }
      if !row.tags.isEmpty { try index(row.tags, of: row.id, replacing: false) }
      try ItemIndexing(connection).mark(seq)
    }
  }

  /// Moves an item to another state.
  ///
  /// - Parameters:
  ///   - trashedWith: the item whose delete took it along; `nil` drops the mark.
  ///   - updatedAt: when it changed; `nil` leaves the time.
  /// - Returns: whether it is held.
  @discardableResult
  package func setState(
    _ state: ItemState, of id: String, trashedWith: String? = nil, updatedAt: String? = nil
  ) throws -> Bool {
    try ItemIndexing(connection).mark(id)
    return try connection.run(
      """
      UPDATE items SET state = ?2, trashed_with = ?3, updated_at = coalesce(?4, updated_at)
      WHERE id = ?1
      """, [.text(id), .text(state.rawValue), SQLValue(trashedWith), SQLValue(updatedAt)]) > 0
  }

  /// Moves the time of an item's last change, and nothing else.
  package func touch(_ id: String, updatedAt: String) throws {
    try connection.run(
      "UPDATE items SET updated_at = ?2 WHERE id = ?1", [.text(id), .text(updatedAt)])
  }

  /// Gives an item another id, with its tags, extensions and the ends of its edges.
  ///
  /// Nothing else may hold the new id.
  package func rename(_ id: String, to newId: String) throws {
    let ids: [SQLValue] = [.text(id), .text(newId)]
    try connection.run("UPDATE items SET id = ?2 WHERE id = ?1", ids)
    try connection.run("UPDATE items SET trashed_with = ?2 WHERE trashed_with = ?1", ids)
    try connection.run("UPDATE edges SET source_id = ?2 WHERE source_id = ?1", ids)
    try connection.run("UPDATE edges SET target_id = ?2 WHERE target_id = ?1", ids)
  }

  /// Removes an item with its tags and extensions. Its edges are `EdgeStore`'s to remove.
  ///
  /// - Returns: whether it was held.
  @discardableResult
  package func remove(_ id: String) throws -> Bool {
    try ItemIndexing(connection).mark(id)
    return try connection.run("DELETE FROM items WHERE id = ?1", [.text(id)]) > 0
  }

  /// Removes every item, with tags, extensions and full text.
  package func removeAll() throws {
    // Children first: emptied whole, they cost nothing as each item goes.
    for table in ["tags", "extensions", "items", "index_pending"] {
      try connection.run("DELETE FROM \(table)")
    }
    try connection.script(EngineSchema.emptyFullText)
  }

  /// Brings the index of tags to what the row holds now.
  func index(_ tags: [String], of id: String, replacing: Bool) throws {
    if replacing { try connection.run("DELETE FROM tags WHERE item_id = ?1", [.text(id)]) }
    for tag in tags {
      try connection.run(
        "INSERT INTO tags (item_id, tag) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [.text(id), .text(tag)])
    }
  }

  private enum Statement {
    static let byId = "SELECT \(ItemRow.columns) FROM items WHERE items.id = ?1"
    static let byKey = """
      SELECT \(ItemRow.columns) FROM items
      WHERE items.source = ?1 AND items.source_id = ?2 ORDER BY items.seq LIMIT 1
      """
    static let heldById = "SELECT seq, tags, \(ItemRow.placeColumns) FROM items WHERE id = ?1"
    static let insert = """
      INSERT INTO items (
        id, type, properties, state, tier, version, schema_version, source, source_id,
        occurred_at, created_at, updated_at, tags, capture_latitude, capture_longitude,
        trashed_with
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      RETURNING seq
      """
    static let update = """
      UPDATE items SET
        id = ?1, type = ?2, properties = ?3, state = ?4, tier = ?5, version = ?6,
        schema_version = ?7, source = ?8, source_id = ?9, occurred_at = ?10, created_at = ?11,
        updated_at = ?12, tags = ?13, capture_latitude = ?14, capture_longitude = ?15,
        trashed_with = ?16
      WHERE seq = ?17
      """
    /// As ``update``, for a row with the same id and ``ItemRow/placeColumns``.
    static let updateInPlace = """
      UPDATE items SET
        properties = ?2, tier = ?3, version = ?4, schema_version = ?5, updated_at = ?6, tags = ?7,
        capture_latitude = ?8, capture_longitude = ?9
      WHERE seq = ?1
      """
    /// The numbers that the values of ``updateInPlace`` have in ``update``, in their order.
    static let placesInPlace = [3, 5, 6, 7, 12, 13, 14, 15]
    /// Jumps from each type to the next one in the index, instead of walking all rows.
    static let types = """
      WITH RECURSIVE held (type) AS (
        SELECT min(type) FROM items
        UNION ALL
        SELECT (SELECT min(items.type) FROM items WHERE items.type > held.type)
        FROM held WHERE held.type IS NOT NULL
      )
      SELECT type FROM held WHERE type IS NOT NULL
      """
  }
}
