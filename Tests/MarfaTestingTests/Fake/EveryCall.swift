import Foundation
import MarfaTesting

/// A call of each name in the recorded API, made with arguments for which a real copy answers.
enum EveryCall {
  private static let note = Sample.id(1)
  private static let other = Sample.id(2)
  private static let view = Sample.view.id
  private static let file = URL(filePath: "/nowhere/at/all.txt")
  private static let hash = "sha256:" + String(repeating: "0", count: 64)

  static let samples: [String: @Sendable (WorkingCopy) async throws -> Void] = [
    "WorkingCopy.status()": { _ = try await $0.status() },
    "WorkingCopy.hydrate(types:tier:edgeTypes:)": {
      try await $0.hydrate(types: [Sample.noteType.id], tier: .all)
    },
    "WorkingCopy.catchUp()": { try await $0.catchUp() },
    "WorkingCopy.declareTypes(_:)": { try await $0.declareTypes([]) },
    "WorkingCopy.declaredTypes()": { _ = try await $0.declaredTypes() },
    "WorkingCopy.search(_:filters:limit:)": { _ = try await $0.search("bread") },
    "WorkingCopy.search(_:inView:limit:)": { _ = try await $0.search("bread", inView: view) },
    "WorkingCopy.changes(since:most:)": { _ = try await $0.changes(since: nil) },
    "WorkingCopy.useKey(_:)": { try await $0.useKey("k") },
    "WorkingCopy.pin(_:)": { try await $0.pin(note) },
    "WorkingCopy.unpin(_:)": { try await $0.unpin(note) },
    "WorkingCopy.createFolder(_:idempotencyKey:)": {
      try await $0.createFolder(FolderSettings(title: "F"))
    },
    "WorkingCopy.changeFolder(_:_:baseVersion:idempotencyKey:)": {
      try await $0.changeFolder(other, FolderSettingsChange(title: "F"), baseVersion: 1)
    },
    "WorkingCopy.revokeFolder(_:idempotencyKey:)": { try await $0.revokeFolder(other) },
    "WorkingCopy.search(_:inFolder:limit:)": { _ = try await $0.search("bread", inFolder: other) },
    "Items.folder(_:)": { _ = try await $0.items.folder(other) },
    "Items.list(inFolder:sort:limit:offset:)": { _ = try await $0.items.list(inFolder: other) },
    "Items.list(inView:sort:limit:offset:)": { _ = try await $0.items.list(inView: view) },
    "Items.groups(inView:limit:)": { _ = try await $0.items.groups(inView: view) },
    "Items.original(ofConflictedCopy:)": {
      _ = try await $0.items.original(ofConflictedCopy: note)
    },
    "Items.conflictedCopies(of:)": { _ = try await $0.items.conflictedCopies(of: note) },
    "Items.thumbnail(_:)": { _ = try await $0.items.thumbnail(note) },
    "Items.purge(_:version:)": { try await $0.items.purge(note) },
    "Items.bin(type:after:limit:)": { _ = try await $0.items.bin() },
    "Views.create(_:)": { try await $0.views.create(ViewSettings(title: "V")) },
    "Views.change(_:_:baseVersion:)": {
      try await $0.views.change(view, ViewSettingsChange(title: "V"), baseVersion: 1)
    },
    "Views.delete(_:)": { try await $0.views.delete(view) },
    "Views.all()": { _ = try await $0.views.all() },
    "Views.get(_:)": { _ = try await $0.views.get(view) },
    "Items.displays(for:)": { _ = try await $0.items.displays(for: [Sample.note(1)]) },
    "Items.displays(of:)": { _ = try await $0.items.displays(of: [note]) },
    "Items.linkCandidates(of:in:)": {
      _ = try await $0.items.linkCandidates(of: ["Milk"], in: note)
    },
    "Items.links(in:)": { _ = try await $0.items.links(in: note) },
    "Items.attach(to:file:_:)": { _ = try await $0.items.attach(to: note, file: file) },
    "Items.embed(file:in:_:)": { _ = try await $0.items.embed(file: file, in: note) },
    "Items.embedText(of:in:)": { _ = try await $0.items.embedText(of: other, in: note) },
    "Blobs.put(file:mimeType:)": { _ = try await $0.blobs.put(file: file) },
    "Blobs.get(_:)": { _ = try await $0.blobs.get(hash) },
    "Blobs.isHeld(_:)": { _ = try await $0.blobs.isHeld(hash) },
    "Items.list(_:sort:)": { _ = try await $0.items.list() },
    "Items.get(_:)": { _ = try await $0.items.get(note) },
    "Items.create(_:)": {
      try await $0.items.create(Draft(type: Sample.noteType.id, properties: ["title": "T"]))
    },
    "Items.update(_:_:)": {
      try await $0.items.update(note, Edit(properties: ["title": "T"], baseVersion: 1))
    },
    "Items.updateAsRead(_:_:)": {
      try await $0.items.updateAsRead(note, Edit(properties: ["title": "T"], baseVersion: 1))
    },
    "Items.delete(_:)": { try await $0.items.delete(note) },
    "Items.restore(_:)": {
      try await $0.items.delete(note)
      try await $0.items.restore(note)
    },
    "Items.transition(_:to:)": { try await $0.items.transition(note, to: .archived) },
    "Edges.from(_:)": { _ = try await $0.edges.from(note) },
    "Edges.to(_:)": { _ = try await $0.edges.to(other) },
    "Edges.ofType(_:)": { _ = try await $0.edges.ofType("about") },
    "Edges.create(from:to:type:properties:id:)": {
      try await $0.edges.create(from: other, to: note, type: "about")
    },
    "Edges.update(_:properties:baseVersion:)": {
      try await $0.edges.update(Sample.id(9), properties: ["a": 1], baseVersion: 1)
    },
    "Edges.move(_:from:to:baseVersion:)": {
      let edge = try await $0.edges.create(from: note, to: other, type: Sample.home.id).edgeId
      try await $0.edges.move(edge ?? "", to: Sample.id(3), baseVersion: 0)
    },
    "Edges.delete(_:)": { try await $0.edges.delete(Sample.id(9)) },
    "Tags.add(_:to:)": { try await $0.tags.add("x", to: note) },
    "Tags.remove(_:from:)": { try await $0.tags.remove("cold", from: other) },
    "Metadata.replaceTags(of:with:)": { try await $0.metadata.replaceTags(of: note, with: ["x"]) },
    "Metadata.mergeTags(_:into:)": { try await $0.metadata.mergeTags(["x"], into: note) },
    "Extensions.write(_:_:on:)": { try await $0.extensions.write("shop", ["a": 1], on: note) },
    "Extensions.delete(_:from:)": { try await $0.extensions.delete("shop", from: note) },
    "Catalog.itemTypes()": { _ = try await $0.catalog.itemTypes() },
    "Catalog.itemType(_:)": { _ = try await $0.catalog.itemType(Sample.noteType.id) },
    "Catalog.edgeTypes()": { _ = try await $0.catalog.edgeTypes() },
    "Catalog.edgeType(_:)": { _ = try await $0.catalog.edgeType("about") },
    "Queue.all()": { _ = try await $0.queue.all() },
    "Queue.drain()": { try await $0.queue.drain() },
    "Queue.forgetAnswered()": { try await $0.queue.forgetAnswered() },
    "Queue.takeAnswered()": { _ = try await $0.queue.takeAnswered() },
    "Queue.discard(_:)": { try await $0.queue.discard($0.aWrite()) },
    "Queue.withdraw(_:)": { try await $0.queue.withdraw($0.aWrite()) },
    "Queue.release(_:)": { try await $0.queue.release(note) },
    "Queue.release(reason:)": { try await $0.queue.release(reason: .keySpent) },
  ]
}

extension WorkingCopy {
  /// The id of a write that waits.
  fileprivate func aWrite() async throws -> String {
    try await tags.add("x", to: Sample.id(1)).id
  }
}
