import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a copy answers of folders.
extension CopyReader {
  /// A folder that is held; `nil` when there is none.
  func folder(_ id: String) throws -> Folder? {
    guard let row = try row(ofFolder: id), row.type == TypeId.folder else { return nil }
    return try Folder(Item(row: row))
  }

  func list(inFolder id: String, sort: Sort, limit: UInt32?, offset: UInt32?) throws -> [Item] {
    var query = try query(ofFolder: id, sort: sort)
    query.limit = limit.map { Int($0) }
    query.offset = offset.map { Int($0) } ?? 0
    return try ItemStore(connection).items(query, in: try catalog())
  }

  /// The query of a folder, as far as the copy holds all that it names.
  ///
  /// The settings are read from the row itself: a member that no value here could carry would be
  /// lost in reading, and more be listed than the folder holds.
  func query(ofFolder id: String, sort: Sort = .newestFirst) throws -> ItemQuery {
    guard let row = try row(ofFolder: id) else {
      throw MarfaError.notFound(code: "not_held", message: "This folder is not here.")
    }
    let meta = try CopyMeta(connection)
    if meta.hydration == .never {
      // What this device made is all that it has: a part, whatever the search says.
      throw MarfaError.hydrationIncomplete(message: MarfaErrorKind.hydrationIncomplete.sentence)
    }
    guard row.type == TypeId.folder else {
      throw MarfaError.invalid(message: "This item is no folder.")
    }
    guard row.state != .revoked else {
      throw MarfaError.invalid(message: "This folder was revoked: it holds nothing any more.")
    }
    let catalog = try catalog()
    let search = try Self.search(row.properties[FolderSettings.Name.search] ?? .null)
    let query = try ItemQuery(search, sort, in: catalog)
    let scope = SliceScope(meta.slice, catalog: catalog)
    guard !search.roots.isEmpty || scope.holdsEveryType else {
      throw MarfaError.invalid(
        message: "The folder holds items of every type, and the copy doesn't.")
    }
    try requireWhole(search, scope)
    return query
  }

  private func row(ofFolder id: String) throws -> ItemRow? {
    guard let row = try ItemStore(connection).get(id), row.state != .trashed else { return nil }
    return row
  }

  /// Reads the search of a folder whole.
  private static func search(_ value: JSONValue) throws(MarfaError) -> FolderSearch {
    if value.isNull { return FolderSearch() }
    guard let object = value.object else {
      throw .invalid(message: "The folder's search can't be followed.")
    }
    do {
      try FolderRules(nil, filters: .copy).judgeSearch(object)
    } catch {
      throw .invalid(message: "The folder's search can't be followed. \(error.message)")
    }
    return try FolderSearch(decoding: object)
  }
}
