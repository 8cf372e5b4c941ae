import MarfaModel

/// Makes items for apps out of rows; of many rows it asks for the type only where that changes.
struct ItemMaker {
  private let catalog: TypeCatalog
  private var type: String?
  private var title = ""
  private var body = ""

  /// Makes items of the types of a catalog.
  init(_ catalog: TypeCatalog) { self.catalog = catalog }

  /// The row as a value; its type's hints say which properties hold title and body.
  mutating func item(_ row: ItemRow) -> Item {
    if row.type != type { turn(to: row.type) }
    return Item(
      id: row.id, type: row.type, properties: row.properties, state: row.state, tier: row.tier,
      version: row.version, schemaVersion: row.schemaVersion, source: row.source,
      sourceId: row.sourceId, occurredAt: row.occurredAt, createdAt: row.createdAt,
      updatedAt: row.updatedAt, tags: row.tags, title: row.properties[title]?.string,
      body: row.properties[body]?.string)
  }

  private mutating func turn(to type: String) {
    let hints = catalog.type(type)
    self.type = type
    title = hints?.titleProperty ?? "title"
    body = hints?.bodyProperty ?? "body"
  }
}
