import Foundation
import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Speaking to a server")
struct ServerLineTests {
  private let clock = VirtualClock()

  private func client(_ answer: ScriptedAnswer) -> (Client, ScriptedTransport) {
    let transport = ScriptedTransport(clock: clock) { _ in answer }
    // A URL of constant text.
    let server = Server(url: URL(string: "https://server.example/team")!, key: CopyBench.key)
    let standings = ServerStandings(clock: clock)
    return (Client(server: server, transport: transport, standings: standings), transport)
  }

  private func ask(_ answer: ScriptedAnswer) async -> MarfaError? {
    let (client, _) = client(answer)
    return await thrown { _ = try await client.request("GET", "/items/x") }
  }

  // MARK: - Statuses

  @Test(
    "every status of a server maps to its case and keeps the server's own word",
    arguments: [
      (400, "validation"), (401, "unauthorized"), (403, "forbidden"), (404, "not_found"),
      (405, "server"), (408, "server"), (409, "server"), (410, "server"), (412, "server"),
      (413, "server"), (415, "server"), (422, "server"), (425, "server"), (429, "rate_limited"),
      (500, "server"), (501, "server"), (502, "server"), (503, "server"), (504, "server"),
      (599, "server"),
    ])
  func statuses(_ status: Int, _ code: String) async {
    let error = await ask(.refusal(status, "a_word_of_its_own", message: "A sentence."))
    #expect(error?.code() == code)
    #expect(error?.serverCode == "a_word_of_its_own" && error?.message == "A sentence.")
  }

  @Test("unknown_type has a case of its own; the 429 keeps its wait")
  func specials() async {
    #expect(await ask(.refusal(400, "unknown_type"))?.code() == "unknown_type")
    let busy = await ask(.refusal(429, "rate_limited", retryAfter: "7"))
    #expect(busy?.retryAfter == .seconds(7))
    let unreadable = await ask(.refusal(429, "rate_limited", retryAfter: "12 monkeys"))
    #expect(unreadable?.isTransient == true && unreadable?.retryAfter == nil)
  }

  @Test(
    "a refusal without the contract is not the server's word, whatever its status",
    arguments: [400, 401, 403, 404, 429, 500, 502, 503])
  func unnamed(_ status: Int) async {
    let html = Array("<html>Jane's portal</html>".utf8)
    let error = await ask(.answer(status, [("Content-Type", "text/html")], body: .bytes(html)))
    #expect(error?.code() == "unnamed_answer" && error?.isTransient == true)
    #expect(error?.message.contains("portal") == false)
    #expect(error?.message.contains("\(status)") == true)
  }

  @Test("a server's error page is the server's trouble, not an unreadable answer")
  func errorPage() async {
    let html = ScriptedAnswer.answer(502, body: .bytes(Array("<html>".utf8)))
    let error = await ask(html)
    #expect(error?.code() == "server" && error?.isTransient == true)
  }

