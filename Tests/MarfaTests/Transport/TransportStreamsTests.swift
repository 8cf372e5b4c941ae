import Foundation
import Marfa
import Resilience
import Testing

@Suite("Transport contract: streams, cancellation, closing", .timeLimit(.minutes(1)))
struct TransportStreamsTests {
  private static let streamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func chunk(_ text: String) -> String {
    String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
  }

  /// Runs `body` and answers how long it took.
  private func measure(_ body: () async throws -> Void) async rethrows -> Duration {
    try await ContinuousClock().measure(body)
  }

  @Test("an event arrives while the stream stays open", arguments: TransportKind.allCases)
  func promptEvents(kind: TransportKind) async throws {
    let transport = kind.make()
    let (next, gone) = (DispatchSemaphore(value: 0), Signal())
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write(Self.streamHead)
      for number in 1...5 {
        next.wait()
        connection.write(Self.chunk("data: \(number)\n\n"))
      }
      connection.waitForPeerToClose()
      gone.fire()
    }
    var request = TransportRequest(url: server.url())
    request.bodyTimeout = nil
    let stream = try await transport.stream(request)
    #expect(stream.head.status == 200)
    #expect(stream.head.headers["content-type"] == "text/event-stream")
    var iterator = stream.makeAsyncIterator()
    for number in 1...5 {
      // The server writes the next event only when this one has been read.
      next.signal()
      let chunk = try #require(try await iterator.next())
      #expect(String(decoding: chunk, as: UTF8.self) == "data: \(number)\n\n")
    }
    stream.cancel()
    await #expect(throws: CancellationError.self) { try await iterator.next() }
    await gone.wait()
    await transport.close()
  }

  @Test(
    "a large body is read whole while little of it waits in memory",
    arguments: TransportKind.keeping(.backPressure))
  func backPressure(kind: TransportKind) async throws {
    let transport = kind.make()
    let total = 48 * 1_048_576
    let (sent, stalled) = (Lock(0), Signal())
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      connection.setWriteStall(milliseconds: 100)
      let chunk = [UInt8](repeating: 0x78, count: 65_536)
      defer { stalled.fire() }
      var offset = 0
      while offset < total,
        let count = connection.writeSome(chunk.prefix(min(chunk.count, total - offset)))
      {
        offset += count
        let now = offset
        sent.withLock { $0 = now }
        if count == 0 { stalled.fire() }
      }
    }
    let stream = try await transport.stream(TransportRequest(url: server.url()))
    // Until somebody reads, what the server gets rid of is what the buffers on the way hold.
    await stalled.wait()
    #expect(sent.withLock { $0 } < 24 * 1_048_576)
    var read = 0
    for try await chunk in stream {
      read += chunk.count
    }
    #expect(read == total)
    await transport.close()
  }

  @Test("a task that is cancelled already sends nothing", arguments: TransportKind.allCases)
  func cancelledBefore(kind: TransportKind) async {
    let transport = kind.make()
    let server = WireServer.answering { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await transport.send(TransportRequest(url: server.url()))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let stream = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await transport.stream(TransportRequest(url: server.url()))
    }
    await #expect(throws: CancellationError.self) { try await stream.value }
    await transport.close()
    #expect(server.accepted == 0)
  }

  @Test(
    "a cancel before the head ends the request and closes its connection",
    arguments: TransportKind.allCases)
  func cancelledBeforeHead(kind: TransportKind) async {
    let transport = kind.make()
    let (asked, gone) = (Signal(), Signal())
    let server = WireServer { connection in
      _ = connection.readRequest()
      asked.fire()
      connection.waitForPeerToClose()
      gone.fire()
    }
    let task = Task { try await transport.send(TransportRequest(url: server.url())) }
    await asked.wait()
    let time = await measure {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await gone.wait()
    }
    // A few milliseconds; the bound leaves room for a machine that is busy with other tests.
    #expect(time < .seconds(2))
    await transport.close()
  }

  @Test(
    "a cancel within the body ends the request and closes its connection",
    arguments: TransportKind.allCases)
  func cancelledInBody(kind: TransportKind) async throws {
    let transport = kind.make()
    let gone = Signal()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      connection.waitForPeerToClose()
      gone.fire()
    }
    let reading = Signal()
    let task = Task {
      let stream = try await transport.stream(TransportRequest(url: server.url()))
      for try await _ in stream { reading.fire() }
    }
    await reading.wait()
    let time = await measure {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await gone.wait()
    }
    // A few milliseconds; the bound leaves room for a machine that is busy with other tests.
    #expect(time < .seconds(2))
    await transport.close()
  }

  @Test("a stream that is let go of gives up its connection", arguments: TransportKind.allCases)
  func letGo(kind: TransportKind) async throws {
    let transport = kind.make()
    let gone = Signal()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write(Self.streamHead)
      connection.waitForPeerToClose()
      gone.fire()
    }
    _ = try await transport.stream(TransportRequest(url: server.url()))
    await gone.wait()
    await transport.close()
  }

  @Test(
    "a hundred cancelled requests leave no connection behind", arguments: TransportKind.allCases)
  func noLeak(kind: TransportKind) async throws {
    let transport = kind.make()
    let server = WireServer { connection in
      while let request = connection.readRequest() {
        if request.path == "/ok" {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        } else {
          connection.write(Self.streamHead)
        }
      }
    }
    for _ in 0..<100 {
      let task = Task {
        let stream = try await transport.stream(TransportRequest(url: server.url("/hang")))
        for try await _ in stream {}
      }
      await Task.yield()
      task.cancel()
      _ = await task.result
    }
    let answer = try await transport.send(TransportRequest(url: server.url("/ok")))
    #expect(answer.head.status == 200)
    await transport.close()
    await server.waitUntilIdle()
  }

  @Test(
    "closing fails what is under way as closed, and everything after it",
    arguments: TransportKind.allCases)
  func closing(kind: TransportKind) async throws {
    let transport = kind.make()
    let asked = Signal()
    let server = WireServer { connection in
      if connection.readRequest()?.path == "/stream" {
        connection.write(Self.streamHead)
      } else {
        asked.fire()
      }
      connection.waitForPeerToClose()
    }
    let stream = try await transport.stream(TransportRequest(url: server.url("/stream")))
    let waiting = Task { try await transport.send(TransportRequest(url: server.url("/"))) }
    await asked.wait()
    await transport.close()
    await #expect(throws: TransportError.local(.closed)) { try await waiting.value }
    await #expect(throws: TransportError.local(.closed)) { for try await _ in stream {} }
    await #expect(throws: TransportError.local(.closed)) {
      try await transport.send(TransportRequest(url: server.url()))
    }
    await transport.close()
    await server.waitUntilIdle()
  }

  @Test(
    "a transport that is let go of without closing ends its connections",
    arguments: TransportKind.allCases)
  func dropped(kind: TransportKind) async throws {
    let server = WireServer.answering { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    do {
      let transport = kind.make()
      _ = try await transport.send(TransportRequest(url: server.url()))
    }
    await server.waitUntilIdle()
  }

  @Test(
    "a second reader of one stream is refused, the first goes on", arguments: TransportKind.allCases
  )
  func secondReader(kind: TransportKind) async throws {
    let transport = kind.make()
    let go = Signal()
    let server = WireServer { connection in
      _ = connection.readRequest()
      connection.write(Self.streamHead)
      go.waitOnThread()
      connection.write(Self.chunk("late"))
      connection.waitForPeerToClose()
    }
    let stream = try await transport.stream(TransportRequest(url: server.url()))
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var iterator = stream.makeAsyncIterator()
          do {
            return String(decoding: try await iterator.next() ?? [], as: UTF8.self)
          } catch TransportError.local(.secondReader) {
            go.fire()
            return "refused"
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes == ["late", "refused"])
    stream.cancel()
    await transport.close()
  }
}
