import MarfaHTTP
import Resilience
import Testing

/// Counts what arrives, and is full after some bytes.
private final class CountingSink: HTTPBodySink {
  private struct State {
    var count = 0
    var largestPart = 0
  }
  private let state = Lock(State())
  private let cap: Int
  private let dropped: HTTPStopSignal

  init(cap: Int = .max, dropped: HTTPStopSignal = HTTPStopSignal()) {
    self.cap = cap
    self.dropped = dropped
  }

  deinit { dropped.set() }

  var count: Int { state.withLock { $0.count } }
  var largestPart: Int { state.withLock { $0.largestPart } }
  var isFull: Bool { count >= cap }

  func take(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      state.count += bytes.count
      state.largestPart = max(state.largestPart, bytes.count)
    }
  }
}

/// Says what became of the body.
private let tell: HTTPHandler = { request in
  let sink = request.sink as? CountingSink
  return .text(
    "\(sink?.count ?? -1) \(request.body.count) \(request.bodyOverflow ? "overflow" : "whole")")
}

private func options(
  discard: Int = 1 << 20, _ make: @escaping @Sendable (HTTPBodyHead) -> (any HTTPBodySink)?
) -> HTTPServerOptions {
  var options = HTTPServerOptions()
  options.maxBodyBytes = { _, _ in 10 }
  options.bodyMemoryBytes = 100
  options.maxDiscardedBytes = discard
  options.bodySink = make
  return options
}

@Suite("Bodies that go elsewhere", .timeLimit(.minutes(1)))
struct BodySinkTests {
  @Test("a sink gets a body of any size in small parts, by length and in chunks, and memory none")
  func takes() async throws {
    let parts = Recorder<Int>()
    let handler: HTTPHandler = { request in
      parts.record((request.sink as? CountingSink)?.largestPart ?? 0)
      return await tell(request)
    }
    try await withServer(options { _ in CountingSink() }, handler: handler) { port, _ in
      let client = try RawHTTPClient(port: port)
      let size = 3 << 20
      try await client.request("POST", body: String(repeating: "x", count: size))
      #expect(try await client.response().text == "\(size) 0 whole")
      try await client.request("POST", headers: ["Transfer-Encoding: chunked"])
      try await client.send("5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n")
      #expect(try await client.response().text == "8 0 whole")
      #expect(parts.all.allSatisfy { $0 <= 1 << 16 })
    }
  }

  @Test("a sink is asked for once a request with the head, and never for a request without a body")
  func asks() async throws {
    let asked = Recorder<String>()
    let options = options { head in
      asked.record("\(head.method) \(head.path) \(head.announcedBytes ?? -1)")
      return head.path == "/sink" ? CountingSink() : nil
    }
    try await withServer(options, handler: tell) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("POST", "/sink?x=1", body: "abc")
      #expect(try await client.response().text == "3 0 whole")
      try await client.request("POST", "/other", body: "abc")
      #expect(try await client.response().text == "-1 3 whole")
      try await client.request("GET", "/sink")
      #expect(try await client.response().text == "-1 0 whole")
      try await client.request("POST", "/sink", body: "")
      #expect(try await client.response().text == "-1 0 whole")
    }
    #expect(asked.all == ["POST /sink 3", "POST /other 3"])
  }

  @Test("a sink that becomes full makes an overflow, and the connection stays in step")
  func full() async throws {
    try await withServer(options { _ in CountingSink(cap: 5) }, handler: tell) { port, _ in
      let client = try RawHTTPClient(port: port)
      for _ in 0..<2 {
        try await client.request("POST", body: String(repeating: "x", count: 200_000))
        let answer = try await client.response()
        #expect(answer.text.hasSuffix(" 0 overflow"))
      }
    }
  }

  @Test("a client that waits for a word before it sends to a full sink gets the answer at once")
  func fullAtOnce() async throws {
    try await withServer(options { _ in CountingSink(cap: 0) }, handler: tell) { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request(
        "POST", headers: ["Content-Length: 1000", "Expect: 100-continue"])
      #expect(try await client.response().text == "0 0 overflow")
    }
  }

  @Test("a body that breaks off reaches no handler, and its sink is let go")
  func breaksOff() async throws {
    let dropped = HTTPStopSignal()
    let handled = Recorder<Bool>()
    let handler: HTTPHandler = { request in
      handled.record(true)
      return await tell(request)
    }
    try await withServer(options { _ in CountingSink(dropped: dropped) }, handler: handler) {
      port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.request("POST", headers: ["Content-Length: 100000"])
      try await client.send(String(repeating: "x", count: 5_000))
      try await client.close()
      await dropped.wait()
    }
    #expect(handled.count == 0)
  }
}
