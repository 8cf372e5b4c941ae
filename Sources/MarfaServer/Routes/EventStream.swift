import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

/// Sends the log to one reader: what it missed, then what comes.
///
/// It always reads from the log itself, after the last event it sent. So frames come in the order
/// of their ids, each once, replayed frames equal live ones, and a slow reader costs no memory:
/// the stream just stands further back in the log.
struct EventStream: Sendable {
  let core: ServerCore
  let call: Call
  let filter: StreamFilter
  /// The last event that the reader has; `nil` to begin at the head.
  let cursor: Int64?

  /// Events read from the log at once.
  private static let batch = 500

  /// Runs until the reader goes, the credential ends, or the server stops.
  func run(_ writer: HTTPStreamWriter) async {
    do {
      try await send(writer)
    } catch {
      // The reader has gone; there is nobody to tell.
    }
    writer.finish()
  }

  private func send(_ writer: HTTPStreamWriter) async throws {
    var mark = core.hub.mark
    guard let bounds = await readBounds() else {
      return try await end("replay_failed", after: nil, writer)
    }
    try await writer.write(frame("stream_cursor", ["cursor": .string(String(bounds.head))]))
    if let refusal = outOfReach(bounds) { return try await writer.write(refusal) }
    var position = cursor ?? bounds.head
    var sent: Int64?
    var isLive = false
    while true {
      guard let rows = await readRows(after: position) else {
        return try await end(isLive ? "live_delivery_failed" : "replay_failed", after: sent, writer)
      }
      // Asked after the rows were read: a key that still works then worked when each was written.
      let current: Credential?
      do {
        current = try await core.keys.refreshed(call.credential)
      } catch {
        return try await end(isLive ? "live_delivery_failed" : "replay_failed", after: sent, writer)
      }
      guard let credential = current else {
        return try await end("credential_ended", after: sent, writer)
      }
      if let first = rows.first, first.id > position + 1, let oldest = await readBounds()?.oldest,
        oldest > position + 1
      {
        return try await writer.write(tooOld(oldest: oldest, requested: position))
      }
      if !rows.isEmpty {
        guard let catalog = try? await core.database.read({ [core] in try core.catalog($0) })
        else { return try await end("replay_failed", after: sent, writer) }
        var bytes: [UInt8] = []
        for row in rows {
          position = row.id
          guard let members = filter.project(row, for: credential, catalog: catalog) else {
            continue
          }
          bytes += eventFrame(row, members)
          sent = row.id
        }
        if !bytes.isEmpty { try await writer.write(bytes) }
        continue
      }
      if !isLive {
        isLive = true
        try await writer.write(frame("stream_live", ["cursor": .string(String(position))]))
      }
      let wake = await core.hub.wait(since: mark)
      mark = core.hub.mark
      switch wake {
      case .events: break
      case .heartbeat: try await writer.write(Array(":ping\n\n".utf8))
      case .stopping: return try await end("server_stopping", after: sent, writer)
      case .cancelled: return
      }
    }
  }

  private struct Bounds: Sendable {
    let head: Int64
    let oldest: Int64?
  }

  private func readBounds() async -> Bounds? {
    try? await core.database.read { connection in
      Bounds(head: try EventLog.head(connection), oldest: try EventLog.oldest(connection))
    }
  }

  private func readRows(after position: Int64) async -> [EventLog.Row]? {
    try? await core.database.read { connection in
      try EventLog.page(after: position, limit: Self.batch, connection)
    }
  }

  private func outOfReach(_ bounds: Bounds) -> [UInt8]? {
    guard let cursor else { return nil }
    if cursor > bounds.head {
      return frame(
        "cursor_ahead",
        ["requested": .string(String(cursor)), "head": .string(String(bounds.head))])
    }
    // Everything was removed: only a cursor at the head itself misses nothing.
    let oldest = bounds.oldest ?? bounds.head + 1
    return oldest > cursor + 1 ? tooOld(oldest: oldest, requested: cursor) : nil
  }

  private func tooOld(oldest: Int64, requested: Int64) -> [UInt8] {
    frame(
      "catchup_too_old",
      ["min_retained_id": .string(String(oldest)), "requested": .string(String(requested))])
  }

  private func end(_ reason: String, after sent: Int64?, _ writer: HTTPStreamWriter) async throws {
    try await writer.write(
      frame(
        "stream_incomplete",
        ["reason": .string(reason), "cursor": sent.map { .string(String($0)) } ?? .null]))
  }

  private func eventFrame(_ row: EventLog.Row, _ members: JSONObject) -> [UInt8] {
    Array("id: \(row.id)\n".utf8) + frame(row.name, members)
  }

  private func frame(_ name: String, _ members: JSONObject) -> [UInt8] {
    var object: JSONObject = ["event_type": .string(name)]
    for (key, value) in members { object[key] = value }
    let data = (try? JSONValue.object(object).jsonBytes()) ?? []
    return Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }
}
