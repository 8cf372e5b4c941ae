import Marfa
import MarfaModel

/// Proves that nothing was lost: every imported note and every offline change is found.
struct DemoProof {
  let served: ServedRows
  /// What earlier versions held, of the items whose history matters.
  let history: [String: [JSONObject]]

  /// The notes of an import that are not there, or not with what their files say.
  ///
  /// - Parameter edited: the items whose text the devices changed.
  func lostNotes(_ notes: [ImportedNote], _ report: ImportReport, edited: Set<String>) -> [String] {
    let refused = Set(report.refused.map(\.path))
    return notes.compactMap { note in
      if refused.contains(note.path) { return nil }
      guard let id = report.ids[note.sourceId], let item = served.items[id] else {
        return "The note of \(note.path) is not there."
      }
      guard item.state != .trashed else { return "The note of \(note.path) is in the bin." }
      guard item.sourceId == note.sourceId else {
        return "The note of \(note.path) stands under another name."
      }
      if edited.contains(id) { return nil }
      let differing = note.draft.properties.first { name, value in
        !value.isNull && item.properties[name] != value
      }
      if let differing { return "The note of \(note.path) lost its “\(differing.key)”." }
      let missing = note.tags.first { !item.tags.contains($0) }
      return missing.map { "The note of \(note.path) lost the tag “\($0)”." }
    }
  }

  /// The links between imported notes that are not there.
  func lostLinks(_ notes: [ImportedNote], _ report: ImportReport, type: String) -> [String] {
    let drawn = Set(
      served.edges.lazy.filter { $0.edgeType == type }.map { [$0.sourceId, $0.targetId] })
    return notes.flatMap { note in
      note.links.compactMap { link in
        guard let from = report.ids[note.sourceId], let to = report.ids[link], from != to,
          !drawn.contains([from, to])
        else { return nil }
        return "The link from \(note.path) to \(link) is not there."
      }
    }
  }

  /// The offline changes that are nowhere.
  func lostEdits(_ edits: [OfflineEdit]) -> [String] {
    edits.filter { !isFound($0.trace) }.map { edit in
      "What the \(edit.device) did (\(edit.what)) is nowhere."
    }
  }

  private func isFound(_ trace: OfflineEdit.Trace) -> Bool {
    switch trace {
    case .property(let item, let name, let value):
      served.items[item]?.properties[name]?.string == value
    case .propertyOrCopy(let item, let name, let value):
      ([item] + copies(of: item)).contains {
        served.items[$0]?.properties[name]?.string == value
      }
    case .history(let item, let name, let value):
      (history[item] ?? []).contains { $0[name]?.string == value }
    case .tag(let item, let tag):
      served.items[item]?.tags.contains(tag) == true
    case .tagGone(let item, let tag):
      served.items[item]?.tags.contains(tag) == false
    case .edge(let from, let to, let type):
      served.edges.contains { $0.sourceId == from && $0.targetId == to && $0.edgeType == type }
    case .bin(let item):
      served.items[item]?.state == .trashed
    }
  }

  /// The conflicted copies of an item.
  private func copies(of item: String) -> [String] {
    served.edges.filter { $0.edgeType == Self.copyLink && $0.targetId == item }.map(\.sourceId)
  }

  /// The edge type from a conflicted copy to its item.
  static let copyLink = "derived-from"
}
