import Resilience
import Testing

@testable import Marfa

@Suite("The parts of the transports") struct TransportPartsTests {
  // MARK: Heads

  private func parse(_ lines: [String]) -> TransportHeadParser.Outcome {
    var parser = TransportHeadParser()
    var outcome = TransportHeadParser.Outcome.incomplete
    for line in lines {
      outcome = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0) }
      if case .failed = outcome { return outcome }
    }
    return outcome
  }

  @Test("a head is put together, blanks around values dropped, folded lines joined")
  func head() throws {
    let lines = [
      "HTTP/1.1 207 Multi", "A:  b c \t", "a:d", "Folded: one", "\t two", "Empty:", "no colon", "",
    ]
    guard case .complete(let head) = parse(lines) else {
      Issue.record("no head")
      return
    }
    #expect(head.status == 207)
    #expect(head.headers.values("a") == ["b c", "d"])
    #expect(head.headers["folded"] == "one two")
    #expect(head.headers["EMPTY"] == "")
    #expect(head.headers.map(\.name) == ["A", "a", "Folded", "Empty"])
  }

  @Test("interim answers are passed over, and a status line needs no words")
  func interim() throws {
    let lines = ["HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/2 204", "B: c", ""]
    guard case .complete(let head) = parse(lines) else {
      Issue.record("no head")
      return
    }
    #expect(head.status == 204)
    #expect(head.headers["link"] == nil)
  }

  @Test(
    "a status line that is none is unreadable",
    arguments: ["HTTP/1.1", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 2x0 OK", "HTTP/ "])
  func badStatus(line: String) {
    guard case .failed(.connection(.unreadable)) = parse([line]) else {
      Issue.record("taken")
      return
    }
  }

  @Test("a head without end is refused at its bound")
  func endlessHead() {
    let lines = Array(repeating: "X: " + String(repeating: "y", count: 1_000), count: 300)
    guard case .failed(.connection(.tooLarge)) = parse(["HTTP/1.1 200 OK"] + lines) else {
      Issue.record("taken")
      return
    }
  }

  // MARK: Addresses

  @Test(
    "the host of an address is found, and whether it is this machine",
    arguments: [
      ("http://localhost", "localhost", true), ("HTTP://LOCALHOST:80/x", "LOCALHOST", true),
      ("http://app.localhost/", "app.localhost", true), ("http://127.9.8.7:1/", "127.9.8.7", true),
      ("https://[::1]:8443/a?b#c", "[::1]", true),
      ("http://127.evil.example/", "127.evil.example", false),
      ("http://localhost.example/", "localhost.example", false),
      ("https://example.org?x=@y", "example.org", false),
      ("http://10.0.0.1:65535", "10.0.0.1", false),
    ])
  func addresses(url: String, host: String, isLoopback: Bool) throws {
    let address = try TransportAddress(url)
    #expect(address.host == host)
    #expect(address.isLoopback == isLoopback)
    #expect(address.isSecure == url.hasPrefix("https"))
  }

  @Test(
    "an address that could be read in two ways is refused",
    arguments: [
      "http:/one-slash", "http:relative", "http://a@b/", "http://host:/", "http://host:0/",
      "http://host:65536/", "http://host:8x/", "http://[::1", "http://:80/", "http://a b/",
      "http://a\tb/", "http://\u{7F}/", "http://evil\\@good/", "http://a/\"", "http://a/<b>",
      "http://a/?q={x}",
    ])
  func refusedAddresses(url: String) {
    #expect(throws: TransportError.notBuildable(.url)) { try TransportAddress(url) }
  }

  // MARK: Headers and requests

  @Test("headers are looked up by letters of ASCII in either case and nothing else")
  func headerLookup() {
    let headers = TransportHeaders([("A-B", "1"), ("a-b", "2"), ("K", "kelvin")])
    #expect(headers["a-B"] == "1")
    #expect(headers.values("A-b") == ["1", "2"])
    #expect(headers["\u{212A}"] == nil)
    #expect(headers["A-"] == nil)
  }

  @Test("what may be repeated unasked follows from the method or the key")
  func replayable() {
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"] {
      #expect(TransportRequest(method: method, url: "http://a/").isReplayable)
    }
    for method in ["POST", "PATCH", "get", "LOCK"] {
      #expect(!TransportRequest(method: method, url: "http://a/").isReplayable)
      let keyed = TransportRequest(
        method: method, url: "http://a/", headers: [("idempotency-key", "k")])
      #expect(keyed.isReplayable)
    }
  }

  // MARK: Time

  @Test("each phase has its own limit, and a request that is being taken starts the wait anew")
  func timer() {
    func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(offset: .seconds(seconds)) }
    var timer = TransferTimer(
      TransportRequest(url: "http://a/", headTimeout: .seconds(30), bodyTimeout: .seconds(60)))
    #expect(timer.expiry(now: at(1_000)) == nil)
    timer.sent(now: at(0))
    #expect(timer.expiry(now: at(29)) == nil)
    timer.sent(now: at(20))
    #expect(timer.expiry(now: at(49)) == nil)
    #expect(timer.expiry(now: at(50)) == .connection(.timedOut(.head)))
    timer.headReceived(now: at(50))
    #expect(timer.expiry(now: at(109)) == nil)
    #expect(timer.expiry(now: at(110)) == .connection(.timedOut(.body)))
    timer.sent(now: at(109))
    #expect(timer.phase == .body)
  }

  @Test("a stream without a body limit never expires once its head is there")
  func endless() {
    var timer = TransferTimer(TransportRequest(url: "http://a/", bodyTimeout: nil))
    timer.sent(now: MonotonicInstant(offset: .zero))
    timer.headReceived(now: MonotonicInstant(offset: .zero))
    #expect(timer.expiry(now: MonotonicInstant(offset: .seconds(1_000_000))) == nil)
  }

  // MARK: Errors

  @Test("what may have taken effect, and what may be tried again, follows from the failure")
  func advice() {
    #expect(TransportError.connection(.refused).isRetryable)
    #expect(!TransportError.connection(.refused).retryAdvice.mayHaveSucceeded)
    #expect(!TransportError.connection(.timedOut(.connect)).retryAdvice.mayHaveSucceeded)
    for error in [TransportError.ConnectionFailure.dropped, .timedOut(.head), .timedOut(.body)] {
      #expect(TransportError.connection(error).isRetryable)
      #expect(TransportError.connection(error).retryAdvice.mayHaveSucceeded)
    }
    for error in [
      TransportError.connection(.tls), .connection(.tooLarge), .connection(.unreadable),
      .notBuildable(.url), .local(.closed),
    ] {
      #expect(!error.isRetryable)
    }
  }
}
