import MarfaHTTP
import Testing

/// Says back what came in, enough to tell requests apart.
private let echo: HTTPHandler = { request in
  .text("\(request.method) \(request.target) [\(request.bodyText)]")
}

/// The same, from another thread than the network's.
private let lateEcho: HTTPHandler = { request in
  await Task.detached {}.value
  return await echo(request)
}

@Suite("One connection, many requests", .timeLimit(.minutes(1)))
struct KeepAliveTests {
  @Test("requests one after the other on a connection get their answers in turn")
  func keepAlive() async throws {
    try await withServer(handler: lateEcho) { port, _ in
      let client = try RawHTTPClient(port: port)
      for number in 0..<20 {
        try await client.request("POST", "/\(number)", body: "body \(number)")
        let answer = try await client.response()
        #expect(answer.status == 200)
        #expect(answer.text == "POST /\(number) [body \(number)]")
        #expect(answer["Content-Length"] == "\(answer.body.count)")
      }
    }
  }

  @Test(
    "pipelined requests are answered in the order in which they were sent",
    arguments: [true, false])
  func pipelining(late: Bool) async throws {
    try await withServer(handler: late ? lateEcho : echo) { port, _ in
      let client = try RawHTTPClient(port: port)
      var text = ""
      for number in 0..<50 {
        text += "POST /\(number) HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nhi"
      }
      try await client.send(text)
      for number in 0..<50 {
        #expect(try await client.response().text == "POST /\(number) [hi]")
      }
    }
  }
}
