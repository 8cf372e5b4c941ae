import Dispatch
import Foundation
import MarfaSQL
import RawSockets
import Resilience
import Testing

@testable import MarfaCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A stop that cannot wait for every request")
struct CutRequestTests {
  /// Keeps the store's write lock from outside the server, as a backup that hangs would.
  private final class HeldLock: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let holding: Task<Void, any Error>

    init(store: URL) async throws {
      let database = try await SQLiteDatabase.open(.file(store.path))
      let (held, began) = AsyncStream<Void>.makeStream()
      let gate = gate
      holding = Task {
        try await database.write { _ in
          began.finish()
          gate.wait()
        }
        await database.close()
      }
      for await _ in held {}
    }

    func release() async throws {
      gate.signal()
      try await holding.value
    }
  }

  /// Writes that are asked for at once. Each batch of 64 waits five seconds for the lock, and a stop
  /// waits seven: with three batches some are surely still at work then.
  private static let writes = 150

  @Test(
    "SIGTERM while writes wait for a lock that nobody lets go cuts them, says so and ends with 1")
  func cut() async throws {
    let folder = try StoreFolder()
    let data = folder.file("data")
    let server = try DemoProcess(
      command: ["serve", "--data", data.path, "--port", "0", "--quiet"], in: folder.url)
    try #require(try await server.says("The first key is in"))
    let line = try #require(try server.said.out.split(separator: "\n").first)
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    let key = try String(contentsOf: data.appending(path: "first.key"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let lock = try await HeldLock(store: data.appending(path: "marfa.db"))
    let body = #"{"type":"core.note","properties":{"body":"late"}}"#
    let request = """
      POST /items HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer \(key)\r\n\
      Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    let clients = try (0..<Self.writes).map { _ in
      try #require(RawClient(port: port, sending: request))
    }
    server.signal(SIGTERM)
    var cut = 0
    for client in clients {
      let answer = await client.readToEnd()
      if answer.isEmpty { cut += 1 } else { #expect(answer.hasPrefix("HTTP/1.1 503 ")) }
    }
    #expect(cut > 0)
    try await lock.release()
    #expect(await server.ended() == .exited(1))
    let said = try server.said.err
    #expect(said.contains("marfa: stopping"))
    #expect(said.contains("marfa: a request took too long and was cut without its answer"))
  }
}
