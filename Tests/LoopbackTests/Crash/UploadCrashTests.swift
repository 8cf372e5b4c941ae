import Foundation
import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Ending the process of a server while files arrive", .timeLimit(.minutes(3)))
struct UploadCrashTests {
  /// A connection over which the first part of an upload was sent.
  private final class HalfUpload {
    private let descriptor: Int32

    init(port: Int, key: String, length: Int, sent: [UInt8]) throws {
      #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
      descriptor = socket(AF_INET, type, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      let head =
        "POST /blobs HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(key)\r\n"
        + "Content-Length: \(length)\r\n\r\n"
      var rest = (Array(head.utf8) + sent)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try #require(count > 0)
        rest = rest.dropFirst(count)
      }
    }

    deinit { close(descriptor) }
  }

  @Test("no answered file is lost when the server is killed, and a half one leaves nothing behind")
  func killed() async throws {
    let folder = try StoreFolder()
    let program = try MarfaProgram.file
    func start() async throws -> ServerProcess {
      while true {
        do {
          return try await ServerProcess.start(
            program: program, folder: folder.file("server"), host: "127.0.0.1",
            port: Int.random(in: 10_000..<32_000), log: folder.file("server.log"))
        } catch let failure as CommandFailure where failure.code == "listening" {
          continue
        }
      }
    }
    func blobs() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: folder.file("server").appending(path: "blobs").path
      ).filter { $0 != ".store" }
    }
    let file = folder.file("file")
    let copy = folder.file("copy")
    for round in 0..<4 {
      let bytes = Data("round \(round)".utf8) + Data(repeating: UInt8(round), count: 400_000)
      try bytes.write(to: file)
      var server = try await start()
      var client = Client(server: try server.server())
      let answer = try await client.upload(file)
      await client.close()
      let hash = try #require(answer["hash"]?.string)
      let half = try HalfUpload(
        port: try #require(server.address.port), key: try server.server().key, length: 1_000_000,
        sent: [UInt8](repeating: 7, count: 300_000))
      while try !blobs().contains(where: { $0.hasPrefix(".incoming-") }) { await Task.yield() }
      _ = kill(server.processId, SIGKILL)
      _ = await server.ended()
      withExtendedLifetime(half) {}
      #expect(try blobs().contains { $0.hasPrefix(".incoming-") })
      server = try await start()
      #expect(try blobs().count == round + 1, "the half file is gone")
      client = Client(server: try server.server())
      try await client.download(hash, to: copy)
      #expect(try Data(contentsOf: copy) == bytes)
      await client.close()
      _ = kill(server.processId, SIGKILL)
      _ = await server.ended()
    }
  }
}
