import Foundation
import Testing

@testable import Marfa

@Suite("A server value")
struct ServerTests {
  private static let secret = "marfa_k1_secret-of-this-test"

  @Test("neither variable set means no server, an empty one counts as unset (R17)")
  func noServer() throws {
    #expect(try Server.fromEnvironment([:]) == nil)
    #expect(try Server.fromEnvironment(["MARFA_API_URL": "", "MARFA_API_KEY": ""]) == nil)
  }

  @Test("one variable alone fails and names the other (R17)")
  func oneAlone() {
    #expect(throws: Server.EnvironmentError.incomplete(missing: "MARFA_API_KEY")) {
      try Server.fromEnvironment(["MARFA_API_URL": "http://127.0.0.1:8600"])
    }
    #expect(throws: Server.EnvironmentError.incomplete(missing: "MARFA_API_URL")) {
      try Server.fromEnvironment(["MARFA_API_KEY": Self.secret, "MARFA_API_URL": ""])
    }
  }

  @Test(
    "an address that is no server's is refused without being repeated (R17)",
    arguments: [
      "127.0.0.1:8787", "ftp://127.0.0.1", "http://", "http://:8787", "not a url",
      "http://u:p@h", "http://u@h",
    ])
  func notAServer(_ address: String) {
    let error = #expect(throws: Server.EnvironmentError.notAServer) {
      try Server.fromEnvironment(["MARFA_API_URL": address, "MARFA_API_KEY": Self.secret])
    }
    #expect(error?.description.contains("u:p") == false)
    #expect(error?.description.contains(Self.secret) == false)
  }

  @Test("both set give the server")
  func both() throws {
    let server = try Server.fromEnvironment([
      "MARFA_API_URL": "HTTPS://example.org/team/", "MARFA_API_KEY": Self.secret,
    ])
    #expect(server?.key == Self.secret)
    #expect(server?.url.absoluteString == "HTTPS://example.org/team/")
  }

  @Test("the key appears in no description, dump or reflection")
  func keyStaysHidden() throws {
    let url = try #require(URL(string: "http://127.0.0.1:8600"))
    let server = Server(url: url, key: Self.secret)
    var dumped = ""
    dump(server, to: &dumped)
    for text in [
      "\(server)", String(reflecting: server), dumped,
      "\(Mirror(reflecting: server).children.map { "\($0)" })",
    ] {
      #expect(!text.contains("secret"))
    }
    #expect("\(server)" == "Server(http://127.0.0.1:8600)")
  }

  @Test(
    "an origin is scheme, host, port and path prefix in one normal form",
    arguments: [
      ("HTTP://Example.ORG", "http://example.org"),
      ("http://example.org:80/", "http://example.org"),
      ("https://example.org:443/Team/", "https://example.org/Team"),
      ("https://example.org:8600/a?x=1#y", "https://example.org:8600/a"),
      ("http://[::1]:8600", "http://[::1]:8600"),
    ])
  func origins(_ address: String, _ expected: String) throws {
    let url = try #require(URL(string: address))
    #expect(Origin(url)?.text == expected)
  }
}
