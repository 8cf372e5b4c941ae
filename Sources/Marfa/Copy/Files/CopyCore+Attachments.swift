import Foundation
import MarfaEngine
import MarfaModel

/// Files that are attached to items.
extension CopyCore {
  func attach(
    _ file: URL, to id: String, _ attachment: Attachment,
    from function: StaticString = #function, in place: StaticString = #fileID
  ) async throws -> Attached {
    let name = file.lastPathComponent
    let mimeType = attachment.mimeType ?? FileMedia.type(ofName: name)
    return try await keeping(file, from: function, in: place) { writer in
      try writer.judgeAttachment(of: mimeType, to: id, attachment)
    } queueing: { writer, hash, size in
      try writer.attach((hash, size, name, mimeType), to: id, attachment)
    }
  }

  func embed(
    _ file: URL, in id: String, _ attachment: Attachment,
    from function: StaticString = #function, in place: StaticString = #fileID
  ) async throws -> Embedded {
    let attached = try await attach(file, to: id, attachment, from: function, in: place)
    let item = attached.item.itemId ?? ""
    do {
      return try await call(from: function, in: place) { [self] in
        try await queue { writer in
          let (body, text) = try writer.showFile(item, in: id)
          return (Embedded(attached: attached, body: body.write, embed: text), body.changes)
        }
      }
    } catch {
      throw MarfaError.embedIncomplete(attached: item, cause: MarfaError(storing: error))
    }
  }
}
