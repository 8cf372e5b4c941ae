import Foundation
import RawSockets
import Testing

@testable import MarfaTelemetry

@Suite("The transport of apps")
struct URLSessionTelemetryTransportTests {
  private func request(_ server: RawServer) -> TelemetryRequest {
    TelemetryRequest(
      url: URL(string: server.url + "/i/v1/logs") ?? URL(filePath: "/"),
      headers: RequestHeaders.common, body: Array("{}".utf8))
  }

  private func text(_ request: [UInt8]) -> String { String(decoding: request, as: UTF8.self) }

  @Test("a request goes once, with the headers it was given and no cookie")
  func once() async throws {
    let server = RawServer(
      answer: "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 2\r\n"
        + "Connection: close\r\n\r\n{}")
    let transport = URLSessionTelemetryTransport()
    try await transport.send(request(server))
    try await transport.send(request(server))
    #expect(server.requests.count == 2)
    for sent in server.requests.map(text) {
      #expect(sent.hasPrefix("POST /i/v1/logs HTTP/1.1\r\n"))
      #expect(sent.hasSuffix("\r\n\r\n{}"))
      let names = sent.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        .dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }
      let known: Set = [
        "host", "content-type", "content-length", "user-agent", "accept", "accept-language",
        "accept-encoding", "connection",
      ]
      #expect(Set(names).subtracting(known).isEmpty)
      #expect(sent.contains("User-Agent: marfa-telemetry\r\n"))
      #expect(sent.contains("Accept-Language: *\r\n"))
    }
  }

  @Test("a redirect is a failure and is not followed")
  func redirect() async throws {
    let other = RawServer()
    let server = RawServer(
      answer: "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(other.url)/\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
    await #expect(throws: (any Error).self) {
      try await URLSessionTelemetryTransport().send(request(server))
    }
    #expect(server.requests.count == 1)
    #expect(other.requests.isEmpty)
  }

  @Test(
    "any answer but a success, or none, is a failure", arguments: [400, 401, 413, 429, 500, 503])
  func refused(status: Int) async throws {
    let server = RawServer(
      answer: "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await #expect(throws: (any Error).self) {
      try await URLSessionTelemetryTransport().send(request(server))
    }
    #expect(server.requests.count == 1)
  }

  @Test("a task that was cancelled before sends nothing at all (R118)")
  func cancelledBefore() async throws {
    let server = RawServer()
    let transport = URLSessionTelemetryTransport()
    let request = request(server)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await transport.send(request)
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    // A second one that is let through shows that the first would have come by now.
    try await transport.send(request)
    #expect(server.requests.count == 1)
  }
}
