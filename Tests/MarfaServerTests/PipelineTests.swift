import MarfaHTTP
import MarfaModel
import Testing

@testable import MarfaServer

/// What every door shares (server-items 1 and 2).
@Suite("Pipeline")
struct PipelineTests {
  @Test("the root names the instance to anybody, and a HEAD has its head")
  func root() async throws {
    let bench = try await ServerBench()
    let answer = try await bench.send("GET", "/", as: nil)
    #expect(answer.verdict == "200")
    #expect(answer.json["contract"] == 0)
    #expect(answer.headers["X-Marfa-Contract"] == "0")
    let head = try await bench.send("HEAD", "/", as: nil)
    #expect(head.verdict == "200")
    #expect(head.headers["Content-Type"] == answer.headers["Content-Type"])
  }

  @Test("a HEAD is judged as the GET of its path")
  func head() async throws {
    let bench = try await ServerBench()
    #expect(try await bench.send("HEAD", "/edges").verdict == "200")
    #expect(try await bench.send("HEAD", "/edges", as: nil).verdict == "401 unauthorized")
    #expect(
      try await bench.send("HEAD", "/edges/\(bench.newId())").headers["X-Error-Code"]
        == "edge_not_found")
  }

  @Test("a path or a method that is not served is 404 not_found, with or without a key")
  func notServed() async throws {
    let bench = try await ServerBench()
    let cases = [
      ("GET", "/nothing/here"), ("PUT", "/health"), ("DELETE", "/types"), ("POST", "/edges/x/y"),
      ("GET", "/edges/"), ("GET", "//edges"), ("GET", "edges"), ("PUT", "/keys/x"),
      ("GET", "/items/%FF"), ("get", "/edges"), ("DELETE", "/items/x/tags/"),
    ]
    for key in [nil, "nobody", ServerBench.owner] {
      for (method, path) in cases {
        let answer = try await bench.send(method, path, as: key)
        #expect(answer.verdict == "404 not_found", "\(method) \(path)")
        #expect(answer.headers["X-Marfa-Contract"] == "0")
      }
    }
  }

  @Test("every door but the open ones asks for a key first, and wrong ones are all alike")
  func credentials() async throws {
    let bench = try await ServerBench()
    bench.key("gone", .everything)
    bench.revoke("gone")
    var refusals: Set<JSONObject> = []
    for route in Doors.all {
      let path = "/" + route.pattern.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
      for key in [nil, "nobody", "gone", ""] {
        let answer = try await bench.send(route.method, path + "?unknown=1", as: key)
        if case .nothing = route.need {
          #expect(answer.status != 401, "\(route.method) \(path)")
        } else {
          #expect(answer.verdict == "401 unauthorized", "\(route.method) \(path)")
          refusals.insert(answer.json)
        }
      }
    }
    #expect(refusals.count == 1)
  }

  @Test("a key that reaches no type is refused at each door of content, whatever the request says")
  func reachesNothing() async throws {
    let bench = try await ServerBench()
    let key = bench.key("reachless", edges: ["*": .write], extensions: ["*": .write])
    for route in Doors.all {
      guard case .content = route.need else { continue }
      let path = "/" + route.pattern.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
      let answer = try await bench.send(route.method, path + "?unknown=1", as: key)
      #expect(answer.verdict == "403 type_not_permitted", "\(route.method) \(path)")
      #expect(answer.details == nil)
    }
  }

  @Test("an undeclared query key is named at every door, and one that begins with _ never is")
  func undeclaredKeys() async throws {
    let bench = try await ServerBench()
    for route in Doors.all {
      let path = "/" + route.pattern.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
      let answer = try await bench.send(
        route.method, path + "?_cache=1&unknown=1&unknown=2&limit=bad&other", ["a": 1])
      #expect(answer.verdict == "400 validation_error", "\(route.method) \(path)")
      let named = answer.details?["unknown_parameters"]?.array ?? []
      #expect(named.contains("unknown") && named.contains("other"), "\(route.method) \(path)")
      #expect(!named.contains("_cache"), "\(route.method) \(path)")
    }
  }

  @Test("a body that is no JSON object, sent as JSON, is refused and nothing is written")
  func bodies() async throws {
    let bench = try await ServerBench()
    let json = "application/json"
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    let cases: [(String, String, String?)] = [
      ("empty", "", json), ("no type", "{}", nil), ("text", "{}", "text/plain"),
      ("form", "{}", "application/x-www-form-urlencoded"), ("a list", "[]", json),
      ("a text", "\"x\"", json), ("cut off", "{\"a\":", json), ("twice", "{} {}", json),
      ("a key twice", "{\"a\":1,\"a\":2}", json), ("comment", "{/**/}", json),
      ("single quotes", "{'a':1}", json), ("too deep", "{\"a\":\(deep)}", json),
      ("no name", "{}", "application/+json"),
    ]
    for route in Doors.all where route.body == .object {
      let path = "/" + route.pattern.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
      for (name, text, type) in cases {
        let answer = try await bench.send(
          route.method, path, bytes: Array(text.utf8), type: type)
        #expect(answer.verdict == "400 validation_error", "\(name): \(route.method) \(path)")
      }
      let notUTF8 = try await bench.send(
        route.method, path, bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], type: json)
      #expect(notUTF8.verdict == "400 validation_error", "bad bytes: \(route.method) \(path)")
      let large = try await bench.send(
        route.method, path, bytes: [], type: json, overflows: true)
      #expect(large.verdict == "413 request_too_large", "\(route.method) \(path)")
    }
    #expect(try await bench.events().isEmpty)
  }

  @Test("JSON may be announced in any letter case, with parameters, and as a +json type")
  func contentTypes() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    for type in [
      "application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json",
      " application/json ;x=1",
    ] {
      let answer = try await bench.send(
        "PATCH", "/items/\(id)/metadata", bytes: Array("{}".utf8), type: type)
      #expect(answer.verdict == "200", "\(type)")
    }
  }

  @Test("an answer carries the caller's request id where it has the shape of one, else a new one")
  func requestIds() async throws {
    let bench = try await ServerBench()
    for (offered, isKept) in [
      ("abc-DEF_123", true), (String(repeating: "a", count: 128), true),
      (String(repeating: "a", count: 129), false), ("a b", false), ("é", false),
    ] {
      let answer = try await bench.send("GET", "/edges", headers: ["X-Request-ID": offered])
      let id = try #require(answer.headers["X-Request-ID"])
      #expect((id == offered) == isKept, "\(offered)")
      #expect(isKept || UUIDv7.isValid(id))
    }
  }
}
