import Foundation
import Marfa
import MarfaModel
import MarfaServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files over real connections, and what becomes of them when the server ends.
@Suite("Uploads over the network", .timeLimit(.minutes(2)))
struct UploadTests {
  private struct Answered {
    let status: Int
    let json: JSONObject
    let bytes: Data
  }

  private func send(
    _ server: LoopbackServer, _ method: String, _ path: String, _ body: Data? = nil,
    range: String? = nil
  ) async throws -> Answered {
    var request = URLRequest(url: try server.server.url.appending(path: path))
    request.httpMethod = method
    request.httpBody = body
    request.setValue("Bearer \(try server.server.key)", forHTTPHeaderField: "Authorization")
    request.setValue("application/x-test", forHTTPHeaderField: "Content-Type")
    if let range { request.setValue(range, forHTTPHeaderField: "Range") }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answered(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      json: (try? JSONObject(json: String(decoding: data, as: UTF8.self))) ?? [:], bytes: data)
  }

  private func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
  }

  @Test("a file larger than every bound on bodies comes back unchanged, in parts too, after a stop")
  func roundTrip() async throws {
    let server = try await LoopbackServer()
    let file = bytes(9_000_001)
    let answer = try await send(server, "POST", "blobs", file)
    #expect(answer.status == 201, "\(answer.json)")
    #expect(answer.json["size_bytes"] == .integer(Int64(file.count)))
    let hash = try #require(answer.json["hash"]?.string)
    await server.stop()
    try await server.start()
    let whole = try await send(server, "GET", "blobs/\(hash)")
    #expect(whole.bytes == file)
    let part = try await send(server, "GET", "blobs/\(hash)", range: "bytes=4000000-4000099")
    #expect(part.status == 206)
    #expect(part.bytes == file[4_000_000..<4_000_100])
    await server.stop()
  }
}
