import MarfaHTTP
import Resilience
import Testing

@Suite("Stopping", .timeLimit(.minutes(1)))
struct StopTests {
  /// A server on a clock that stands still: a stop that returned did not wait for its deadline.
  private func start(
    _ clock: VirtualClock = VirtualClock(), threads: Int = 2, handler: @escaping HTTPHandler
  ) throws -> (server: HTTPServer, port: Int) {
    var options = HTTPServerOptions()
    options.clock = clock
    options.threads = threads
    // The clock is moved by hand, not as far as the bytes would take.
    options.leastBodyRate = 0
    options.idleTimeout = .seconds(3_600)
    let server = HTTPServer(port: 0, options: options, handler: handler)
    return (server, try server.start())
  }

  @Test("a request at work is answered, the client told to leave, and new clients refused")
  func requestAtWork() async throws {
    let arrived = HTTPStopSignal()
    let release = HTTPStopSignal()
    let (server, port) = try start { request in
      arrived.set()
      await release.wait()
      return .text("done, stopping: \(request.stopping.isSet)")
    }
    let client = try RawHTTPClient(port: port)
    try await client.request("POST", body: "work")
    await arrived.wait()
    async let stopped = server.stop()
    await server.stopping.wait()
    // The socket closes a moment after the signal.
    while (try? RawHTTPClient(port: port)) != nil { await Task.yield() }
    release.set()
    let answer = try await client.response()
    #expect(answer.text == "done, stopping: true")
    #expect(answer["Connection"] == "close")
    #expect(await client.isClosed())
    #expect(await stopped)
  }

  @Test("idle connections, used, fresh or half a head in, do not hold a stop up")
  func idleConnections() async throws {
    let (server, port) = try start { _ in .text("ok") }
    let used = try RawHTTPClient(port: port)
    try await used.request()
    #expect(try await used.response().text == "ok")
    let fresh = try RawHTTPClient(port: port)
    let half = try RawHTTPClient(port: port)
    try await half.send("GET / HTTP/1.1\r\nHo")
    await server.stop()
    #expect(await used.isClosed())
    #expect(await fresh.isClosed())
    #expect(await half.isClosed())
  }

  @Test("a body that is still arriving is received to its end and answered")
  func uploadAtWork() async throws {
    let (server, port) = try start { .text("\($0.body.count)") }
    let client = try RawHTTPClient(port: port)
    try await client.request("POST", headers: ["Content-Length: 100000", "Expect: 100-continue"])
    #expect(try await client.response().status == 100)
    async let stopped = server.stop()
    await server.stopping.wait()
    while (try? RawHTTPClient(port: port)) != nil { await Task.yield() }
    for _ in 0..<100 { try await client.send([UInt8](repeating: 1, count: 1000)) }
    #expect(try await client.response().text == "100000")
    #expect(await stopped)
  }

  @Test("streams learn of the stop, write their last frame, and end properly", arguments: [1, 50])
  func streams(count: Int) async throws {
    let (server, port) = try start { request in
      let stopping = request.stopping
      return HTTPResponse(
        body: .stream(
          HTTPStream { writer in
            try await writer.write(Array("hello\n".utf8))
            await stopping.wait()
            try writer.enqueue(Array("server_stopping\n".utf8))
          }))
    }
    var clients: [RawHTTPClient] = []
    for _ in 0..<count {
      let client = try RawHTTPClient(port: port)
      try await client.request()
      clients.append(client)
    }
    for client in clients { _ = try await client.read(through: "hello\n\r\n") }
    await server.stop()
    for client in clients {
      #expect(try await client.readToEnd() == "10\r\nserver_stopping\n\r\n0\r\n\r\n")
    }
  }

  @Test("what outlasts the deadline is cut: handlers and streams are cancelled, writes throw")
  func deadline() async throws {
    let clock = VirtualClock()
    let outcome = Recorder<String>()
    let streaming = HTTPStopSignal()
    let working = HTTPStopSignal()
    let forever = HTTPStopSignal()
    let (server, port) = try start(clock) { request in
      guard request.path == "/stream" else {
        working.set()
        await forever.wait()
        outcome.record("handler cancelled \(Task.isCancelled)")
        return .text("too late")
      }
      return HTTPResponse(
        body: .stream(
          HTTPStream { writer in
            streaming.set()
            await forever.wait()
            outcome.record("stream cancelled \(Task.isCancelled)")
            do { try writer.enqueue([1]) } catch { outcome.record("\(error)") }
          }))
    }
    let stream = try RawHTTPClient(port: port)
    try await stream.request("GET", "/stream")
    let work = try RawHTTPClient(port: port)
    try await work.request("GET", "/work")
    await streaming.wait()
    await working.wait()
    async let stopped = server.stop(deadline: .seconds(5))
    await clock.waitForTimer(of: .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(await stopped == false, "a handler was cut")
    #expect(try await work.readToEnd() == "")
    #expect(try await stream.readToEnd().hasSuffix("\r\n\r\n"))
    while outcome.count < 3 { await Task.yield() }
    #expect(
      Set(outcome.all) == ["handler cancelled true", "stream cancelled true", "clientGone"])
  }

