import Foundation
import MarfaEngine
import MarfaModel

/// What a copy tells of conflicted copies and of small images.
extension CopyReader {
  /// The tag that the server puts on the loser of a conflict.
  private static let conflictedTag = "conflicted-copy"
  /// The edge from the loser to the item it was written to.
  private static let originalEdge = "derived-from"

  func original(ofConflictedCopy id: String) throws -> String? {
    guard let row = try ItemStore(connection).get(id), Self.isConflictedCopy(row) else {
      return nil
    }
    return try EdgeStore(connection).from(id, type: Self.originalEdge).first?.targetId
  }

  func conflictedCopies(of id: String) throws -> [Item] {
    let catalog = try catalog()
    let items = ItemStore(connection)
    var seen = Set<String>()
    // Edges come oldest first, and that is the order of the copies.
    return try EdgeStore(connection).to(id, type: Self.originalEdge).compactMap { edge in
      guard seen.insert(edge.sourceId).inserted, let row = try items.get(edge.sourceId),
        Self.isConflictedCopy(row)
      else { return nil }
      return row.item(in: catalog)
    }
  }

  private static func isConflictedCopy(_ row: ItemRow) -> Bool {
    row.state != .trashed && row.tags.contains(conflictedTag)
  }

  func thumbnail(_ id: String) throws -> Thumbnail? {
    guard let row = try ItemStore(connection).get(id) else {
      throw MarfaError.notFound(code: "not_held", message: "This item is not here.")
    }
    guard let field = try catalog().type(row.type)?.thumbnailField,
      let value = row.properties[field], !value.isNull
    else { return nil }
    guard let image = value.string.flatMap(ThumbnailText.init) else {
      throw MarfaError.decoding(message: "The thumbnail of the item \(id) can't be read.")
    }
    return Thumbnail(mimeType: image.mimeType, bytes: Data(image.bytes))
  }
}
