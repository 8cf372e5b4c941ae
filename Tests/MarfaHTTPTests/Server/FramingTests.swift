import MarfaHTTP
import Testing

/// What each handler run saw: method and target.
private func recording(_ seen: Recorder<String>) -> HTTPHandler {
  { request in
    seen.record("\(request.method) \(request.target)")
    return .text("ok")
  }
}

@Suite("Malformed and ambiguous requests", .timeLimit(.minutes(1)))
struct FramingTests {
  @Test(
    "a request that two readers could frame differently is refused and the connection closed",
    arguments: [
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Content-Length: 0\r\nContent-Length: 30\r\n\r\n",
      "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
      "Content-Length : 30\r\n\r\n",
      "Content-Length: +5\r\n\r\nhello",
      "Content-Length: 0x5\r\n\r\nhello",
      "Content-Length: 5, 5\r\n\r\nhello",
      "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: identity\r\n\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Bad Name: 1\r\n\r\n",
      "Host: other\r\n\r\n",
    ])
  func ambiguous(rest: String) async throws {
    let seen = Recorder<String>()
    try await withServer(handler: recording(seen)) { port, _ in
      let client = try RawHTTPClient(port: port)
      // What follows would be a second request to whoever reads the length otherwise.
      try await client.send(
        "POST /first HTTP/1.1\r\nHost: t\r\n\(rest)GET /smuggled HTTP/1.1\r\nHost: t\r\n\r\n")
      // To its end: of a length that is no number the library's own refusal comes with its head
      // twice.
      #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 400 "))
    }
    #expect(seen.all == [])
  }

  @Test(
    "what the server refuses by itself is one whole answer, after which the connection ends",
    arguments: [
      "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
      "GET /a b HTTP/1.1\r\nHost: t\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\nHost: t\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: t\r\nX y: 1\r\nContent-Length: 5\r\n\r\nhel",
      "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip\r\n\r\n",
    ])
  func wholeRefusals(text: String) async throws {
    let seen = Recorder<String>()
    try await withServer(handler: recording(seen)) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send(text)
      let answer = try await client.response()
      #expect(answer.status == 400)
      #expect(answer["Connection"] == "close")
      #expect(answer.text.hasPrefix("Bad request: "))
      #expect(await client.isClosed())
    }
    #expect(seen.all == [])
  }

  @Test(
    "a request that is no HTTP never reaches the handler",
    arguments: [
      "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: t\r\n\r\n",
      "GET / HTTP/9.9\r\nHost: t\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    ])
  func malformed(text: String) async throws {
    let seen = Recorder<String>()
    try await withServer(handler: recording(seen)) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send(text)
      try await client.closeWriting()
      let answer = try await client.readToEnd()
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 5"))
      // The server is none the worse for it.
      let other = try RawHTTPClient(port: port)
      try await other.request("GET", "/fine")
      #expect(try await other.response().status == 200)
    }
    #expect(seen.all == ["GET /fine"])
  }

  @Test("a long target arrives whole, one beyond the connection's memory is refused with 414")
  func longTarget() async throws {
    let handler: HTTPHandler = { .text("\($0.target.utf8.count)") }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      let target = "/" + String(repeating: "a", count: 9_999)
      try await client.request("GET", target)
      #expect(try await client.response().text == "10000")
      try await client.request("GET", "/" + String(repeating: "a", count: 40_000))
      #expect(try await client.response().status == 414)
      #expect(await client.isClosed())
    }
  }

  @Test("more header fields than the connection's memory holds are refused with 431")
  func manyFields() async throws {
    let handler: HTTPHandler = { .text("\($0.headers.count)") }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(headers: (0..<100).map { "X-\($0): value" })
      #expect(try await client.response().text == "101")
      let large = String(repeating: "v", count: 1000)
      try await client.request(headers: (0..<50).map { "X-\($0): \(large)" })
      #expect(try await client.response().status == 431)
    }
  }

  @Test("odd bytes in targets and fields arrive as text and break nothing")
  func oddBytes() async throws {
    let handler: HTTPHandler = { request in
      let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      return .text("\(request.path) \(query) \(request.headers["X-Odd"] ?? "-")")
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send(
        Array("GET /%00%zz%?a=%C3%A4&b=%FF&%=x HTTP/1.1\r\nHost: t\r\nX-Odd: ".utf8)
          + [0xC3, 0xA4, 0xFF] + Array("\r\n\r\n".utf8))
      let text = try await client.response().text
      #expect(text == "/%00%zz% a=ä|b=\u{FFFD}|%=x ä\u{FFFD}")
    }
  }

  @Test("methods are told apart by letter case and may be unknown", arguments: ["get", "BREW"])
  func methods(method: String) async throws {
    let handler: HTTPHandler = { .text($0.method) }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(method)
      #expect(try await client.response().text == method)
    }
  }

  @Test("an HTTP/1.0 client is answered and its connection closed")
  func oldVersion() async throws {
    let handler: HTTPHandler = { _ in .text("old") }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      let answer = try await client.readToEnd()
      #expect(answer.hasSuffix("\r\n\r\nold"))
    }
  }

  @Test("the client's address is told without its port")
  func remoteAddress() async throws {
    let handler: HTTPHandler = { .text($0.remoteAddress) }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      #expect(try await client.response().text == "127.0.0.1")
    }
  }
}
