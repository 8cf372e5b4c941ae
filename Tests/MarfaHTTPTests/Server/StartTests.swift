import MarfaHTTP
import Testing

@Suite("Starting", .timeLimit(.minutes(1)))
struct StartTests {
  private func server(_ port: Int, host: String = "127.0.0.1") -> HTTPServer {
    HTTPServer(host: host, port: port) { _ in .text("ok") }
  }

  @Test("a port that is in use is told as such, with a way out, and a stop frees it at once")
  func portInUse() async throws {
    #if os(Linux)
      // An address of its own: clients of other tests may be given the port between two starts.
      let host = "127.0.0.77"
    #else
      let host = "127.0.0.1"
    #endif
    let first = server(0, host: host)
    let port = try first.start()
    let error = #expect(throws: HTTPServerError.self) { try server(port, host: host).start() }
    #expect(error == .addressInUse(host: host, port: port))
    #expect(error?.description.contains("Port \(port) on \(host) is already in use") == true)
    await first.stop()
    let second = server(port, host: host)
    #expect(try second.start() == port)
    await second.stop()
  }

  @Test("a host that is none of this machine's is told as such")
  func badHost() throws {
    // Reserved for documentation, so no machine has it (RFC 5737).
    let error = #expect(throws: HTTPServerError.self) { try server(0, host: "203.0.113.1").start() }
    guard case .badHost(let host, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(host == "203.0.113.1")
    #expect(!reason.isEmpty)
  }

  @Test("a number that is no port is refused before anything is opened", arguments: [-1, 65_536])
  func badPort(port: Int) {
    #expect(throws: HTTPServerError.badPort(port)) { try server(port).start() }
  }

  @Test("a server that failed to start cannot be started again, and stops at once")
  func failedStart() async {
    let failed = server(-1)
    #expect(throws: HTTPServerError.badPort(-1)) { try failed.start() }
    #expect(throws: HTTPServerError.alreadyStarted) { try failed.start() }
    await failed.stop()
  }

  @Test(
    "every address, or that of a name, can be listened on", arguments: ["0.0.0.0", "localhost"])
  func otherHosts(host: String) async throws {
    let server = server(0, host: host)
    let port = try server.start()
    let client = try RawHTTPClient(port: port)
    try await client.request()
    #expect(try await client.response().text == "ok")
    await server.stop()
  }

  @Test("an IPv4 client of an IPv6 socket is told by its IPv4 address")
  func mappedAddress() async throws {
    let server = HTTPServer(host: "::", port: 0) { .text($0.remoteAddress) }
    do {
      let port = try server.start()
      let client = try RawHTTPClient(port: port)
      try await client.request()
      #expect(try await client.response().text == "127.0.0.1")
    } catch HTTPServerError.badHost {
      // A machine without IPv6 cannot show it.
    }
    await server.stop()
  }

  @Test("every error says what happened in words, without a case's name")
  func descriptions() {
    let errors: [HTTPServerError] = [
      .addressInUse(host: "h", port: 1), .badHost(host: "h", reason: "r"), .badPort(-1),
      .permissionDenied(host: "h", port: 1), .system(step: "s", reason: "r"), .alreadyStarted,
      .file(name: "f", reason: "r"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(error.description.contains(" "))
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
