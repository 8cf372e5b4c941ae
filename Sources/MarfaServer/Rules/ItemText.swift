import MarfaEngine
import MarfaModel
import MarfaSQL

/// Writes the answer about one item straight from its row: what is asked of a server most.
///
/// One statement finds all of it, and the stored properties are sent as they are where they are
/// surely spelled as the wire spells them. ``ItemAnswers`` says the same by way of values, and a
/// test holds the two to the same bytes.
struct ItemText {
  private let scope: LookUpScope
  private let permissions: KeyPermissions

  /// Writes for a key, from one snapshot.
  init(_ scope: LookUpScope, permissions: KeyPermissions) {
    self.scope = scope
    self.permissions = permissions
  }

  /// What became of a look-up.
  private enum Found {
    case text([UInt8])
    /// In a state that ``ItemAnswers`` is to tell of.
    case unusual
    case hidden
  }

  /// The item with its edges, tags and extensions; `nil` where it is to be told by way of values.
  ///
  /// - Throws: `invalid_id`, `item_not_found`; ``MarfaError/decoding(message:)`` for a damaged row.
  func row(_ id: String) throws -> [UInt8]? {
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    let found = try scope.connection.first(Self.statement, [.text(id)]) { try read($0, id) }
    switch found {
    case .text(let text): return text
    case .unusual: return nil
    case .hidden, nil: throw RuleRefusal.itemNotFound()
    }
  }

  private func read(_ row: any SQLRow, _ id: String) throws -> Found {
    let state = row.text(Column.state)
    guard state != ItemState.trashed.rawValue else { return .hidden }
    guard row.isNull(Column.trashedWith), ItemState(rawValue: state) != nil else {
      return .unusual
    }
    let catalog = try scope.catalogs.load(revision: row.integer(Column.revision))
    guard permissions.reads(type: row.text(Column.type), in: catalog) else { return .hidden }
    var text = JSONText(capacity: 1_024)
    text.begin("item")
    text.put("id", id)
    Self.put("type", row, Column.type, &text)
    try put(properties: row, &text)
    text.put("state", state)
    Self.put("tier", row, Column.tier, &text)
    text.put("version", integer: row.integer(Column.version))
    text.put("schema_version", integer: row.integer(Column.schemaVersion))
    Self.put("source", row, Column.source, &text)
    Self.put("source_id", row, Column.sourceId, &text)
    if let latitude = row.optionalReal(Column.captureLatitude) {
      try text.put("capture_latitude", value: .number(latitude))
    }
    if let longitude = row.optionalReal(Column.captureLongitude) {
      try text.put("capture_longitude", value: .number(longitude))
    }
    Self.put("occurred_at", row, Column.occurredAt, &text)
    Self.put("created_at", row, Column.createdAt, &text)
    Self.put("updated_at", row, Column.updatedAt, &text)
    let answers = ItemAnswers(
      connection: scope.connection, catalog: catalog, permissions: permissions)
    if row.integer(Column.hasEdges) != 0 {
      let edges = try answers.blocks(EdgeQuery(from: id))
      try text.put(
        "edges",
        value: .object(JSONObject(edges.map { ($0.edgeType, .object($0.page.json(\.json))) })))
    } else {
      text.begin("edges")
      text.end()
    }
    text.end()
    text.begin("metadata")
    text.put("item_id", id)
    let tags = try ItemRow.tags(row, Column.tags)
    try text.put("tags", value: .array(tags.map(JSONValue.string)))
    let extensions =
      row.integer(Column.hasExtensions) != 0 ? try answers.extensions(of: id) : JSONObject()
    try text.put("extensions", value: .object(extensions))
    text.end()
    return .text(text.finish())
  }

  private func put(properties row: any SQLRow, _ text: inout JSONText) throws {
    try row.lendBytes(Column.properties) { try text.put("properties", object: $0) }
  }

  /// Writes a column of text; nothing for null.
  private static func put(
    _ key: StaticString, _ row: any SQLRow, _ column: Int, _ text: inout JSONText
  ) {
    guard !row.isNull(column) else { return }
    row.lendBytes(column) { text.put(key, text: $0) }
  }

  /// The places of ``statement``'s columns.
  private enum Column {
    static let revision = 0
    static let type = 1
    static let properties = 2
    static let state = 3
    static let tier = 4
    static let version = 5
    static let schemaVersion = 6
    static let source = 7
    static let sourceId = 8
    static let captureLatitude = 9
    static let captureLongitude = 10
    static let occurredAt = 11
    static let createdAt = 12
    static let updatedAt = 13
    static let tags = 14
    static let trashedWith = 15
    static let hasEdges = 16
    static let hasExtensions = 17
  }

  private static let statement = """
    SELECT (SELECT revision FROM catalog_revision), type, properties, state, tier, version,
      schema_version, source, source_id, capture_latitude, capture_longitude, occurred_at,
      created_at, updated_at, tags, trashed_with,
      EXISTS (SELECT 1 FROM edges WHERE edges.source_id = items.id),
      EXISTS (SELECT 1 FROM extensions WHERE extensions.item_id = items.id)
    FROM items WHERE items.id = ?1
    """
}
