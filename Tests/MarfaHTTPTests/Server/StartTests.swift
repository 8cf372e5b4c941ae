import MarfaHTTP
import Testing

@Suite("Starting")
struct StartTests {
  private func server(_ port: Int, host: String = "127.0.0.1") -> HTTPServer {
    HTTPServer(host: host, port: port) { _ in .text("ok") }
  }

  @Test("a port that is in use is told as such, with a way out")
  func portInUse() async throws {
    let first = server(0)
    let port = try first.start()
    let error = #expect(throws: HTTPServerError.self) { try server(port).start() }
    #expect(error == .addressInUse(host: "127.0.0.1", port: port))
    #expect(error?.description.contains("Port \(port) on 127.0.0.1 is already in use") == true)
    await first.stop()
    // A stop frees the port at once.
    let second = server(port)
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

  @Test("every address, a name and IPv6 can be listened on", arguments: ["0.0.0.0", "localhost"])
  func otherHosts(host: String) async throws {
    let server = server(0, host: host)
    let port = try server.start()
    let client = try RawHTTPClient(port: port)
    try await client.request()
    #expect(try await client.response().text == "ok")
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
