import MarfaEngine
import MarfaModel
import MarfaSQL

extension CopyCore {
  /// Judges a call for what stands in the server's place; nothing does behind a real copy.
  func judge(_ function: StaticString, _ file: StaticString) -> CallJudge {
    CallJudge(standIn, CopyCall(function, in: file))
  }

  /// The way of a drain: to the server, or to what stands in its place.
  ///
  /// - Throws: `readingHandle`, `noServer`.
  func requireWay() throws(MarfaError) -> DrainWay {
    guard let standIn else {
      let bench = try requireServer()
      return DrainWay(
        store: store, line: CopyDrainLine(bench: bench, blobs: blobs), bench: bench,
        pace: opening.environment.drainPace)
    }
    // One by one: what stands in its place answers from the copy itself.
    return DrainWay(
      store: store, line: StandInLine(store: store, standIn: standIn) { [self] in now }, bench: nil,
      pace: .single)
  }

  /// How the held items among these ids are shown, each asked for once.
  func displays(of ids: [String], by standIn: any CopyStandIn) async throws
    -> [String: ItemDisplay]
  {
    let held = try await store.database.read { [types = store.catalog] connection in
      let catalog = try types.catalog(connection)
      return try ItemStore(connection).get(ids).filter { $0.state != .trashed }
        .map { $0.item(in: catalog) }
    }
    let displays = await standIn.displays(for: held)
    return Dictionary(zip(held.map(\.id), displays)) { first, _ in first }
  }

  /// Tells what stands in the server's place how the writes of the queue stand now.
  func tellStandIn() async throws {
    guard let standIn else { return }
    standIn.stands(
      try await store.database.read { connection in
        try QueueStore(connection: connection).all().map(\.queuedWrite)
      })
  }
}

extension WorkingCopy {
  /// Tells every stream of changes something that did not happen in the copy.
  package func tell(_ change: Change) { core.feed.tell([change]) }

  /// Tells everyone who holds ``updates()`` an update as it is.
  package func tell(_ update: CopyUpdate) { core.feed.send(update) }
}
