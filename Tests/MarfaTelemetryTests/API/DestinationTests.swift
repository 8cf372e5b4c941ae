import Foundation
import MarfaTelemetry
import Testing

@Suite("A destination")
struct DestinationTests {
  private func fault(_ host: String, _ token: String = "phc_x") throws
    -> Telemetry.ConfigurationError?
  {
    let url = try #require(URL(string: host))
    do throws(Telemetry.ConfigurationError) {
      _ = try Telemetry.Destination(host: url, projectToken: token)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "an https host and an http one of this machine are taken (R107)",
    arguments: [
      "https://eu.i.posthog.com", "HTTPS://eu.i.posthog.com/", "https://a.example:8443/path",
      "http://127.0.0.1:80", "http://127.9.8.7", "http://localhost:9", "http://LocalHost",
      "http://[::1]:80",
    ])
  func taken(host: String) throws {
    #expect(try fault(host) == nil)
  }

  @Test(
    "any other host is refused (R106)",
    arguments: [
      "http://eu.i.posthog.com", "http://128.0.0.1", "http://127.0.0.1.example.com",
      "http://127.0.0", "http://127.0.0.256", "http://127.0.0.+1", "http://localhost.example.com",
      "http://[::2]", "ftp://127.0.0.1", "file:///tmp", "https:///path", "eu.i.posthog.com",
      "http://127.0.0.1.", "http://2130706433",
    ])
  func refused(host: String) throws {
    #expect(try fault(host) == .hostNotAllowed)
  }

  @Test(
    "a host that carries a user name or a password is refused (R108)",
    arguments: [
      "https://user@a.example", "https://user:word@a.example", "https://:word@a.example",
      "http://user@127.0.0.1", "https://@a.example",
    ])
  func credentials(host: String) throws {
    #expect(try fault(host) == .hostCarriesCredentials)
  }

  @Test("an empty token is refused (R109, R111)")
  func emptyToken() throws {
    #expect(try fault("https://a.example", "") == .emptyToken)
  }

  @Test(
    "a token with any blank or control character is refused (R110)",
    arguments: [
      " ", "a b", "a\n", "\ta", "a\r\nX: y", "a\u{A0}b", "a\u{2003}b", "a\u{3000}", "a\u{0}b",
      "a\u{85}b", "a\u{2028}b",
    ])
  func blankToken(token: String) throws {
    #expect(try fault("https://a.example", token) == .blankInToken)
  }

  @Test("the errors say what to change and repeat neither host nor token")
  func sentences() throws {
    let sentences = [
      Telemetry.ConfigurationError.hostNotAllowed, .hostCarriesCredentials, .emptyToken,
      .blankInToken,
    ].map(\.localizedDescription)
    #expect(Set(sentences).count == 4)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
  }
}
