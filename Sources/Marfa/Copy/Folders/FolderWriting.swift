import MarfaEngine
import MarfaModel
import MarfaSQL

/// Writes a folder at the server, and then here. It is never queued.
struct FolderWriting {
  let bench: SyncBench

  /// Makes a folder.
  func create(_ settings: FolderSettings, key: String) async throws -> Folder {
    try await send("POST", "/folders", settings.json, key) { _ in
      guard settings.title != nil else {
        throw MarfaError.invalid(message: "A folder needs a title.")
      }
      return settings
    }
  }

  /// Puts settings in place of those that a folder has.
  func change(_ id: String, _ change: FolderSettingsChange, baseVersion: Int64, key: String)
    async throws -> Folder
  {
    var body = change.json
    let isEmpty = body.isEmpty
    body["version"] = .integer(baseVersion)
    return try await send("PATCH", "/folders/\(PathSegment.encode(id))", body, key) { reader in
      guard !isEmpty else { throw MarfaError.invalid(message: "The change changes nothing.") }
      // Settings that can't be read, or aren't here, are for the server to judge.
      return (try? reader.folder(id)).flatMap { $0 }.map { change.applied(to: $0.settings) }
    }
  }

  /// Ends a folder for good.
  func revoke(_ id: String, key: String) async throws -> Folder {
    try await send("POST", "/folders/\(PathSegment.encode(id))/revoke", [:], key) { _ in nil }
  }

  /// Sends a write, and holds the row that is answered where the copy holds it.
  ///
  /// - Parameter settled: all that the folder says after the write, where it is known.
  /// - Throws: as `WorkingCopy.createFolder(_:idempotencyKey:)`. Nothing here changes then.
  private func send(
    _ method: String, _ path: String, _ body: JSONObject, _ key: String,
    settled: @escaping @Sendable (CopyReader) throws -> FolderSettings?
  ) async throws -> Folder {
    let meta = try await bench.meta()
    try meta.requireUsable()
    var sent = body
    sent.removeValue(forKey: "version")
    try await bench.store.database.read { [types = bench.store.catalog, sent] connection in
      let reader = CopyReader(connection: connection, types: types)
      let settings = try settled(reader)
      try FolderSettings.judge(sent, for: settings, in: try reader.catalog())
    }
    try await bench.confirmInstance(meta)
    let answer = try await bench.line.call(method, path, body: body, idempotencyKey: key)
    guard let row = answer["item"]?.object else {
      throw MarfaError.decoding(message: "The server's answer holds no folder.")
    }
    // No write of a folder touches its tags, so the answer leaves them out.
    let wire = try WireItem(decoding: row)
    let item = wire.item(tags: [])
    let folder = try Folder(item)
    try await bench.store.database.write { [bench] connection in
      let rows = try bench.rows(connection)
      // A copy that was loaded anew meanwhile hears of it by the event.
      if try CopyMeta(connection).generation == meta.generation, try rows.takes(wire) {
        try Overlay(connection, rows: rows.rows).take(item, tagged: false)
      }
      try ChangeLog(connection).append([
        Change(origin: .refreshed(.folderWritten), itemId: item.id)
      ])
    }
    return folder
  }
}
