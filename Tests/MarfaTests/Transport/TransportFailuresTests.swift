import Foundation
import Marfa
import Resilience
import Testing

@Suite("Transport contract: failures", .timeLimit(.minutes(1)))
struct TransportFailuresTests {
  private func failure(
    _ transport: any HTTPTransport, _ request: TransportRequest
  ) async -> TransportError? {
    await #expect(throws: TransportError.self) { try await transport.send(request) }
  }

  @Test("a port where nobody listens is refused", arguments: TransportKind.allCases)
  func refused(kind: TransportKind) async {
    let transport = kind.make()
    let port = WireServer { _ in }.port
    let error = await failure(transport, TransportRequest(url: "http://127.0.0.1:\(port)/"))
    #expect(error == .connection(.refused))
    await transport.close()
  }

  @Test("a name that does not exist is told as such", arguments: TransportKind.allCases)
  func unknownName(kind: TransportKind) async {
    let transport = kind.make()
    let request = TransportRequest(url: "http://nowhere.invalid/", connectTimeout: .seconds(5))
    let error = await failure(transport, request)
    #expect(error == .connection(.dns) || error == .connection(.timedOut(.connect)))
    await transport.close()
  }

  @Test(
    "a server that does not speak TLS is told as such", arguments: TransportKind.keeping(.toldApart)
  )
  func tls(kind: TransportKind) async {
    let transport = kind.make()
    let server = WireServer { connection in
      _ = connection.read(exactly: 5)
      connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
      connection.waitForPeerToClose()
    }
    let error = await failure(transport, TransportRequest(url: "https://127.0.0.1:\(server.port)/"))
    #expect(error == .connection(.tls))
    await transport.close()
  }

  @Test("a cut before the head is a drop, by end and by reset", arguments: TransportKind.allCases)
  func cutBeforeHead(kind: TransportKind) async {
    let transport = kind.make()
    for resets in [false, true] {
      let server = WireServer { connection in
        _ = connection.readRequest()
        if resets { connection.reset() }
      }
      let error = await failure(transport, TransportRequest(url: server.url()))
      #expect(error == .connection(.dropped))
    }
    await transport.close()
  }

  @Test(
    "a cut within the body is a failure and no answer, announced by length or chunked",
    arguments: TransportKind.allCases,
    ["Content-Length: 100\r\n\r\nshort", "Transfer-Encoding: chunked\r\n\r\n64\r\nshort"])
  func cutInBody(kind: TransportKind, rest: String) async throws {
    let transport = kind.make()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n" + rest)
    }
    let error = await failure(transport, TransportRequest(url: server.url()))
    #expect(error == .connection(.dropped))

