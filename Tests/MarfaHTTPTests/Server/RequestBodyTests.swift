import MarfaHTTP
import Testing

/// Says how the body arrived.
private let measure: HTTPHandler = { request in
  .text(
    "\(request.body.count) \(request.bodyOverflow ? "overflow" : "whole")",
    status: request.bodyOverflow ? 413 : 200)
}

private func options(cap: Int, discard: Int = 1 << 20, inline: Bool = true) -> HTTPServerOptions {
  var options = HTTPServerOptions()
  options.maxBodyBytes = { _, path in path == "/any" ? .max : cap }
  options.maxDiscardedBytes = discard
  if !inline { options.inlineBodyBytes = -1 }
  return options
}

@Suite("Request bodies", .timeLimit(.minutes(1)))
struct RequestBodyTests {
  @Test(
    "a body at the cap is whole, one byte more is an overflow, by length",
    arguments: [(0, 200), (1, 200), (99, 200), (100, 200), (101, 413), (50_000, 413)],
    [true, false])
  func lengths(sizeAndStatus: (Int, Int), inline: Bool) async throws {
    let (size, status) = sizeAndStatus
    try await withServer(options(cap: 100, inline: inline), handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      // Twice: the connection must be in step after an overflow.
      for _ in 0..<2 {
        try await client.request("POST", body: String(repeating: "x", count: size))
        let answer = try await client.response()
        #expect(answer.status == status)
        #expect(answer.text == (status == 200 ? "\(size) whole" : "0 overflow"))
      }
    }
  }

  @Test("bodies that would take more memory together than there is are told so, then have room")
  func sharedRoom() async throws {
    let arrived = HTTPStopSignal()
    let release = HTTPStopSignal()
    var options = HTTPServerOptions()
    options.bodyMemoryBytes = 1000
    let handler: HTTPHandler = { request in
      if request.path == "/held" {
        arrived.set()
        await release.wait()
      }
      return .text(
        "\(request.body.count) \(request.bodyOverflow)", status: request.lacksRoom ? 503 : 200)
    }
    try await withServer(options, handler: handler) { port, _ in
      let first = try RawHTTPClient(port: port)
      try await first.request("POST", "/held", body: String(repeating: "x", count: 600))
      await arrived.wait()
      let second = try RawHTTPClient(port: port)
      let body = String(repeating: "y", count: 500)
      try await second.request("POST", body: body)
      let refused = try await second.response()
      #expect(refused.status == 503)
      #expect(refused.text == "0 true")
      try await second.request("POST", body: String(repeating: "y", count: 400))
      #expect(try await second.response().text == "400 false")
      release.set()
      #expect(try await first.response().text == "600 false")
      // The room is free a moment after the answer.
      var answer = refused
      while answer.status == 503 {
        try await second.request("POST", body: body)
        answer = try await second.response()
      }
      #expect(answer.text == "500 false")
    }
  }

  @Test(
    "a chunked body at the cap is whole, one byte more is an overflow",
    arguments: [([100], 200), ([101], 413), ([60, 40], 200), ([60, 41], 413), ([1, 1, 1], 200)]
      as [([Int], Int)])
  func chunks(sizes: [Int], status: Int) async throws {
    try await withServer(options(cap: 100), handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      for _ in 0..<2 {
        try await client.request("POST", headers: ["Transfer-Encoding: chunked"])
        for size in sizes {
          try await client.send(
            String(size, radix: 16) + ";extension=1\r\n" + String(repeating: "x", count: size)
              + "\r\n")
        }
        try await client.send("0\r\nX-Trailer: 1\r\n\r\n")
        let answer = try await client.response()
        #expect(answer.status == status)
        let sum = sizes.reduce(0, +)
        #expect(answer.text == (status == 200 ? "\(sum) whole" : "0 overflow"))
      }
    }
  }

  @Test("a chunked body arrives byte for byte, whatever the pieces on the wire")
  func chunkedContent() async throws {
    let handler: HTTPHandler = { .text($0.bodyText) }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("POST", headers: ["Transfer-Encoding: chunked"])
      for piece in ["5\r", "\nhe", "llo\r\n", "6\r\n world\r", "\n0\r\n", "\r\n"] {
        try await client.send(piece)
      }
      #expect(try await client.response().text == "hello world")
    }
  }

  @Test("a body of several MiB under an unbounded cap arrives whole")
  func large() async throws {
    let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let handler: HTTPHandler = { request in
      HTTPResponse(body: .bytes(Array(request.body.reversed())))
    }
    try await withServer(options(cap: 10), handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("PUT", "/any", headers: ["Content-Length: \(bytes.count)"])
      try await client.send(bytes)
      let body = try await client.response().body
      #expect(body == bytes.reversed())
    }
  }

  @Test("the cap is asked for with the method and the raw path")
  func capArguments() async throws {
    let asked = Recorder<String>()
    var options = HTTPServerOptions()
    options.maxBodyBytes = { method, path in
      asked.record("\(method) \(path)")
      return 10
    }
    try await withServer(options, handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("PATCH", "/a%20b?c=d", body: "12")
      #expect(try await client.response().text == "2 whole")
    }
    #expect(asked.all == ["PATCH /a%20b"])
  }

  @Test("a client that waits for a go-ahead gets it, then its answer")
  func expectContinue() async throws {
    try await withServer(options(cap: 100), handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(
        "POST", headers: ["Content-Length: 5", "Expect: 100-continue"])
      #expect(try await client.response().status == 100)
      try await client.send("hello")
      #expect(try await client.response().text == "5 whole")
    }
  }

  @Test(
    "a client that waits for a go-ahead with too much is refused before it sends",
    arguments: [true, false])
  func expectRefused(inline: Bool) async throws {
    try await withServer(options(cap: 100, inline: inline), handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(
        "POST", headers: ["Content-Length: 101", "Expect: 100-continue"])
      let answer = try await client.response()
      #expect(answer.status == 413)
      #expect(answer.text == "0 overflow")
      #expect(await client.isClosed())
    }
  }

  @Test(
    "a body announced beyond all patience is refused at once and the connection closed",
    arguments: [true, false])
  func beyondPatience(inline: Bool) async throws {
    let options = options(cap: 100, discard: 1000, inline: inline)
    try await withServer(options, handler: measure) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("POST", headers: ["Content-Length: 1001"])
      let answer = try await client.response()
      #expect(answer.status == 413)
      #expect(answer["Connection"] == "close")
      #expect(await client.isClosed())
    }
  }

  @Test("a chunked body that runs on beyond all patience is cut without an answer")
  func endlessChunks() async throws {
    let seen = Recorder<Int>()
    let handler: HTTPHandler = { request in
      seen.record(request.body.count)
      return .text("")
    }
    try await withServer(options(cap: 100, discard: 1000), handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("POST", headers: ["Transfer-Encoding: chunked"])
      try await client.send("7d0\r\n" + String(repeating: "x", count: 2000) + "\r\n")
      #expect(await client.isClosed())
    }
    #expect(seen.count == 0)
  }

  @Test(
    "a body that is cut short never reaches the handler",
    arguments: ["Content-Length: 10\r\n\r\n12345", "Transfer-Encoding: chunked\r\n\r\n5\r\n123"])
  func cut(rest: String) async throws {
    let seen = Recorder<Int>()
    let handler: HTTPHandler = { request in
      seen.record(request.body.count)
      return .text("")
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send("POST / HTTP/1.1\r\nHost: t\r\n\(rest)")
      try await client.closeWriting()
      #expect(await client.isClosed())
    }
    #expect(seen.count == 0)
  }
}
