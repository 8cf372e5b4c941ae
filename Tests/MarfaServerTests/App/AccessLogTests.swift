import MarfaModel
import Resilience
import Testing

@testable import MarfaServer

@Suite("Access log")
struct AccessLogTests {
  @Test("each request is one line of JSON that tells what happened and nothing of what was written")
  func line() async throws {
    let bench = try await ServerBench()
    let id = try await bench.item()
    try await bench.send(
      "DELETE", "/items/\(id)/tags/private%20thing?_secret=1", headers: ["X-Request-ID": "mine"])
    try await bench.send("GET", "/items/\(bench.newId())?include=versions", as: nil)
    try await bench.send("G\"ET", "/\"\n\u{1F600}\\", as: nil)
    let lines = bench.log.all
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasSuffix("}\n") && $0.dropLast().allSatisfy { $0 != "\n" } })
    #expect(!lines.contains { $0.contains("private") || $0.contains("secret") })
    let entries = try lines.map { try JSONObject(json: $0) }
    #expect(
      Array(entries[0].keys) == [
        "time", "request_id", "method", "path", "status", "ms", "key_id",
      ])
    #expect(entries[0]["time"]?.string == Timestamp(clamping: bench.clock.unixMilliseconds).text)
    #expect(entries[0]["request_id"] == "mine")
    #expect(entries[0]["path"]?.string == "/items/\(id)/tags/…")
    #expect(entries[0]["status"] == 200)
    #expect(entries[0]["ms"]?.number != nil)
    #expect(entries[0]["key_id"] == "key-owner")
    #expect(entries[1]["code"] == "unauthorized")
    #expect(entries[1]["key_id"] == nil)
    #expect(entries[2]["method"] == "G\"ET")
    #expect(entries[2]["path"] == "/\"\n\u{1F600}\\")
  }

  @Test("times are written in milliseconds to the hundredth")
  func times() throws {
    let lines = LogLines()
    let log = AccessLog { lines.append($0) }
    let cases: [(Duration, Double)] = [
      (.zero, 0), (.microseconds(9), 0), (.microseconds(50), 0.05), (.milliseconds(7), 7),
      (.seconds(61), 61_000), (.milliseconds(-5), 0),
    ]
    for (took, _) in cases {
      log.write(
        AccessLog.Entry(
          time: 0, requestId: "r", method: "GET", path: "/", status: 200, code: nil,
          credential: nil, took: took))
    }
    let written = try lines.all.map { try JSONObject(json: $0)["ms"]?.number }
    #expect(written == cases.map(\.1))
  }
}
