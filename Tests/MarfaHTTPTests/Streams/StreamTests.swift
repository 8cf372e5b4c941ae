import MarfaHTTP
import Resilience
import Testing

@Suite("Streamed answers", .timeLimit(.minutes(1)))
struct StreamTests {
  private func streaming(
    length: Int? = nil, backlogBytes: Int? = nil,
    _ produce: @escaping HTTPStream.Producer
  ) -> HTTPHandler {
    { _ in
      HTTPResponse(
        headers: ["Content-Type": "text/event-stream"],
        body: .stream(HTTPStream(length: length, backlogBytes: backlogBytes, produce: produce)))
    }
  }

  @Test("the head and each write reach the client at once, without waiting for more")
  func immediacy() async throws {
    let (commands, send) = AsyncStream.makeStream(of: String.self)
    let handler = streaming { writer in
      for await text in commands { try await writer.write(Array(text.utf8)) }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      // Nothing has been written yet: the head must not wait for a body.
      #expect(try await client.read(through: "\r\n\r\n").contains("Transfer-Encoding: chunked"))
      for number in 0..<20 {
        send.yield("event \(number)\n\n")
        _ = try await client.read(through: "event \(number)\n\n\r\n")
      }
      send.finish()
      _ = try await client.read(through: "0\r\n\r\n")
      // The connection is in step for the next request.
      try await client.request()
      #expect(try await client.response().body.isEmpty)
    }
  }

