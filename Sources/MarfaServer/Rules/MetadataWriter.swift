import MarfaEngine
import MarfaModel

/// Writes what is kept beside items, for one sender, inside one transaction.
///
/// Each write moves the time of the item's last change and is announced; the version and the
/// history stay as they are.
struct MetadataWriter {
  let items: ItemWriter

  /// Makes these the whole set of an item's tags.
  func replaceTags(of id: String, with named: [String]) throws -> Reply {
    let tags = try TagRules.replacing(with: named)
    return try setTags(tags, of: try items.target(id))
  }

  /// Adds tags to those that an item carries.
  ///
  /// - Parameter named: `nil` where the request names no tags: then nothing is written.
  func addTags(_ named: [String]?, to id: String) throws -> Reply {
    // What is wrong with the request itself comes before the item.
    if let named { _ = try TagRules.replacing(with: named) }
    let row = try items.target(id)
    guard let named else { return try metadata(of: row) }
    return try setTags(try TagRules.adding(named, to: row.tags), of: row)
  }

  /// Takes a tag off an item. One that it does not carry is taken off as well.
  func removeTag(_ tag: String, from id: String) throws -> Reply {
    let row = try items.target(id)
    return try setTags(TagRules.removing(tag, from: row.tags), of: row)
  }

  /// Keeps an object beside an item, in place of what the namespace held.
  func putExtension(_ namespace: String, _ data: JSONObject, on id: String) throws -> Reply {
    let row = try target(id, namespace)
    try keepFiles(data, namespace, row)
    try items.items.putExtension(namespace, data, on: row.id)
    return try changedExtensions(of: row)
  }

  /// Removes what a namespace keeps beside an item.
  func removeExtension(_ namespace: String, from id: String) throws -> Reply {
    let row = try target(id, namespace)
    try keepFiles([:], namespace, row)
    try items.items.removeExtension(namespace, from: row.id)
    return try changedExtensions(of: row)
  }

  /// Notes which files an extension names from now on.
  private func keepFiles(_ data: JSONObject, _ namespace: String, _ row: ItemRow) throws {
    let held = try items.items.extensionData(namespace, of: row.id) ?? [:]
    try items.files.keep(
      BlobHash.references(in: data), of: .extensions(item: row.id, namespace: namespace),
      before: BlobHash.references(in: held), BlobReferences.Proof(writer: items.sender))
  }

  private func target(_ id: String, _ namespace: String) throws -> ItemRow {
    let row = try items.target(id)
    try items.sender.permissions.judge(extension: namespace, .write)
    guard !namespace.utf8.contains(0) else {
      throw RuleRefusal.validation(path: "namespace", "A namespace cannot hold a zero character.")
    }
    return row
  }

  func setTags(_ tags: [String], of row: ItemRow) throws -> Reply {
    var row = row
    row.tags = tags
    row.updatedAt = items.scope.timestamp
    try items.items.setTags(tags, of: row.id, updatedAt: row.updatedAt)
    try items.announce(.metadataChanged, row)
    return try metadata(of: row)
  }

  private func changedExtensions(of row: ItemRow) throws -> Reply {
    var row = row
    row.updatedAt = items.scope.timestamp
    try items.items.touch(row.id, updatedAt: row.updatedAt)
    try items.announce(.metadataChanged, row)
    return .json(["extensions": .object(try items.answers.extensions(of: row.id))])
  }

  private func metadata(of row: ItemRow) throws -> Reply {
    .json(["metadata": .object(try items.answers.metadata(row).json)])
  }
}
