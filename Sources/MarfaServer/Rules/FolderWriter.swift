import MarfaEngine
import MarfaModel

/// Makes, changes and revokes folders: items of a type with operations of its own
/// (server-items 14).
struct FolderWriter {
  let items: ItemWriter

  /// Lets through who may write folders.
  ///
  /// - Throws: `type_not_permitted`, naming the grant.
  static func mayWrite(_ permissions: KeyPermissions, _ catalog: TypeCatalog) throws(RuleRefusal) {
    guard permissions.writes(type: TypeId.folder, in: catalog) else {
      throw .typeNotPermitted(TypeId.folder, .write)
    }
  }

  private var scope: WriteScope { items.scope }

  /// Makes a folder of these settings.
  func create(_ settings: JSONObject) throws -> Reply {
    guard settings["title"].map({ !$0.isNull }) ?? false else { throw RuleRefusal.missing("title") }
    try FolderRules(items.catalog).judge(settings)
    let type = try items.catalog.typeForWriting(TypeId.folder)
    let made = ItemRow(
      id: items.mint(), type: TypeId.folder, properties: try PropertyRules(type).creating(settings),
      tier: .library, version: 1, schemaVersion: type.definition.version,
      source: items.sender.source, occurredAt: scope.timestamp, createdAt: scope.timestamp,
      updatedAt: scope.timestamp)
    scope.needs.note(item: made.id, type: TypeId.folder)
    let row = try items.store(made, before: nil, BlobReferences.Proof(writer: items.sender))
    try items.announce(.itemCreated, row)
    return try answer(row, status: 201)
  }

  /// Puts the settings named in place of those that a folder has.
  func change(_ id: String, _ body: JSONObject) throws -> Reply {
    guard let version = try ItemBody(body: body).version() else {
      throw RuleRefusal.missing("version")
    }
    var settings = body
    settings.removeValue(forKey: "version")
    guard !settings.isEmpty else { throw RuleRefusal.malformed("The update changes nothing.") }
    try FolderRules(items.catalog).judge(settings)
    let row = try folder(id)
    let write = MergeWrite(version: version, properties: settings)
    let merged = try items.merge(write, into: row, onCollision: .refuse)
    return try answer(try items.replace(row, with: merged.row, base: merged.base))
  }

  /// Ends a folder for good.
  func revoke(_ id: String) throws -> Reply {
    let row = try folder(id)
    var next = row
    next.state = .revoked
    next.properties["revoked_at"] = .string(scope.timestamp)
    next.version = row.version + 1
    next.updatedAt = scope.timestamp
    try items.versions.keep(
      VersionedItem(row), id: items.mint(), writer: items.sender.writer, at: scope.timestamp)
    next = try items.store(
      next, before: row, BlobReferences.Proof(writer: items.sender))
    try items.announce(.itemStateChanged, next)
    return try answer(next)
  }

  /// A folder that can be changed.
  ///
  /// - Throws: `invalid_id`, `item_not_found` for whatever is no folder, `invalid_transition` for a
  ///   revoked one.
  private func folder(_ id: String) throws -> ItemRow {
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    guard let row = try items.items.get(id), row.type == TypeId.folder else {
      throw RuleRefusal.itemNotFound()
    }
    scope.needs.note(item: row.id, type: row.type)
    guard row.state != .revoked else {
      throw RuleRefusal(
        status: 400, code: "invalid_transition", message: "This folder was revoked.")
    }
    return row
  }

  private func answer(_ row: ItemRow, status: Int = 200) throws -> Reply {
    .json(["item": .object(try items.answers.item(row).json)], status: status)
  }
}
