import MarfaUI

/// What the screen shows, read in one go.
public struct NotesPage: Sendable, Hashable {
  /// The notes, the one changed last first; without the kept changes of conflicts.
  public var notes: [Note] = []
  /// The conflicts that wait for a decision.
  public var conflicts: [NoteConflict] = []
  /// The changes that the server did not take.
  public var returned: [ReturnedNote] = []

  static let type = "core.note"
  /// The tag by which a server marks the change that lost.
  private static let lostTag = "conflicted-copy"
  /// The link from that change to the note.
  private static let lostLink = "derived-from"
  /// More than this nobody scrolls through; a search finds the rest.
  private static let most: UInt32 = 500

  static func read(_ copy: WorkingCopy) async throws -> NotesPage {
    let items = try await copy.items.list(
      ListFilters(type: type, limit: most),
      sort: Sort(field: .updatedAt, direction: .descending))
    let queue = try await copy.queue.all()
    let waiting = Set(queue.filter { $0.verdict == nil }.compactMap(\.itemId))
    let notes = Dictionary(
      items.map { ($0.id, Note($0, isWaiting: waiting.contains($0.id))) },
      uniquingKeysWith: { first, _ in first })
    var page = NotesPage()
    for item in items {
      guard let note = notes[item.id] else { continue }
      guard item.tags.contains(lostTag) else {
        page.notes.append(note)
        continue
      }
      let link = try await copy.edges.from(item.id).first { $0.edgeType == lostLink }
      if let current = link.flatMap({ notes[$0.targetId] }) {
        page.conflicts.append(NoteConflict(current: current, other: note))
      } else {
        // What it belonged to is gone: then it is a note like any other.
        page.notes.append(note)
      }
    }
    page.returned = queue.compactMap(ReturnedNote.init)
    return page
  }
}
