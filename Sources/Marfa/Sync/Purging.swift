import MarfaEngine
import MarfaModel
import MarfaSQL

/// Destroys an item of the bin at the server, and then here. It is never queued.
struct Purging {
  let bench: SyncBench

  /// Sends the purge and lets the item go when the server has answered that it is gone.
  ///
  /// - Throws: as `Items.purge(_:version:)`. Nothing here changes then.
  func purge(_ id: String, version: Int64?) async throws {
    let meta = try await bench.meta()
    try meta.requireUsable()
    let held = try await bench.store.database.read { [bench] connection in
      try judge(id, in: try bench.rows(connection))
    }
    guard let version = version ?? held else {
      throw MarfaError.notFound(code: "not_held", message: "This item is not here.")
    }
    try await bench.confirmInstance(meta)
    _ = try await bench.line.call(
      "POST", "/items/\(PathSegment.encode(id))/purge", query: [("version", String(version))],
      body: nil)
    try await bench.store.database.write { [bench] connection in
      // A copy that was loaded anew meanwhile hears of it by the event.
      guard try CopyMeta(connection).generation == meta.generation else { return }
      if try EventApplier(connection, rows: try bench.rows(connection)).remove(id) {
        try ChangeLog(connection).append([Change(origin: .refreshed(.purged), itemId: id)])
      }
    }
  }

  /// The version of the server's row that is held, where there is one.
  private func judge(_ id: String, in rows: SliceRows) throws -> Int64? {
    let overlay = Overlay(rows.connection, rows: rows.rows)
    guard let shown = try rows.rows.item(id) else { return nil }
    guard shown.state == .trashed else {
      throw MarfaError.validation(
        code: "invalid_transition", message: "Only an item in the bin can be destroyed.")
    }
    guard try overlay.queue.laid(on: .item(id)).isEmpty else {
      throw MarfaError.invalid(message: "A change of this item still waits to be sent.")
    }
    return try overlay.serverItem(id)?.version
  }
}
