import MarfaUI

/// A change that the server did not take, offered back to the person with all that was written.
public struct ReturnedNote: Sendable, Hashable, Identifiable {
  /// The write's id in the queue.
  public let id: String
  /// The note that it was to change; `nil` for a new one.
  public let noteId: String?
  /// The title that was written; `nil` when the change was none of the title.
  public let title: String?
  /// The text that was written; `nil` when the change was none of the text.
  public let body: String?
  /// What the server said, in words.
  public let reason: String

  /// `nil` for a write that is not a refused change of a note's text.
  init?(_ write: QueuedWrite) {
    guard case .refused(let refusal) = write.verdict else { return nil }
    switch write.kind {
    case .createItem: noteId = nil
    case .updateItem: noteId = write.itemId
    default: return nil
    }
    id = write.id
    let properties = write.body["properties"]?.object
    title = properties?["title"]?.string
    body = properties?["body"]?.string
    reason = refusal.message ?? refusal.reason
  }
}
