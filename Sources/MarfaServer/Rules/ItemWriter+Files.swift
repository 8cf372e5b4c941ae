import MarfaEngine
import MarfaModel

/// What items have to do with the bytes of files (events-blobs-keys 4.4 and 4.6).
extension ItemWriter {
  /// Which files rows name, and whether they lend them.
  var files: BlobReferences {
    BlobReferences(connection: scope.connection, catalog: catalog)
  }

  /// Notes which files a row names from now on, and sets the size of a file item.
  func settleFiles(of row: ItemRow, before: ItemRow?, _ proof: BlobReferences.Proof) throws
    -> ItemRow
  {
    try files.keep(
      BlobHash.references(in: row.properties), of: .item(row.id),
      before: before.map { BlobHash.references(in: $0.properties) } ?? [], proof)
    guard isFile(row.type) else { return row }
    var row = row
    if let size = try lentSize(of: row) {
      row.properties[Self.sizeField] = .integer(size)
    } else {
      row.properties.removeValue(forKey: Self.sizeField)
    }
    return row
  }

  /// Keeps the files of the version that a row leaves from being removed.
  func keepFiles(of row: ItemRow) throws {
    try files.keep(
      BlobHash.references(in: row.properties), of: .version(item: row.id, row.version), before: [],
      BlobReferences.Proof())
  }

  /// A merge in which the size of a file plays no part: it is the server's to say.
  func withoutFileSize(_ input: MergeInput) -> MergeInput {
    guard isFile(input.current.type) || input.write.type.map(isFile) == true else { return input }
    var (base, current, write) = (input.base, input.current, input.write)
    base?.properties.removeValue(forKey: Self.sizeField)
    current.properties.removeValue(forKey: Self.sizeField)
    write.properties?.removeValue(forKey: Self.sizeField)
    return MergeInput(base: base, current: current, write: write)
  }

  /// The properties that a merge without the size came to, with the size where the row had it.
  func withFileSize(_ properties: JSONObject, where current: JSONObject) -> JSONObject {
    guard let size = current[Self.sizeField] else { return properties }
    let next = current.drop { $0.key != Self.sizeField }.dropFirst()
      .first { properties[$0.key] != nil }?.key
    var placed = JSONObject()
    for (name, value) in properties {
      if name == next { placed[Self.sizeField] = size }
      placed[name] = value
    }
    placed[Self.sizeField] = size
    return placed
  }

  /// The properties that are judged: with the size that was sent, which must be a number although
  /// the server sets its own.
  func withSentSize(_ row: MergedRow, _ write: MergeWrite) -> JSONObject {
    guard isFile(row.type), let size = write.properties?[Self.sizeField], !size.isNull else {
      return row.properties
    }
    var properties = row.properties
    properties[Self.sizeField] = size
    return properties
  }

  private static let file = "core.file"
  private static let sizeField = "size_bytes"
  private static let hashField = "blob_ref"

  func isFile(_ type: String) -> Bool { catalog.isAtOrUnder(type, Self.file) }

  /// The number of bytes of the file that an item is, if the item lends it.
  private func lentSize(of row: ItemRow) throws -> Int64? {
    guard let hash = row.properties[Self.hashField]?.string.flatMap(BlobHash.init(whole:)),
      try files.standing(of: hash, in: .item(row.id)) == true
    else { return nil }
    return try BlobRegistry(connection: scope.connection).get(hash)?.size
  }
}
