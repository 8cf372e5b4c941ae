import Foundation
import Marfa
import MarfaModel

/// The edits.
extension SimWork {
  private enum Kind: String, CaseIterable {
    case note, task, keyed, title, body, notes, both, whole, asRead, retype, tier, delete, restore
    case transition, addTag, removeTag, mergeTags, replaceTags, writeExtension, deleteExtension
    case edge, updateEdge, deleteEdge, view, changeView, deleteView, attach, pin

    var weight: Int {
      switch self {
      case .title, .body: 10
      case .note, .notes, .both, .addTag: 6
      case .keyed, .whole, .asRead, .delete, .restore, .edge: 4
      case .attach, .pin, .task, .tier, .view, .changeView, .deleteView: 2
      default: 3
      }
    }
  }

  /// Makes what all devices work on from the beginning.
  func begin(on device: SimDevice) async {
    for kind in [Kind.note, .note, .note, .keyed] {
      await perform(kind.rawValue, device) { copy in
        device.ledger.queued(try await make(kind, copy, device), asRead: false)
        return ""
      }
    }
    await drain(device)
    await look(device)
  }

  /// A few edits of one device, as a person makes them.
  func edits(on device: SimDevice) async {
    for _ in 0..<(1 + world.below(4)) { await edit(on: device) }
  }

  /// One edit. What the copy refuses at once is done as well.
  func edit(on device: SimDevice) async {
    let kind = world.weighted(Kind.allCases.map { ($0.weight, $0) })
    await perform(kind.rawValue, device) { copy in
      let writes = try await queue(kind, copy, device)
      device.ledger.queued(writes, asRead: kind == .asRead)
      return writes.map(device.ledger.describe).joined(separator: ", ")
    }
  }

  /// A text that no other edit writes.
  private var text: String { "text \(world.serial())" }

  private func queue(_ kind: Kind, _ copy: WorkingCopy, _ device: SimDevice) async throws
    -> [QueuedWrite]
  {
    switch kind {
    case .note, .task, .keyed, .view, .attach: try await make(kind, copy, device)
    case .title, .body, .notes, .both, .whole, .asRead, .retype, .tier:
      try await change(kind, copy)
    case .edge, .updateEdge, .deleteEdge: try await connect(kind, copy)
    case .changeView, .deleteView: try await changeView(kind, copy)
    default: try await mark(kind, copy)
    }
  }

  private func make(_ kind: Kind, _ copy: WorkingCopy, _ device: SimDevice) async throws
    -> [QueuedWrite]
  {
    let tier: Tier? = world.weighted([(2, nil), (1, .library), (1, .feed)])
    switch kind {
    case .note:
      return [
        try await copy.items.create(
          Draft(
            type: SimSlice.note,
            properties: [
              "title": .string("T\(world.below(12))"), "body": .string(try await prose(copy)),
            ],
            tags: world.happens(40) ? ["t\(world.below(4))", "new"] : [], tier: tier))
      ]
    case .task:
      return [
        try await copy.items.create(
          Draft(
            type: SimSlice.task, properties: ["title": .string(text), "body": .string(text)],
            tier: tier))
      ]
    case .keyed:
      return [
        try await copy.items.create(
          Draft(
            type: SimSlice.note, properties: ["title": .string(text), "body": .string(text)],
            tags: world.happens(30) ? ["keyed"] : [], source: SimKeys.sharedSource,
            sourceId: world.one(of: ["day-0", "day-1", "day-2", "day-3"]),
            baseVersion: world.happens(30) ? 0 : nil))
      ]
    case .view: return [try await copy.views.create(ViewSettings(title: text))]
    default:
      let id = try await any(copy)
      let file = world.folder.appending(path: "\(device.name)-file-\(world.below(5)).txt")
      try Data("bytes \(file.lastPathComponent)".utf8).write(to: file)
      let attached = try await copy.items.attach(to: id, file: file)
      return [attached.upload, attached.item, attached.edge]
    }
  }

