import MarfaEngine
import MarfaModel
import MarfaSQL

/// Writes items for one sender, inside one transaction.
///
/// Every refusal is thrown before or undone with everything the call did: the transaction's
/// savepoint belongs to the call.
struct ItemWriter {
  let scope: WriteScope
  let sender: Credential

  var items: ItemStore { ItemStore(scope.connection) }
  var versions: VersionStore { VersionStore(connection: scope.connection) }
  var edges: EdgeWriter { EdgeWriter(scope: scope, sender: sender) }
  var catalog: TypeCatalog { scope.catalog }

  /// What the sender is told of an item.
  var answers: ItemAnswers {
    ItemAnswers(
      connection: scope.connection, catalog: catalog, permissions: sender.permissions)
  }

  /// A new id.
  func mint() -> String { UUIDv7Minter.shared.mint(milliseconds: scope.now).text }

  /// Whether the sender may read items of a type.
  func reads(_ type: String) -> Bool { sender.permissions.reads(type: type, in: catalog) }

  /// The item that an operation names, for one that may write it.
  ///
  /// - Parameter inBin: whether an item in the bin is taken too.
  /// - Throws: `invalid_id`, `item_not_found`, `type_not_permitted`.
  func target(_ id: String, inBin: Bool = false) throws -> ItemRow {
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard let row = try items.get(id), reads(row.type) else { throw RuleRefusal.itemNotFound() }
    scope.needs.note(item: row.id, type: row.type)
    if row.state == .trashed, !inBin { throw RuleRefusal.itemNotFound(inBin: true) }
    try sender.permissions.judgeItemWrite(type: row.type, in: catalog)
    return row
  }

  /// Logs what happened to an item, whole.
  func announce(_ name: LoggedEvent.Name, _ row: ItemRow, further: JSONObject = [:]) throws {
    let all = ItemAnswers(connection: scope.connection, catalog: catalog, permissions: nil)
    var further = further
    if let head = row.trashedWith ?? further["restored_with"]?.string {
      further[EventMark.typeMember] = .string(try items.type(of: head) ?? "")
    }
    try scope.announce(
      .item(
        name, type: row.type, item: try all.item(row).json,
        metadata: try all.metadata(row).json, further: further))
  }

  /// What was purged, of which links and natural keys are remembered.
  var tombstones: TombstoneStore { TombstoneStore(connection: scope.connection) }

  /// Stores a row whose link, natural key or files may be new to it.
  ///
  /// - Returns: the row as it is stored, its size set where it is a file.
  func store(_ row: ItemRow, before: ItemRow?, _ proof: BlobReferences.Proof) throws -> ItemRow {
    let row = try settleFiles(of: row, before: before, proof)
    try items.put(row)
    try tombstones.clear(row, link: link(of: row)?.value)
    return row
  }

  /// The field that an item's type links by, with the item's value; `nil` where it has none.
  func link(of row: ItemRow) -> (field: String, value: String)? {
    guard let field = catalog.definition(row.type)?.linkField,
      let value = row.properties[field]?.string, !value.isEmpty
    else { return nil }
    return (field, value)
  }

  /// Refuses a link value that another item of exactly this type holds, in whatever state.
  ///
  /// - Throws: `link_taken`.
  func judgeLink(_ row: ItemRow) throws {
    guard let (field, value) = link(of: row) else { return }
    let dialect = scope.connection.dialect.filters
    let other = try scope.connection.text(
      """
      SELECT id FROM items WHERE type = ?1 AND id <> ?2
        AND \(dialect.value("properties", path: "?3")) = ?4 LIMIT 1
      """, [.text(row.type), .text(row.id), .text(dialect.path(of: field)), .text(value)])
    guard let other else { return }
    throw RuleRefusal(
      status: 409, code: "link_taken", message: "Another item of this type holds this link.",
      details: [
        "existing_id": .string(other), "field": .string(field), "value": .string(value),
      ])
  }

  /// Refuses a natural key that another item holds, in whatever state.
  ///
  /// - Throws: `source_id_conflict`.
  func judgeKey(_ row: ItemRow) throws {
    guard let sourceId = row.sourceId,
      let other = try items.get(source: row.source, sourceId: sourceId), other.id != row.id
    else { return }
    throw RuleRefusal(
      status: 409, code: "source_id_conflict",
      message: "Another item holds this id under this source.")
  }
}

extension VersionedItem {
  /// A stored item as it stands.
  init(_ row: ItemRow) {
    self.init(
      id: row.id, version: row.version, type: row.type, tier: row.tier,
      occurredAt: row.occurredAt, sourceId: row.sourceId, properties: row.properties)
  }
}
