import Foundation
import MarfaServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How large a body a server of a data folder takes.
@Suite("Caps of bodies over a socket", .timeLimit(.minutes(1)))
struct BodyCapTests {
  private func serving(
    _ change: (inout ServerConfiguration) -> Void,
    _ work: (MarfaServer, _ key: String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "marfa-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ServerConfiguration(folder: folder, port: 0, log: .none)
    change(&configuration)
    let server = try await MarfaServer.start(configuration)
    let key = try String(contentsOf: server.keyFile, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    do {
      try await work(server, key)
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  private func send(
    _ method: String, _ path: String, to server: MarfaServer, key: String, bytes: Int
  ) async throws -> Int {
    let json = #"{"type":"core.note","properties":{"body":""}}"#
    var request = URLRequest(url: server.address.appending(path: path))
    request.httpMethod = method
    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let filled = json + String(repeating: " ", count: bytes - json.utf8.count)
    request.httpBody = Data(filled.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  @Test("a body of exactly the cap is taken, one byte more is refused; bulk paths have their own")
  func caps() async throws {
    try await serving({
      $0.largestBody = 1_000
      $0.largestBulkBody = 5_000
    }) { server, key in
      let whole = try await send("POST", "items", to: server, key: key, bytes: 1_000)
      #expect(whole == 201)
      let excess = try await send("POST", "items", to: server, key: key, bytes: 1_001)
      #expect(excess == 413)
      for path in ["items/bulk", "edges/bulk", "items/bulk-actions"] {
        let bulk = try await send("POST", path, to: server, key: key, bytes: 5_000)
        #expect(bulk != 413)
      }
    }
  }
}
