import CBaseline
import Foundation
import Marfa
import MarfaServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Cases {
  /// As many connections as keep both sides busy without queueing for long.
  static let connections: Int32 = 32
  /// How long each side is asked, in seconds.
  static let loadSeconds = 3.0

  static let get = Case(
    name: "get-item",
    summary: "GET of one item over kept-alive connections, against the bare HTTP library",
    unit: .perSecond, goal: .atLeast(0.4),
    ours: { workspace in
      let running = try await ProductStore.server(workspace)
      let id = try await firstItem(running)
      let request =
        "GET /items/\(id) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + "Authorization: Bearer \(running.key)\r\n\r\n"
      let sample = try load(UInt16(running.server.address.port ?? 0), request)
      await running.server.stop()
      return sample
    },
    theirs: { workspace in
      // As long as the product's answer for one item is.
      let note = workspace.corpus.notes[0]
      let body = "{\"title\":\"\(note.title)\",\"body\":\"\(note.body)\"}"
      let filled = body + String(repeating: " ", count: max(0, 700 - body.utf8.count))
      var port: UInt16 = 0
      guard let server = baseline_server_start(2, filled, filled.utf8.count, &port) else {
        throw BaselineError(description: "the plain server did not start")
      }
      defer { baseline_server_stop(server) }
      let request = "GET /items/x HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer x\r\n\r\n"
      return try load(port, request)
    })

  private static func load(_ port: UInt16, _ request: String) throws -> Case.Sample {
    let result = try BaselineError.check(
      baseline_load(port, request, request.utf8.count, connections, loadSeconds))
    return Case.Sample(
      value: Double(result.count) / result.seconds,
      note: String(format: "p50 %.2f ms, p99 %.2f ms", result.p50_ms, result.p99_ms))
  }

  /// The id of some item that the server holds.
  private static func firstItem(_ running: RunningServer) async throws -> String {
    var request = URLRequest(
      url: running.server.address.appending(path: "items").appending(
        queryItems: [URLQueryItem(name: "limit", value: "1")]))
    request.setValue("Bearer \(running.key)", forHTTPHeaderField: "Authorization")
    let (data, _) = try await URLSession.shared.data(for: request)
    let page = try JSONObject(json: String(decoding: data, as: UTF8.self))
    guard let id = page["data"]?.array?.first?.object?["id"]?.string else {
      throw BaselineError(description: "the server lists no item")
    }
    return id
  }
}
