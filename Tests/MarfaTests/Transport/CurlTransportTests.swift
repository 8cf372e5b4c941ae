#if canImport(CCurl)
  import Foundation
  import Marfa
  import Resilience
  import Testing

  @Suite("CurlTransport", .timeLimit(.minutes(1))) struct CurlTransportTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test("a write without a key that gets lost on its connection is sent once, never twice")
    func lostWrites() async throws {
      let transport = CurlTransport()
      let seen = Lock([String]())
      // Answers the first request of each connection and cuts it after the second.
      let server = WireServer { connection in
        guard let first = connection.readRequest() else { return }
        seen.withLock { $0.append(first.method) }
        if first.method == "POST" { return }
        connection.write(Self.ok)
        guard let second = connection.readRequest() else { return }
        seen.withLock { $0.append(second.method) }
      }
      _ = try await transport.send(TransportRequest(url: server.url()))
      let write = TransportRequest(method: "POST", url: server.url(), body: .bytes([1]))
      await #expect(throws: TransportError.connection(.dropped)) {
        try await transport.send(write)
      }
      #expect(seen.withLock { $0 } == ["GET", "POST"])
      await transport.close()
    }

    @Test("a write with a key goes out on a kept connection, one without on its own")
    func connections() async throws {
      let transport = CurlTransport()
      let server = WireServer.answering { _ in Self.ok }
      func post(_ headers: [(name: String, value: String)]) async throws {
        let request = TransportRequest(
          method: "POST", url: server.url(), headers: headers, body: .bytes([1]))
        _ = try await transport.send(request)
      }
      for _ in 0..<3 { try await post([("Idempotency-Key", "k")]) }
      #expect(server.accepted == 1)
      for _ in 0..<3 { try await post([]) }
      #expect(server.accepted == 4)
      await transport.close()
    }

    @Test("a body is sent whole again when its kept connection turns out to be dead")
    func resentBody() async throws {
      let transport = CurlTransport()
      let bodies = Lock([[UInt8]]())
      let server = WireServer { connection in
        guard let request = connection.readRequest() else { return }
        bodies.withLock { $0.append(request.body) }
        connection.write(Self.ok)
        // The next request on this connection is read and lost.
        _ = connection.readRequest()
      }
      let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
      for _ in 0..<2 {
        let request = TransportRequest(
          method: "PUT", url: server.url(), headers: [("Idempotency-Key", "k")],
          body: .bytes(body))
        #expect(try await transport.send(request).head.status == 200)
      }
      #expect(bodies.withLock { $0 } == [body, body])
      await transport.close()
    }

    @Test("a file that becomes shorter while it is sent fails the request")
    func shrinkingFile() async throws {
      let transport = CurlTransport()
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("transport-\(UUID().uuidString)")
      #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
      defer { try? FileManager.default.removeItem(at: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 64 * 1_048_576)
      let server = WireServer { connection in
        _ = connection.readHead()
        try? handle.truncate(atOffset: 1)
        connection.waitForPeerToClose()
      }
      let request = TransportRequest(method: "PUT", url: server.url(), body: .file(file))
      await #expect(throws: TransportError.local(.unreadableFile)) {
        try await transport.send(request)
      }
      await transport.close()
      try handle.close()
    }

    @Test("an answer that comes before the body was taken is the answer")
    func earlyAnswer() async throws {
      let transport = CurlTransport()
      let server = WireServer { connection in
        _ = connection.readHead()
        connection.write(
          "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig")
        connection.waitForPeerToClose()
      }
      let body = [UInt8](repeating: 0x78, count: 32 * 1_048_576)
      let request = TransportRequest(method: "POST", url: server.url(), body: .bytes(body))
      let answer = try await transport.send(request)
      #expect(answer.head.status == 413)
      #expect(answer.body == Array("big".utf8))
      await transport.close()
    }

    @Test("dots in a path are sent as they are written")
    func verbatimPath() async throws {
      let transport = CurlTransport()
      let server = WireServer.answering { request in
        "HTTP/1.1 200 OK\r\nContent-Length: \(request.path.utf8.count)\r\n\r\n\(request.path)"
      }
      let answer = try await transport.send(TransportRequest(url: server.url("/a/../b/./c")))
      #expect(String(decoding: answer.body, as: UTF8.self) == "/a/../b/./c")
      await transport.close()
    }

    @Test("a proxy of the environment is not used for this machine, and is for others")
    func proxies() async {
      // In a process of its own, because the environment is shared by all tests.
      await #expect(processExitsWith: .success) {
        let proxied = Lock([String]())
        let proxy = WireServer.answering { request in
          proxied.withLock { $0.append(request.path) }
          return CurlTransportTests.proxyAnswer
        }
        setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
        let server = WireServer.answering { _ in CurlTransportTests.proxyAnswer }
        let transport = CurlTransport()
        _ = try await transport.send(TransportRequest(url: server.url("/direct")))
        _ = try await transport.send(TransportRequest(url: "http://marfa.invalid/through"))
        await transport.close()
        guard proxied.withLock({ $0 }) == ["http://marfa.invalid/through"] else { exit(1) }
      }
    }

    static let proxyAnswer = "HTTP/1.1 204 No Content\r\n\r\n"

    @Test("closing while requests begin ends every one of them, as answered or as closed")
    func closingRace() async throws {
      let server = WireServer.answering { _ in Self.ok }
      for _ in 0..<20 {
        let transport = CurlTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<16 {
            group.addTask {
              do {
                _ = try await transport.send(TransportRequest(url: server.url()))
              } catch TransportError.local(.closed) {}
            }
          }
          group.addTask { await transport.close() }
          try await group.waitForAll()
        }
      }
      await server.waitUntilIdle()
    }
  }
#endif