  private func change(_ kind: Kind, _ copy: WorkingCopy) async throws -> [QueuedWrite] {
    let id = try await any(copy)
    guard let item = try await copy.items.get(id) else { return [] }
    var edit = Edit(baseVersion: item.version)
    switch kind {
    case .title: edit.properties = ["title": .string(text)]
    case .body: edit.properties = ["body": .string(try await prose(copy))]
    case .notes: edit.properties = ["notes": .string(text)]
    case .both: edit.properties = ["title": .string(text), "body": .string(text)]
    case .whole:
      edit.properties = item.properties
      edit.properties["body"] = .string(text)
      edit.properties["notes"] = world.happens(50) ? nil : .string(text)
      edit.replaceProperties = true
    case .asRead:
      edit.properties = ["title": .string(text)]
      edit.baseVersion = max(item.version > 0 ? 1 : 0, item.version - Int64(world.below(3)))
      edit.replaceProperties = world.happens(30)
      if edit.replaceProperties { edit.properties["body"] = .string(text) }
      return [try await copy.items.updateAsRead(id, edit)]
    case .retype:
      edit.type = item.type == SimSlice.note ? SimSlice.task : SimSlice.note
      edit.properties = ["title": .string(text), "body": .string(text)]
    default: edit.tier = item.tier == .feed ? .library : .feed
    }
    return [try await copy.items.update(id, edit)]
  }

  private func mark(_ kind: Kind, _ copy: WorkingCopy) async throws -> [QueuedWrite] {
    if kind == .restore {
      let binned = try await copy.items.list(ListFilters(state: .trashed), sort: Self.oldestFirst)
      guard let id = world.one(of: binned.map(\.id)) else { return [] }
      return [try await copy.items.restore(id)]
    }
    let id = try await any(copy)
    let tag = "t\(world.below(4))"
    switch kind {
    case .delete: return [try await copy.items.delete(id)]
    case .transition:
      let state = try await copy.items.get(id)?.state
      return [try await copy.items.transition(id, to: state == .archived ? .active : .archived)]
    case .addTag: return [try await copy.tags.add(tag, to: id)]
    case .removeTag: return [try await copy.tags.remove(tag, from: id)]
    case .mergeTags: return [try await copy.metadata.mergeTags([tag, "merged"], into: id)]
    case .replaceTags: return [try await copy.metadata.replaceTags(of: id, with: [tag])]
    case .writeExtension:
      return [try await copy.extensions.write("app.one", ["value": .string(text)], on: id)]
    case .deleteExtension: return [try await copy.extensions.delete("app.one", from: id)]
    default:
      let pinned = try await copy.status().pinned
      _ =
        world.happens(50)
        ? try await copy.pin(id) : try await copy.unpin(world.one(of: pinned) ?? id)
      return []
    }
  }

  private func connect(_ kind: Kind, _ copy: WorkingCopy) async throws -> [QueuedWrite] {
    if kind == .edge {
      return [
        try await copy.edges.create(
          from: try await any(copy), to: try await any(copy), type: "references",
          properties: ["why": .string(text)])
      ]
    }
    let edges = try await copy.edges.from(try await any(copy)).filter {
      $0.edgeType == "references"
    }
    guard let edge = world.one(of: edges.sorted { $0.id < $1.id }) else { return [] }
    if kind == .deleteEdge { return [try await copy.edges.delete(edge.id)] }
    return [
      try await copy.edges.update(
        edge.id, properties: ["why": .string(text)], baseVersion: edge.version)
    ]
  }

  private func changeView(_ kind: Kind, _ copy: WorkingCopy) async throws -> [QueuedWrite] {
    let views = try await copy.views.all().sorted { $0.id < $1.id }
    guard let view = world.one(of: views) else { return [] }
    if kind == .deleteView { return [try await copy.views.delete(view.id)] }
    return [
      try await copy.views.change(
        view.id, ViewSettingsChange(title: text), baseVersion: view.version)
    ]
  }

  private static let oldestFirst = Sort(field: .createdAt, direction: .ascending)

  /// A body's text, at times with a link to something.
  private func prose(_ copy: WorkingCopy) async throws -> String {
    let link = world.happens(15) ? " and [[T\(world.below(12))]]" : ""
    return text + link
  }

  /// The id of an item that the copy shows, the newer ones more often.
  private func any(_ copy: WorkingCopy) async throws -> String {
    let types = [SimSlice.note, SimSlice.task]
    let items = try await copy.items.list(ListFilters(), sort: Self.oldestFirst)
      .filter { types.contains($0.type) }.map(\.id).sorted()
    return world.one(of: world.happens(50) ? Array(items.suffix(4)) : items) ?? "none"
  }
}