  @Test("a redirect is told and never followed", arguments: [301, 302, 303, 304, 307, 308])
  func redirects(_ status: Int) async {
    for contract in [[ScriptedAnswer.contract], []] {
      let (client, transport) = client(
        .answer(status, contract + [("Location", "https://other.example/")]))
      let error = await thrown { _ = try await client.request("GET", "/") }
      guard case .redirected(let origin, let told, let location, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(origin == "https://server.example/team" && told == status)
      #expect(location == "https://other.example/")
      #expect(transport.requests.count == 1)
    }
  }

  // MARK: - The contract

  @Test(
    "an answer of another contract is refused by its head alone, success and refusal alike",
    arguments: [200, 400, 401, 404, 500], [["1"], ["00"], ["0", "1"], ["0 "], [""]])
  func contract(_ status: Int, _ values: [String]) async {
    let endless = ScriptedStream("{")
    let error = await ask(
      .answer(status, values.map { ("x-marfa-contract", $0) }, body: .held(endless)))
    #expect(error?.code() == "contract_mismatch")
    #expect(endless.isLetGo)
  }

  @Test("the same contract named twice is that contract")
  func repeatedContract() async throws {
    let (client, _) = client(
      .json(["ok": true], headers: [ScriptedAnswer.contract, ScriptedAnswer.contract]))
    #expect(try await client.request("GET", "/")["ok"] == true)
  }

  @Test("a success that names no contract may be anybody's")
  func noContract() async {
    let error = await ask(.json(["ok": true], headers: []))
    guard case .contractMismatch(let served, 0, 200, false, let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(served == nil && message.contains("may not be a Marfa server"))
  }

  // MARK: - Bodies and connections

  @Test(
    "a success that cannot be read is a decoding error",
    arguments: ["", "[]", "{", "{\"a\":1}x", "<html>", "{\"a\":1,\"a\":2}"])
  func unreadable(_ body: String) async {
    let error = await ask(.answer(200, body: .bytes(Array(body.utf8))))
    #expect(error?.code() == "decoding")
  }

  @Test(
    "whatever becomes of the connection is the network's trouble; a cut body is no answer",
    arguments: [
      ScriptedAnswer.unreachable, .failure(.connection(.dns)), .failure(.connection(.tls)),
      .failure(.connection(.dropped)), .failure(.connection(.timedOut(.connect))),
      .answer(200, body: .cut(after: Array("{\"a\":1}".utf8))),
    ])
  func network(_ answer: ScriptedAnswer) async {
    let error = await ask(answer)
    #expect(error?.code() == "network" && error?.isTransient == true)
  }

  @Test("an answer that is too large would be too large again")
  func tooLarge() async {
    #expect(await ask(.failure(.connection(.tooLarge)))?.isTransient == false)
  }

  @Test("a head that takes longer than 30 seconds is not waited for")
  func slowHead() async {
    let (client, _) = client(.json(["ok": true]).delayed(by: .seconds(31)))
    let call = Task { _ = try await client.request("GET", "/") }
    await clock.waitForTimer(of: .seconds(30))
    clock.advance(by: .seconds(30))
    #expect(await thrown { try await call.value }?.code() == "network")
  }

  @Test("a cancelled call throws canceled; a closed client is closed (R4)")
  func cancelled() async {
    let (client, transport) = client(.stall)
    let call = Task { _ = try await client.request("GET", "/") }
    await transport.waitFor("GET /team/")
    call.cancel()
    #expect(await thrown { try await call.value }?.code() == "canceled")
    await client.close()
    #expect(await thrown { _ = try await client.instance() }?.code() == "closed")
  }

  // MARK: - What is sent, and the key

  @Test("a request goes under the origin's path with its parts encoded, JSON both ways")
  func request() async throws {
    let (client, transport) = client(.json(["ok": true]))
    _ = try await client.request(
      "POST", "/items/\(PathSegment.encode("a/b ü"))", query: [("tag", "x&y=z"), ("q", "")],
      body: ["n": 1], idempotencyKey: "k1")
    let request = try #require(transport.requests.first)
    #expect(
      request.url == "https://server.example/team/items/a%2Fb%20%C3%BC?tag=x%26y%3Dz&q=")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Idempotency-Key"] == "k1")
    #expect(request.json == ["n": 1])
  }

  @Test(
    "a path that would send the key to another host is refused",
    arguments: [".evil.example/", "@evil.example/", "", "x"])
  func pathWithoutSlash(_ path: String) async {
    let (client, transport) = client(.json(["ok": true]))
    #expect(await thrown { _ = try await client.request("GET", path) }?.code() == "invalid")
    #expect(transport.requests.isEmpty)
  }

  @Test("no error holds the key, even when a server repeats it")
  func keyStaysOut() async {
    let key = CopyBench.key
    for answer: ScriptedAnswer in [
      .refusal(400, "x", message: "Bad key \(key)\(key)"), .refusal(401, key),
      .answer(500, body: .bytes(Array("raw \(key)".utf8))),
      .answer(302, [ScriptedAnswer.contract, ("Location", "https://x/?key=\(key)")]),
      .answer(401, [("X-Echo", key)], body: .bytes(Array(key.utf8))), .unreachable,
      .answer(200, body: .bytes(Array(key.utf8))),
      .answer(200, [("X-Marfa-Contract", "9")], body: .bytes(Array(key.utf8))),
    ] {
      let error = await ask(answer)
      #expect(error != nil && "\(String(reflecting: error))".contains(key) == false)
    }
  }

  @Test("what a server asks to wait is remembered whatever the status, until it has passed")
  func remembersWait() async throws {
    let transport = ScriptedTransport(clock: clock) { _ in
      .refusal(503, "busy", retryAfter: "20")
    }
    let line = try ServerLine(
      Server(url: URL(string: "https://server.example")!, key: "k"), transport: transport,
      clock: clock, standings: ServerStandings(clock: clock))
    _ = await thrown { _ = try await line.get("/") }
    #expect(line.pause.left(at: clock.now) == .seconds(20))
    transport.answering { _ in .refusal(503, "busy", retryAfter: "5") }
    _ = await thrown { _ = try await line.get("/") }
    #expect(line.pause.left(at: clock.now) == .seconds(20))
    clock.advance(by: .seconds(20))
    #expect(line.pause.left(at: clock.now) == .zero)
  }

  // MARK: - The client's own calls

  @Test("an instance says who it is; one item is read by its id")
  func calls() async throws {
    let (client, transport) = client(
      .json(["instance_id": "i1", "name": "Marfa", "contract": 0.0]))
    #expect(try await client.instance() == InstanceInfo(id: "i1", name: "Marfa", contract: 0))
    let row = ScriptedServer.row(
      Fixture.item(["title": "T"], id: id(1), tags: ["x"]), ScriptedServer.State())
    transport.answering { _ in .json(row) }
    let item = try await client.item(id(1))
    #expect(item.title == "T" && item.tags == ["x"])
    transport.answering { _ in .json(["item": [:]]) }
    #expect(await thrown { _ = try await client.item(id(1)) }?.code() == "decoding")
  }

  @Test("an address that is no server's is refused by each call (R3)")
  func unusable() async {
    let server = Server(url: URL(string: "ftp://server.example")!, key: CopyBench.key)
    #expect(await thrown { _ = try await server.instance() }?.code() == "invalid")
  }
}