    let stream = try await transport.stream(TransportRequest(url: server.url()))
    var read: [UInt8] = []
    let streamError = await #expect(throws: TransportError.self) {
      for try await chunk in stream { read += chunk }
    }
    #expect(streamError == .connection(.dropped))
    #expect(String(decoding: read, as: UTF8.self) == "short")
    await transport.close()
  }

  @Test("what is not HTTP is unreadable, or a drop", arguments: TransportKind.keeping(.toldApart))
  func garbage(kind: TransportKind) async {
    let transport = kind.make()
    for text in ["220 ready for mail\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", "HTTP/x yes\r\n\r\n"] {
      let server = WireServer { connection in
        _ = connection.readRequest()
        connection.write(text)
      }
      let error = await failure(transport, TransportRequest(url: server.url()))
      #expect(error == .connection(.unreadable) || error == .connection(.dropped))
    }
    await transport.close()
  }

  @Test("a head that does not come in time is told by its phase", arguments: TransportKind.allCases)
  func headTimeout(kind: TransportKind) async {
    let transport = kind.make()
    let gone = Signal()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX-Slow: 1\r\n")
      connection.waitForPeerToClose()
      gone.fire()
    }
    let request = TransportRequest(
      url: server.url(), connectTimeout: .milliseconds(50), headTimeout: .milliseconds(50))
    #expect(await failure(transport, request) == .connection(.timedOut(.head)))
    await gone.wait()
    await transport.close()
  }

  @Test("a body that does not end in time is told by its phase", arguments: TransportKind.allCases)
  func bodyTimeout(kind: TransportKind) async {
    let transport = kind.make()
    let gone = Signal()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nslow")
      connection.waitForPeerToClose()
      gone.fire()
    }
    let request = TransportRequest(url: server.url(), bodyTimeout: .milliseconds(50))
    #expect(await failure(transport, request) == .connection(.timedOut(.body)))
    await gone.wait()
    await transport.close()
  }

  @Test(
    "a connection that is not taken in time is told by its phase", arguments: TransportKind.allCases
  )
  func connectTimeout(kind: TransportKind) async throws {
    let transport = kind.make()
    // A listener whose queue is full drops further attempts without a word.
    let server = WireServer(backlog: 0, accepts: false) { _ in }
    let request = TransportRequest(
      url: server.url(), connectTimeout: .milliseconds(100), headTimeout: .milliseconds(100))
    let errors = await withTaskGroup(of: TransportError?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            _ = try await transport.send(request)
            return nil
          } catch {
            return error as? TransportError
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(
      errors.allSatisfy {
        $0 == .connection(.timedOut(.connect)) || $0 == .connection(.timedOut(.head))
      })
    if kind == .curl { #expect(errors.contains(.connection(.timedOut(.connect)))) }
    await transport.close()
  }

  @Test(
    "a body of exactly the bound is taken, one byte more is refused",
    arguments: TransportKind.allCases)
  func bodyBound(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { request in
      let count = Int(request.path.dropFirst()) ?? 0
      return "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
        + String(repeating: "x", count: count)
    }
    let fits = TransportRequest(url: server.url("/100000"), maxBodyBytes: 100_000)
    #expect(try await transport.send(fits).body.count == 100_000)
    let over = TransportRequest(url: server.url("/100001"), maxBodyBytes: 100_000)
    #expect(await failure(transport, over) == .connection(.tooLarge))
    await transport.close()
  }

  @Test("a body without end is refused at the bound", arguments: TransportKind.allCases)
  func endlessBody(kind: TransportKind) async {
    let transport = kind.make()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      let chunk = [UInt8](repeating: 0x78, count: 65_536)
      while connection.write(chunk) {}
    }
    let request = TransportRequest(url: server.url(), maxBodyBytes: 1_000_000)
    #expect(await failure(transport, request) == .connection(.tooLarge))
    await server.waitUntilIdle()
    await transport.close()
  }

  @Test(
    "a request that would say something else than it means is not sent",
    arguments: TransportKind.allCases)
  func notBuildable(kind: TransportKind) async {
    let transport = kind.make()
    let server = WireServer.answering { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    let url = server.url()
    let requests: [(TransportRequest, TransportError.UnbuildableReason)] = [
      (TransportRequest(method: "GET /x HTTP/1.1\r\nA: b", url: url), .method),
      (TransportRequest(method: "", url: url), .method),
      (TransportRequest(url: url, headers: [("A", "b\r\nC: d")]), .header),
      (TransportRequest(url: url, headers: [("A", "b\0c")]), .header),
      (TransportRequest(url: url, headers: [("A b", "c")]), .header),
      (TransportRequest(url: url, headers: [("", "c")]), .header),
      (TransportRequest(url: "file:///etc/passwd"), .scheme),
      (TransportRequest(url: "gopher://127.0.0.1:\(server.port)/"), .scheme),
      (TransportRequest(url: ""), .url), (TransportRequest(url: "127.0.0.1"), .url),
      (TransportRequest(url: "http:///path"), .url), (TransportRequest(url: "http://"), .url),
      (TransportRequest(url: url + "a b"), .url), (TransportRequest(url: url + "\r\nA: b"), .url),
      (TransportRequest(url: url + "ü"), .url),
      (TransportRequest(url: "http://user:word@127.0.0.1:\(server.port)/"), .url),
      (TransportRequest(url: "http://127.0.0.1:70000/"), .url),
      (TransportRequest(url: "http://127.0.0.1:x/"), .url),
      (TransportRequest(url: "http://[::1/"), .url),
    ]
    for (request, reason) in requests {
      #expect(await failure(transport, request) == .notBuildable(reason), "\(request.url)")
    }
    #expect(server.accepted == 0)
    await transport.close()
  }

  @Test(
    "a file that is not there, or is a folder, is a local failure",
    arguments: TransportKind.allCases)
  func unreadableFile(kind: TransportKind) async {
    let transport = kind.make()
    let server = WireServer.answering { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    for path in ["/nonexistent/file", "/tmp"] {
      let request = TransportRequest(
        method: "PUT", url: server.url(), body: .file(URL(fileURLWithPath: path)))
      #expect(await failure(transport, request) == .local(.unreadableFile))
    }
    await transport.close()
  }

  @Test("an error's text is constant: no address, header or key", arguments: TransportKind.allCases)
  func constantText(kind: TransportKind) async throws {
    let transport = kind.make()
    let port = WireServer { _ in }.port
    let request = TransportRequest(
      url: "http://127.0.0.1:\(port)/secret-path", headers: [("Authorization", "Bearer secret-key")]
    )
    let error = try #require(await failure(transport, request))
    let text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
    #expect(!text.contains("secret"))
    #expect(!text.contains("\(port)"))
    await transport.close()
  }
}
