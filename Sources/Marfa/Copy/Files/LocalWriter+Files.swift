import MarfaEngine
import MarfaModel

/// Files that are attached to items, and shown in their bodies.
extension LocalWriter {
  private static let attachedEdge = "attached-to"
  private static let fileType = "core.file"

  /// Refuses an attachment that could not be queued, before its bytes are taken.
  func judgeAttachment(of mimeType: String, to id: String, _ attachment: Attachment) throws {
    _ = try live(id)
    _ = try type(attachment.type ?? FileMedia.itemType(of: mimeType))
  }

  /// Queues the upload of bytes that are held, an item for them, and its edge.
  func attach(
    _ bytes: (hash: BlobHash, size: Int64, name: String, mimeType: String), to id: String,
    _ attachment: Attachment
  ) throws -> (Attached, [Change]) {
    try judgeAttachment(of: bytes.mimeType, to: id, attachment)
    let typeId = attachment.type ?? FileMedia.itemType(of: bytes.mimeType)
    let taken = Set(try attachments(of: id).compactMap(\.title).map { ItemName.folded($0) })
    let title =
      attachment.title
      ?? FileMedia.freeTitle(bytes.name) { taken.contains(ItemName.folded($0)) }
    var properties: JSONObject = [
      "title": .string(title), "blob_ref": .string(bytes.hash.text),
      "mime_type": .string(bytes.mimeType),
    ]
    if rows.catalog.isAtOrUnder(typeId, Self.fileType) {
      properties["size_bytes"] = .integer(bytes.size)
    }
    let upload = Queued(
      [try enqueuer.append(.uploadBlob(bytes.hash.text, mimeType: bytes.mimeType))], itemId: nil)
    let item = try create(
      Draft(type: typeId, properties: properties, tier: attachment.tier),
      after: [upload.write.id])
    let file = item.write.itemId ?? ""
    let edge = try createEdge(
      from: file, to: id, type: Self.attachedEdge, properties: [:], id: nil)
    let attached = Attached(
      upload: upload.write, item: item.write, edge: edge.write,
      embed: try? embedText(of: file, in: id))
    return (attached, upload.changes + item.changes + edge.changes)
  }

  /// Queues the change of a body that shows an attached file.
  func showFile(_ file: String, in id: String) throws -> (body: Queued, text: String) {
    let shown = try live(id)
    let text = try embedText(of: file, in: id)
    let field = try type(shown.type).bodyProperty
    let body = FileMedia.appended(text, to: shown.properties[field]?.string ?? "")
    let edit = Edit(properties: [field: .string(body)], baseVersion: shown.version)
    return (try update(id, edit, asRead: false), text)
  }

  private func embedText(of file: String, in id: String) throws -> String {
    try CopyReader.embedText(of: file, among: try attachments(of: id))
  }

  private func attachments(of id: String) throws -> [NamedItem] {
    try CopyReader.attachments(of: id, connection, rows.catalog)
  }
}
