import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy tells of the files that are attached to an item.
extension CopyReader {
  func embedText(of file: String, in id: String) throws -> String {
    let items = ItemStore(connection)
    let catalog = try catalog()
    for id in [file, id] {
      guard let row = try items.get(id), row.state != .trashed else {
        throw MarfaError.notFound(
          code: "item_not_found", message: "This item is not here any more.")
      }
    }
    return try Self.embedText(
      of: file, among: try Self.attachments(of: id, connection, catalog))
  }

  /// What to write in a body to show one of its files.
  ///
  /// - Throws: `invalid` when the item is none of them, or its title can't name it alone.
  static func embedText(of file: String, among attached: [NamedItem]) throws(MarfaError) -> String {
    guard let named = attached.first(where: { $0.id == file }) else {
      throw .invalid(message: "The item is no file that is attached here.")
    }
    guard let text = EmbedResolver(attached: attached).text(for: named) else {
      throw .invalid(
        message: "The file's title can't name it alone in a text: another file has it too, it ends "
          + "like a document's, or it holds one of [ ] | # ^.")
    }
    return text
  }

  /// The files that are attached to an item and held outside the bin, in the order they came.
  static func attachments(
    of id: String, _ connection: any SQLConnection, _ catalog: TypeCatalog
  ) throws -> [NamedItem] {
    let names = NameStore(connection, catalog)
    var seen = Set<String>()
    return try EdgeStore(connection).to(id, type: "attached-to").compactMap { edge in
      guard seen.insert(edge.sourceId).inserted, let file = try names.item(edge.sourceId),
        catalog.isAtOrUnder(file.type, "core.file")
      else { return nil }
      return file
    }
  }
}