  @Test("everything written arrives in order, from many small and large writes")
  func order() async throws {
    let handler = streaming(backlogBytes: 1000) { writer in
      for number in 0..<2000 {
        let text = String(repeating: "\(number),", count: number % 100 == 0 ? 5000 : 1)
        try await writer.write(Array(text.utf8))
      }
    }
    let expected = (0..<2000).map { String(repeating: "\($0),", count: $0 % 100 == 0 ? 5000 : 1) }
      .joined()
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      let text = try await client.response().text
      #expect(text == expected)
    }
  }

  @Test("a writer waits while its client reads nothing, and the waiting bytes stay bounded")
  func backPressure() async throws {
    let limit = 100_000
    let chunk = [UInt8](repeating: 0x61, count: 50_000)
    let chunks = 600
    let written = Recorder<Int>()
    let stalled = HTTPStopSignal()
    let handler = streaming(backlogBytes: limit) { writer in
      for _ in 0..<chunks {
        try writer.enqueue(chunk)
        written.record(writer.backlogBytes)
        if writer.backlogBytes > limit { stalled.set() }
        // Nothing more to say, only to wait for room.
        try await writer.write([])
      }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request()
      await stalled.wait()
      // Time for the server to do what it should not.
      for _ in 0..<20 { try await oneExchange(port: port) }
      #expect(written.count < chunks / 2, "the kernel's buffers cannot have held so much")
      let body = try await client.response().body
      #expect(body.count == chunk.count * chunks)
    }
    #expect(written.count == chunks)
    #expect(written.all.allSatisfy { $0 <= limit + chunk.count })
  }

  @Test("what is enqueued is taken without waiting however much is unread")
  func enqueue() async throws {
    let backlog = Recorder<Int>()
    let handler = streaming(backlogBytes: 10) { writer in
      for _ in 0..<400 { try writer.enqueue([UInt8](repeating: 1, count: 100_000)) }
      backlog.record(writer.backlogBytes)
      writer.finish()
      #expect(throws: HTTPStreamError.finished) { try writer.enqueue([1]) }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request()
      let body = try await client.response().body
      #expect(body.count == 40_000_000)
    }
    #expect(backlog.all.first.map { $0 > 10_000_000 } == true)
  }

  @Test("a client that left shows within a few writes, and its producer is cancelled")
  func vanishedClient() async throws {
    let (commands, send) = AsyncStream.makeStream(of: Int.self)
    let outcome = Recorder<String>()
    let gone = HTTPStopSignal()
    let handler = streaming { writer in
      do {
        for await _ in commands { try await writer.write([0x61]) }
      } catch {
        outcome.record("\(error)")
      }
      outcome.record("cancelled \(Task.isCancelled) gone \(writer.isClientGone)")
      #expect(throws: HTTPStreamError.clientGone) { try writer.enqueue([1]) }
      gone.set()
    }
    try await withServer { request in
      request.path == "/ping" ? .text("pong") : await handler(request)
    } _: { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      send.yield(0)
      _ = try await client.read(through: "a\r\n")
      try await client.close()
      var writes = 0
      while !gone.isSet && writes < 100 {
        send.yield(writes)
        writes += 1
        // A round trip on each network thread: what was written has then been sent.
        for _ in 0..<4 { try await oneExchange(port: port, path: "/ping") }
      }
      #expect(writes < 20)
      await gone.wait()
    }
    #expect(outcome.all.last == "cancelled true gone true")
  }

  @Test("a writer that waits for room is woken by its client's reset")
  func resetWhileWaiting() async throws {
    let stalled = HTTPStopSignal()
    let outcome = Recorder<HTTPStreamError>()
    let over = HTTPStopSignal()
    let handler = streaming(backlogBytes: 1000) { writer in
      defer { over.set() }
      do {
        while true {
          try writer.enqueue([UInt8](repeating: 1, count: 1_000_000))
          if writer.backlogBytes > 8_000_000 { stalled.set() }
          if stalled.isSet { try await writer.write([]) }
        }
      } catch let error as HTTPStreamError {
        outcome.record(error)
      }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request()
      await stalled.wait()
      try await client.reset()
      await over.wait()
    }
    #expect(outcome.all == [.clientGone])
  }

  @Test("cancelling a waiting write keeps its bytes and the stream")
  func cancelledWrite() async throws {
    let waiting = HTTPStopSignal()
    let cancelled = Recorder<Bool>()
    let big = [UInt8](repeating: 0x62, count: 30_000_000)
    let handler = streaming(backlogBytes: 1) { writer in
      let write = Task {
        waiting.set()
        do { try await writer.write(big) } catch { cancelled.record(error is CancellationError) }
      }
      await waiting.wait()
      write.cancel()
      await write.value
      try await writer.write([0x63])
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request()
      _ = try await client.read(through: "\r\n\r\n")
      while cancelled.count == 0 { await Task.yield() }
      try await client.request("GET", "/")
    }
    #expect(cancelled.all == [true])
  }

  @Test("a producer that finishes its body early may go on without being cancelled")
  func lateProducer() async throws {
    let read = HTTPStopSignal()
    let outcome = Recorder<Bool>()
    let over = HTTPStopSignal()
    let handler = streaming { writer in
      try writer.enqueue(Array("all".utf8))
      writer.finish()
      await read.wait()
      outcome.record(Task.isCancelled)
      over.set()
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      #expect(try await client.response().text == "all")
      try await client.close()
      read.set()
      await over.wait()
    }
    #expect(outcome.all == [false])
  }

  @Test("a producer that throws cuts the body, so that it cannot pass for complete")
  func failingProducer() async throws {
    struct Failure: Error {}
    let handler = streaming { writer in
      try await writer.write(Array("part".utf8))
      throw Failure()
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      let text = try await client.readToEnd()
      #expect(!text.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test("an announced length is sent as such; HEAD gets it without running the producer")
  func knownLength() async throws {
    let runs = Recorder<Int>()
    let handler = streaming(length: 200_000) { writer in
      runs.record(0)
      for _ in 0..<200 { try await writer.write([UInt8](repeating: 0x7A, count: 1000)) }
      #expect(throws: HTTPStreamError.lengthExceeded) { try writer.enqueue([1]) }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("HEAD")
      #expect(try await client.response(toHead: true)["Content-Length"] == "200000")
      #expect(runs.count == 0)
      try await client.request()
      let answer = try await client.response()
      #expect(answer["Content-Length"] == "200000")
      #expect(answer.body == [UInt8](repeating: 0x7A, count: 200_000))
    }
    #expect(runs.count == 1)
  }

  @Test("a body short of its announced length ends with a cut connection")
  func shortBody() async throws {
    let handler = streaming(length: 10) { writer in try await writer.write([1, 2, 3]) }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      await #expect(throws: RawHTTPClient.Failure.self) { try await client.response() }
    }
  }

  @Test("HEAD, 204 and 304 start no producer of unknown length", arguments: [200, 204, 304])
  func noBody(status: Int) async throws {
    let runs = Recorder<Int>()
    let handler: HTTPHandler = { request in
      if request.path == "/next" { return .text("next") }
      return HTTPResponse(status: status, body: .stream(HTTPStream { _ in runs.record(0) }))
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(status == 200 ? "HEAD" : "GET")
      let answer = try await client.response(toHead: true)
      #expect(answer.status == status)
      if answer["Connection"] == "close" {
        #expect(await client.isClosed())
      } else {
        try await client.request("GET", "/next")
        #expect(try await client.response().text == "next")
      }
    }
    #expect(runs.count == 0)
  }

  @Test("an HTTP/1.0 client gets the stream without chunks, ended by the close")
  func oldVersion() async throws {
    let handler = streaming { writer in
      for text in ["one ", "two ", "three"] { try await writer.write(Array(text.utf8)) }
    }
    try await withServer(handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try await client.readToEnd().hasSuffix("\r\n\r\none two three"))
    }
  }

  private func oneExchange(port: Int, path: String = "/ping") async throws {
    let client = try RawHTTPClient(port: port)
    try await client.request("HEAD", path)
    _ = try await client.response(toHead: true)
  }
}