  @Test("a client that stands still in its body or its answer is cut soon, one that moves is not")
  func standingStill() async throws {
    let clock = VirtualClock()
    let large = [UInt8](repeating: 0x78, count: 16 << 20)
    let (server, port) = try start(clock) { request in
      switch request.path {
      case "/large": HTTPResponse(body: .bytes(large))
      case "/stream": HTTPResponse(body: .stream(HTTPStream { try await $0.write(large) }))
      default: .text("\(request.body.count)")
      }
    }
    var standing: [RawHTTPClient] = []
    for path in ["/large", "/stream"] {
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request("GET", path)
      // Its answer is under way: what has not begun is nobody's standing still.
      #expect(try await !client.readSome().isEmpty)
      standing.append(client)
    }
    let half = try RawHTTPClient(port: port)
    try await half.request("POST", headers: ["Content-Length: 10"])
    try await half.send("12345")
    let steady = try RawHTTPClient(port: port)
    try await steady.request("POST", headers: ["Content-Length: 1000", "Expect: 100-continue"])
    #expect(try await steady.response().status == 100)
    async let stopped = server.stop(deadline: .seconds(3_600))
    await server.stopping.wait()
    // Each look finds a byte more; five times as many as cut the others.
    for _ in 0..<10 {
      try await steady.send([1])
      // Virtual seconds are shorter than the system takes to hand a byte over.
      while try await steady.hasUnacknowledged() { await Task.yield() }
      // Its own timer: to the earliest of all might be as far as the deadline.
      await clock.waitForTimer(of: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    #expect(await half.isClosed())
    for client in standing {
      var count = 0
      while let some = try? await client.readSome(), !some.isEmpty { count += some.count }
      #expect(count < large.count)
    }
    try await steady.send([UInt8](repeating: 1, count: 990))
    #expect(try await steady.response().text == "1000")
    #expect(await stopped)
  }

  @Test("a deadline of zero cuts at once, with many requests and streams suspended")
  func zeroDeadline() async throws {
    let forever = HTTPStopSignal()
    let arrived = Recorder<Int>()
    let all = HTTPStopSignal()
    let note: @Sendable () -> Void = {
      arrived.record(0)
      if arrived.count == 60 { all.set() }
    }
    let (server, port) = try start(VirtualClock(), threads: 3) { request in
      if request.path == "/work" {
        note()
        await forever.wait()
        return .text("too late")
      }
      return HTTPResponse(
        body: .stream(
          HTTPStream { writer in
            note()
            while true {
              try await writer.write([UInt8](repeating: 1, count: 10_000))
              await Task.yield()
            }
          }))
    }
    var clients: [RawHTTPClient] = []
    for number in 0..<60 {
      let client = try RawHTTPClient(port: port, receiveBuffer: 4096)
      try await client.request("GET", number % 2 == 0 ? "/work" : "/stream")
      clients.append(client)
    }
    await all.wait()
    await server.stop(deadline: .zero)
    for client in clients { _ = try? await client.readToEnd() }
  }

  @Test("under load a stop cuts no request: each one that was handled is answered whole")
  func underLoad() async throws {
    let handled = Recorder<Int>()
    let (server, port) = try start { request in
      handled.record(0)
      await Task.yield()
      return .text(String(repeating: "x", count: 10_000))
    }
    let complete = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var complete = 0
          while let client = try? RawHTTPClient(port: port) {
            while (try? await client.request("POST", body: "body")) != nil,
              let answer = try? await client.response()
            {
              #expect(answer.body.count == 10_000)
              complete += 1
              if answer["Connection"] == "close" { break }
            }
          }
          return complete
        }
      }
      while handled.count < 500 { await Task.yield() }
      await server.stop()
      return await group.reduce(0, +)
    }
    #expect(complete == handled.count)
  }

  @Test("a second stop waits for the first; stopping what never ran does nothing")
  func twice() async throws {
    let release = HTTPStopSignal()
    let arrived = HTTPStopSignal()
    let order = Recorder<String>()
    let (server, port) = try start { _ in
      arrived.set()
      await release.wait()
      order.record("answered")
      return .text("")
    }
    let client = try RawHTTPClient(port: port)
    try await client.request()
    await arrived.wait()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await server.stop()
          order.record("stopped")
        }
      }
      await server.stopping.wait()
      release.set()
    }
    await server.stop()
    #expect(order.all == ["answered", "stopped", "stopped", "stopped"])
    #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }

    let never = HTTPServer(port: 0) { _ in .text("") }
    await never.stop()
    #expect(throws: HTTPServerError.alreadyStarted) { try never.start() }
  }

  @Test("after a stop nothing of the server is kept, its handler included")
  func freed() async throws {
    final class Token: Sendable {}
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let (server, port) = try start { _ in
        _ = token
        await Task.detached {}.value
        return HTTPResponse(body: .stream(HTTPStream { try await $0.write([1, 2, 3]) }))
      }
      let client = try RawHTTPClient(port: port)
      for _ in 0..<10 {
        try await client.request()
        #expect(try await client.response().body == [1, 2, 3])
      }
      await server.stop()
    }
    // The tasks that ended last let go of the server a moment later.
    for _ in 0..<100_000 where weakToken != nil { await Task.yield() }
    #expect(weakToken == nil)
  }
}
