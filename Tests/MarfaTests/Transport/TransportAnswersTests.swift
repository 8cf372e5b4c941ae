import Foundation
import Marfa
import Resilience
import Testing

@Suite("Transport contract: answers", .timeLimit(.minutes(1)))
struct TransportAnswersTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test("requests one after the other use one connection", arguments: TransportKind.allCases)
  func keepAlive(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in Self.ok }
    for _ in 0..<20 {
      let answer = try await transport.send(TransportRequest(url: server.url()))
      #expect(answer.head.status == 200)
      #expect(answer.body == Array("ok".utf8))
    }
    #expect(server.accepted == 1)
    await transport.close()
    await server.waitUntilIdle()
  }

  @Test(
    "answers without a body end at their head and leave the connection usable",
    arguments: TransportKind.allCases)
  func noBody(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { request in
      switch request.path {
      case "/204": "HTTP/1.1 204 No Content\r\n\r\n"
      case "/304": "HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n"
      default: "HTTP/1.1 200 OK\r\nContent-Length: 12345\r\n\r\n"
      }
    }
    for (method, path, status) in [("GET", "/204", 204), ("GET", "/304", 304), ("HEAD", "/", 200)] {
      let request = TransportRequest(method: method, url: server.url(path))
      let answer = try await transport.send(request)
      #expect(answer.head.status == status)
      #expect(answer.body.isEmpty)
    }
    #expect(server.accepted == 1)
    await transport.close()
  }

  @Test("a redirect is an answer and is not followed", arguments: TransportKind.allCases)
  func redirect(kind: TransportKind) async throws {
    let transport = kind.make()
    let paths = Lock([String]())
    let server = WireServer.answering { request in
      paths.withLock { $0.append(request.path) }
      return "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 4\r\n\r\nmove"
    }
    let answer = try await transport.send(TransportRequest(url: server.url("/here")))
    #expect(answer.head.status == 302)
    #expect(answer.head.headers["location"] == "/elsewhere")
    let stream = try await transport.stream(TransportRequest(url: server.url("/there")))
    #expect(stream.head.status == 302)
    #expect(paths.withLock { $0 } == ["/here", "/there"])
    await transport.close()
  }

  @Test(
    "every status is an answer, its body whole", arguments: TransportKind.allCases,
    [200, 201, 400, 401, 403, 404, 407, 409, 413, 429, 500, 503, 599])
  func statuses(kind: TransportKind, status: Int) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 \(status) Word\r\nContent-Length: 3\r\n\r\nabc"
    }
    let answer = try await transport.send(TransportRequest(url: server.url()))
    #expect(answer.head.status == status)
    #expect(answer.body == Array("abc".utf8))
    await transport.close()
  }

  @Test("header names are found in any case", arguments: TransportKind.keeping(.tightFields))
  func headerCase(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 200 OK\r\nx-marfa-CONTRACT:3\r\nETag:  \"a b\" \r\nContent-Length: 0\r\n\r\n"
    }
    let headers = try await transport.send(TransportRequest(url: server.url())).head.headers
    #expect(headers["X-Marfa-Contract"] == "3")
    #expect(headers["etag"] == "\"a b\"")
    #expect(headers["absent"] == nil)
    await transport.close()
  }

  @Test(
    "a chunked body is put together, extensions and trailers passed over",
    arguments: TransportKind.keeping(.trailers))
  func chunked(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;x=y\r\nabc\r\n5\r\ndefgh\r\n0\r\nX-Trailer: t\r\n\r\n"
    }
    for _ in 0..<2 {
      let answer = try await transport.send(TransportRequest(url: server.url()))
      #expect(String(decoding: answer.body, as: UTF8.self) == "abcdefgh")
    }
    #expect(server.accepted == 1)
    await transport.close()
  }

  @Test("a chunked body without trailers is put together", arguments: TransportKind.allCases)
  func plainChunked(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\ndefgh\r\n0\r\n\r\n"
    }
    let answer = try await transport.send(TransportRequest(url: server.url()))
    #expect(String(decoding: answer.body, as: UTF8.self) == "abcdefgh")
    await transport.close()
  }

  @Test("repeated fields are kept apart, or joined by a comma", arguments: TransportKind.allCases)
  func repeatedFields(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 200 OK\r\nX-Marfa-Contract: 3\r\nx-marfa-contract: 4\r\nContent-Length: 0\r\n\r\n"
    }
    let headers = try await transport.send(TransportRequest(url: server.url())).head.headers
    let values = headers.values("X-MARFA-CONTRACT")
    // In whatever way, nobody can take it for one of the two.
    if kind == .curl {
      #expect(values == ["3", "4"])
    } else {
      #expect(values.sorted() == ["3", "4"] || values == ["3, 4"] || values == ["3,4"])
    }
    await transport.close()
  }

  @Test("a connection that the server closes is replaced", arguments: TransportKind.allCases)
  func connectionClose(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end")
    }
    for _ in 0..<3 {
      let answer = try await transport.send(TransportRequest(url: server.url()))
      #expect(String(decoding: answer.body, as: UTF8.self) == "to the end")
    }
    #expect(server.accepted == 3)
    await transport.close()
  }

  @Test(
    "a kept connection that the server closed without a word does not fail the next request",
    arguments: TransportKind.allCases)
  func staleConnection(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write(Self.ok)
    }
    for _ in 0..<5 {
      #expect(try await transport.send(TransportRequest(url: server.url())).head.status == 200)
      await server.waitUntilIdle()
    }
    await transport.close()
  }

  @Test("what the caller wrote is what the server reads", arguments: TransportKind.allCases)
  func request(kind: TransportKind) async throws {
    let transport = kind.make()
    let seen = Lock<WireRequest?>(nil)
    let server = WireServer.answering { request in
      seen.withLock { $0 = request }
      return Self.ok
    }
    let body = Array("{\"a\":\"ü\"}".utf8)
    let headers = [
      (name: "Content-Type", value: "application/json"), (name: "Idempotency-Key", value: "k-1"),
      (name: "X-Empty", value: ""), (name: "Accept", value: "application/json"),
    ]
    for method in ["POST", "PATCH", "PUT", "DELETE"] {
      let request = TransportRequest(
        method: method, url: server.url("/a%20b/c?q=%C3%BC&x=a+b#fragment"), headers: headers,
        body: .bytes(body))
      _ = try await transport.send(request)
      let read = try #require(seen.withLock { $0 })
      #expect(read.line == "\(method) /a%20b/c?q=%C3%BC&x=a+b HTTP/1.1")
      #expect(read.body == body)
      #expect(read.values("content-length") == ["\(body.count)"])
      #expect(read.values("content-type") == ["application/json"])
      #expect(read.values("idempotency-key") == ["k-1"])
      #expect(read.values("accept") == ["application/json"])
      #expect(read.values("expect").isEmpty)
      #expect(read.values("cookie").isEmpty)
    }
    await transport.close()
  }

  @Test(
    "methods without a body send none, and POST says that it is empty",
    arguments: TransportKind.allCases)
  func emptyBodies(kind: TransportKind) async throws {
    let transport = kind.make()
    let seen = Lock<WireRequest?>(nil)
    let server = WireServer.answering { request in
      seen.withLock { $0 = request }
      return Self.ok
    }
    for (method, length) in [("GET", []), ("DELETE", []), ("POST", ["0"]), ("PUT", ["0"])] {
      _ = try await transport.send(TransportRequest(method: method, url: server.url()))
      let read = try #require(seen.withLock { $0 })
      #expect(read.method == method)
      #expect(read.body.isEmpty)
      #expect(read.values("transfer-encoding").isEmpty)
      #expect(
        read.values("content-length") == length
          || (length.isEmpty && read.values("content-length") == ["0"]))
    }
    await transport.close()
  }

  @Test("a file is sent whole, its length announced", arguments: TransportKind.allCases)
  func fileUpload(kind: TransportKind) async throws {
    let transport = kind.make()
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("transport-\(UUID().uuidString)")
    let content = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let seen = Lock<WireRequest?>(nil)
    let server = WireServer.answering { request in
      seen.withLock { $0 = request }
      return Self.ok
    }
    let request = TransportRequest(
      method: "PUT", url: server.url(),
      headers: [("Content-Type", "application/octet-stream")], body: .file(file))
    #expect(try await transport.send(request).head.status == 200)
    let read = try #require(seen.withLock { $0 })
    #expect(read.values("content-length") == ["3000001"])
    #expect(read.body == content)
    await transport.close()
  }

  @Test("64 requests at the same time each get their own answer", arguments: TransportKind.allCases)
  func concurrent(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { request in
      "HTTP/1.1 200 OK\r\nContent-Length: \(request.path.utf8.count)\r\n\r\n\(request.path)"
    }
    let answers = try await (0..<640).concurrentMap(limit: 64) { number in
      let answer = try await transport.send(TransportRequest(url: server.url("/\(number)")))
      return String(decoding: answer.body, as: UTF8.self)
    }
    #expect(answers == (0..<640).map { "/\($0)" })
    #expect(server.accepted <= 640)
    await transport.close()
    await server.waitUntilIdle()
  }

  @Test("cookies are not kept", arguments: TransportKind.allCases)
  func cookies(kind: TransportKind) async throws {
    let transport = kind.make()
    let cookies = Lock([String]())
    let server = WireServer.answering { request in
      cookies.withLock { $0 += request.values("cookie") }
      return "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n"
    }
    for _ in 0..<2 { _ = try await transport.send(TransportRequest(url: server.url())) }
    #expect(cookies.withLock { $0.isEmpty })
    await transport.close()
  }

  @Test(
    "an answer announced by 100 Continue is the one that follows it",
    arguments: TransportKind.keeping(.interimAnswers))
  func interim(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer.answering { _ in
      "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n" + Self.ok
    }
    let answer = try await transport.send(TransportRequest(url: server.url()))
    #expect(answer.head.status == 200)
    #expect(answer.head.headers["x-early"] == nil)
    await transport.close()
  }
}
