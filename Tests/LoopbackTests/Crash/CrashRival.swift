import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

/// Somebody else who changes the server's rows while a copy dies: tasks, so that the copy's own
/// notes stay its own.
struct CrashRival: Sendable {
  let server: LoopbackServer

  /// The type of the rows that both sides change.
  static let type = "core.task"
  /// The source of the rows that are made under a natural key.
  static let source = "import"

  /// Makes a row and answers its id.
  func make(_ title: String, sourceId: String? = nil) async throws -> String {
    var body: JSONObject = [
      "type": .string(Self.type), "properties": ["title": .string(title)],
    ]
    if let sourceId {
      body["source"] = .string(Self.source)
      body["source_id"] = .string(sourceId)
    }
    let sent = body
    let row = try await server.online { try await $0.request("POST", "/items", body: sent) }
    return try #require(row["item"]?.object?["id"]?.string)
  }

  /// Changes a row's title, on the version that the server has.
  func change(_ id: String, to title: String) async throws {
    try await server.online { client in
      let version = try await client.item(id).version
      _ = try await client.request(
        "PATCH", "/items/\(id)",
        body: ["properties": ["title": .string(title)], "version": .integer(version)])
    }
  }

  /// Moves a row to the bin.
  func bin(_ id: String) async throws {
    try await server.online { client in
      let version = try await client.item(id).version
      _ = try await client.request(
        "DELETE", "/items/\(id)", query: [("version", String(version))], body: [:])
    }
  }

  /// Every row of this type that the server has.
  func served() async throws -> ServedRowsOfType {
    try await server.online { client in
      let served = try await ServedRows(client, type: Self.type, edgeTypes: []) { _ in }
      return ServedRowsOfType(items: served.items, rows: served.rows)
    }
  }

  /// The rows of one type as the server has them.
  struct ServedRowsOfType: Sendable {
    let items: [String: Item]
    let rows: HeldRows
  }
}
