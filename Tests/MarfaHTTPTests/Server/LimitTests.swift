import Foundation
import MarfaHTTP
import Resilience
import Testing

@Suite("Times, connections and descriptors", .timeLimit(.minutes(1)))
struct LimitTests {
  private func withClock(
    _ clock: VirtualClock, handler: @escaping HTTPHandler,
    _ body: (Int) async throws -> Void
  ) async throws {
    var options = HTTPServerOptions()
    options.clock = clock
    options.headerTimeout = .seconds(8)
    options.idleTimeout = .seconds(16)
    try await withServer(options, handler: handler) { port, _ in try await body(port) }
  }

  @Test(
    "a head that does not end in time closes the connection, however often a byte comes",
    arguments: ["", "GE", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: t\r\nX-"])
  func slowHead(start: String) async throws {
    let clock = VirtualClock()
    try await withClock(clock, handler: { _ in .text("ok") }) { port in
      let client = try RawHTTPClient(port: port)
      try await client.send(start)
      try await settle(port)
      for _ in 0..<7 {
        #expect(await clock.advanceToNextTimer() == .seconds(1))
        if !start.isEmpty { try await client.send("X") }
      }
      // Two looks more than the eight of the timeout, wherever the connection began between two.
      for _ in 0..<3 { await clock.advanceToNextTimer() }
      #expect(await client.isClosed())
    }
  }

  @Test("a handler and a stream may take longer than any timeout of a head")
  func slowWork() async throws {
    let clock = VirtualClock()
    let release = HTTPStopSignal()
    let arrived = Recorder<Int>()
    let handler: HTTPHandler = { request in
      if request.path == "/settle" { return .text("ok") }
      arrived.record(0)
      if request.path == "/stream" {
        return HTTPResponse(
          body: .stream(
            HTTPStream { writer in
              await release.wait()
              try await writer.write(Array("late".utf8))
            }))
      }
      await release.wait()
      return .text("late")
    }
    try await withClock(clock, handler: handler) { port in
      let work = try RawHTTPClient(port: port)
      try await work.request("GET", "/work")
      let stream = try RawHTTPClient(port: port)
      try await stream.request("GET", "/stream")
      while arrived.count < 2 { await Task.yield() }
      for _ in 0..<100 { await clock.advanceToNextTimer() }
      release.set()
      #expect(try await work.response().text == "late")
      #expect(try await stream.response().text == "late")
    }
  }

  @Test(
    "a client that leaves while nothing is written is noticed by the watch",
    arguments: [true, false], [true, false])
  func leaving(streaming: Bool, reset: Bool) async throws {
    let clock = VirtualClock()
    let arrived = HTTPStopSignal()
    let never = HTTPStopSignal()
    let cancelled = HTTPStopSignal()
    let wait: @Sendable () async -> Void = {
      arrived.set()
      await never.wait()
      if Task.isCancelled { cancelled.set() }
    }
    let handler: HTTPHandler = { _ in
      guard streaming else {
        await wait()
        return .text("nobody reads this")
      }
      return HTTPResponse(body: .stream(HTTPStream { _ in await wait() }))
    }
    try await withClock(clock, handler: handler) { port in
      let client = try RawHTTPClient(port: port)
      try await client.request()
      await arrived.wait()
      // While it is there, nothing happens.
      for _ in 0..<3 { await clock.advanceToNextTimer() }
      #expect(!cancelled.isSet)
      if reset { try await client.reset() } else { try await client.close() }
      // The kernel may take its time to deliver the end.
      while !cancelled.isSet && !Task.isCancelled { await clock.advanceToNextTimer() }
    }
  }

  @Test("a body that comes too slowly is cut, one that keeps up the least rate is not")
  func slowBody() async throws {
    let clock = VirtualClock()
    var options = HTTPServerOptions()
    options.clock = clock
    options.headerTimeout = .seconds(8)
    options.leastBodyRate = 100
    let seen = Recorder<Int>()
    let handler: HTTPHandler = { request in
      if request.path == "/body" { seen.record(request.body.count) }
      return .text("ok")
    }
    try await withServer(options, handler: handler) { port, _ in
      let slow = try RawHTTPClient(port: port)
      let steady = try RawHTTPClient(port: port)
      for client in [slow, steady] {
        try await client.request("POST", "/body", headers: ["Content-Length: 2000"])
      }
      try await settle(port)
      for _ in 0..<12 {
        // It fails once the server has cut it.
        try? await slow.send([UInt8](repeating: 1, count: 20))
        try await steady.send([UInt8](repeating: 1, count: 150))
        try await settle(port)
        await clock.advanceToNextTimer()
      }
      #expect(await slow.isClosed())
      try await steady.send([UInt8](repeating: 1, count: 200))
      #expect(try await steady.response().text == "ok")
    }
    #expect(seen.all == [2000])
  }

  @Test(
    "a client that ends its side in the middle of its body is noticed by the watch",
    arguments: ["Content-Length: 100\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n50\r\nabc"])
  func leavingInBody(rest: String) async throws {
    let clock = VirtualClock()
    try await withClock(clock, handler: { _ in .text("ok") }) { port in
      let client = try RawHTTPClient(port: port)
      try await client.send("POST / HTTP/1.1\r\nHost: t\r\n\(rest)")
      try await client.closeWriting()
      try await settle(port)
      for _ in 0..<2 { await clock.advanceToNextTimer() }
      #expect(await client.isClosed())
    }
  }

  @Test("a kept connection may idle for both times together, then ends")
  func idleConnection() async throws {
    let clock = VirtualClock()
    try await withClock(clock, handler: { _ in .text("ok") }) { port in
      let client = try RawHTTPClient(port: port)
      for _ in 0..<2 {
        try await client.request()
        #expect(try await client.response().text == "ok")
        // The client has the answer before the server has put the connection to rest.
        try await settle(port)
        for _ in 0..<20 { await clock.advanceToNextTimer() }
      }
      for _ in 0..<10 { await clock.advanceToNextTimer() }
      #expect(await client.isClosed())
    }
  }

  @Test("a client that reads nothing of a large answer is cut")
  func unreadAnswer() async throws {
    var options = HTTPServerOptions()
    options.idleTimeout = .milliseconds(1)
    let large = HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 32 << 20)))
    try await withServer(options, handler: { _ in large }) { port, _ in
      let standing = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await standing.request()
      // The one real wait: the library times the reading of answers, in whole seconds. Sending
      // fails once the server has closed.
      while (try? await standing.send("x")) != nil { try await Task.sleep(for: .milliseconds(50)) }
      // Cut in the middle: what had come is not whole.
      var count = 0
      while let some = try? await standing.readSome(), !some.isEmpty { count += some.count }
      #expect(count < 32 << 20)
    }
  }

  @Test("a client that sends half a body and nothing more is cut, a quiet stream is not")
  func idleTimeout() async throws {
    let clock = VirtualClock()
    var options = HTTPServerOptions()
    options.clock = clock
    options.leastBodyRate = 0
    options.headerTimeout = .seconds(8)
    options.idleTimeout = .seconds(16)
    let (commands, send) = AsyncStream.makeStream(of: String.self)
    let seen = Recorder<String>()
    let handler: HTTPHandler = { request in
      if request.path == "/settle" { return .text("ok") }
      seen.record(request.path)
      return HTTPResponse(
        body: .stream(
          HTTPStream { writer in
            for await text in commands { try await writer.write(Array(text.utf8)) }
          }))
    }
    try await withServer(options, handler: handler) { port, _ in
      let stream = try RawHTTPClient(port: port)
      try await stream.request("GET", "/stream")
      _ = try await stream.read(through: "\r\n\r\n")
      let half = try RawHTTPClient(port: port)
      try await half.request("POST", "/half", headers: ["Content-Length: 10"])
      try await half.send("12345")
      try await settle(port)
      for _ in 0..<18 { await clock.advanceToNextTimer() }
      #expect(await half.isClosed())
      send.yield("still here")
      _ = try await stream.read(through: "still here")
      send.finish()
    }
    #expect(seen.all == ["/stream"])
  }

  @Test("clients beyond the bound of connections wait, and are served when one leaves")
  func connectionBound() async throws {
    var options = HTTPServerOptions()
    options.maxConnections = 3
    try await withServer(options, handler: { .text($0.path) }) { port, _ in
      var holders: [RawHTTPClient] = []
      for number in 0..<3 {
        let client = try RawHTTPClient(port: port)
        try await client.request("GET", "/\(number)")
        #expect(try await client.response().text == "/\(number)")
        holders.append(client)
      }
      let waiting = try RawHTTPClient(port: port)
      try await waiting.request("GET", "/waiting")
      try await holders[1].request("GET", "/again")
      #expect(try await holders[1].response().text == "/again")
      try await holders[0].close()
      #expect(try await waiting.response().text == "/waiting")
    }
  }

  #if os(Linux)
    @Test("a thousand connections and requests leave no descriptor and no growing memory behind")
    func descriptors() async throws {
      // In a process of its own: other tests open and close descriptors meanwhile.
      await #expect(processExitsWith: .success) {
        func openDescriptors() -> Int {
          (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
        }
        func run(_ port: Int, count: Int) async throws {
          for number in 0..<count {
            let client = try RawHTTPClient(port: port)
            try await client.request("POST", "/\(number)", body: "body")
            let body = try await client.response().body
            precondition(body == [1, 2, 3])
            if number % 3 == 0 { try await client.reset() } else { try await client.close() }
          }
        }
        let before = openDescriptors()
        let server = HTTPServer(port: 0) { request in
          if request.path.hasSuffix("0") { await Task.detached {}.value }
          if request.path.hasSuffix("5") {
            return HTTPResponse(body: .stream(HTTPStream { try await $0.write([1, 2, 3]) }))
          }
          return HTTPResponse(body: .bytes([1, 2, 3]))
        }
        let port = try server.start()
        try await run(port, count: 1000)
        await server.stop()
        let after = openDescriptors()
        // Swift's own threads may open a few for themselves on first use.
        precondition(after <= before + 3, "\(before) descriptors before, \(after) after")
      }
    }
  #endif

  /// A round trip on each network thread: connections made before are known to the server then.
  private func settle(_ port: Int) async throws {
    for _ in 0..<4 {
      let client = try RawHTTPClient(port: port)
      try await client.request("GET", "/settle")
      _ = try await client.response()
    }
  }
}
