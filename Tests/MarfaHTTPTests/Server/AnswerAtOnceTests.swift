import MarfaHTTP
import Resilience
import Testing

@Suite("Answers on the network thread", .timeLimit(.minutes(1)))
struct AnswerAtOnceTests {
  /// Answers paths that begin with `/now`; what else there is waits for another thread.
  private func serving<Result: Sendable>(
    _ options: HTTPServerOptions = HTTPServerOptions(),
    _ body: (_ port: Int, _ server: HTTPServer) async throws -> Result
  ) async throws -> Result {
    try await withServer(
      options,
      atOnce: { request in
        request.path.hasPrefix("/now")
          ? .text("now \(request.path) [\(request.bodyText)]", headers: ["X-Kind": "now"]) : nil
      },
      handler: { request in
        await Task.detached {}.value
        return .text("later \(request.path) [\(request.bodyText)]")
      }, body)
  }

  @Test("a request is answered by whoever takes it, and in its turn among pipelined ones")
  func turns() async throws {
    try await serving { port, _ in
      let client = try RawHTTPClient(port: port)
      var text = ""
      for number in 0..<40 {
        let path = number % 3 == 0 ? "/later/\(number)" : "/now/\(number)"
        text += "POST \(path) HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nhi"
      }
      try await client.send(text)
      for number in 0..<40 {
        let answer = try await client.response()
        let kind = number % 3 == 0 ? "later" : "now"
        #expect(answer.text == "\(kind) /\(kind)/\(number) [hi]")
        #expect(answer["X-Kind"] == (kind == "now" ? "now" : nil))
      }
    }
  }

  @Test("a HEAD has the head of its GET and no body")
  func head() async throws {
    try await serving { port, _ in
      let client = try RawHTTPClient(port: port)
      try await client.send("HEAD /now HTTP/1.1\r\nHost: t\r\n\r\n")
      let head = try await client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head["Content-Length"] == "11")
      try await client.request("GET", "/now")
      #expect(try await client.response().text == "now /now []")
    }
  }

  @Test("a body beyond what is handled on the network thread goes to the handler")
  func largeBody() async throws {
    var options = HTTPServerOptions()
    options.inlineBodyBytes = 4
    try await serving(options) { port, _ in
      let client = try RawHTTPClient(port: port)
      for (body, kind) in [("four", "now"), ("five!", "later"), ("", "now")] {
        try await client.request("POST", "/now", body: body)
        #expect(try await client.response().text == "\(kind) /now [\(body)]")
      }
    }
  }

  @Test("while a stop waits for a request, one answered at once ends its connection")
  func stopping() async throws {
    let (begun, gate) = (HTTPStopSignal(), HTTPStopSignal())
    try await withServer(
      atOnce: { $0.path == "/now" ? .text("now") : nil },
      handler: { _ in
        begun.set()
        await gate.wait()
        return .text("held")
      }
    ) { port, server in
      let other = try RawHTTPClient(port: port)
      try await other.request("GET", "/now")
      #expect(try await other.response()["Connection"] != "close")
      let holding = try RawHTTPClient(port: port)
      try await holding.request("GET", "/held")
      await begun.wait()
      async let stopped = server.stop(deadline: .seconds(30))
      await server.stopping.wait()
      try await other.request("GET", "/now")
      let answer = try await other.response()
      #expect(answer.text == "now")
      #expect(answer["Connection"] == "close")
      gate.set()
      #expect(try await holding.response().text == "held")
      #expect(await stopped)
    }
  }
}
