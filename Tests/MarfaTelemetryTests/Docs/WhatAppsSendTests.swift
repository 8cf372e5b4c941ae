import Foundation
import MarfaModel
import Testing

@testable import MarfaTelemetry

@Suite("The page of what apps send, docs/what-apps-send.md")
struct WhatAppsSendTests {
  private let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/what-apps-send.md")

  @Test("it is what the code's tables say; MARFA_RECORD=1 writes it anew (R97)")
  func isCurrent() throws {
    if ProcessInfo.processInfo.environment["MARFA_RECORD"] == "1" {
      try WhatAppsSend.page().write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == WhatAppsSend.page())
  }

  @Test("every key of an exception that is really sent is one of the table (R97)")
  func failure() async throws {
    let bench = try Bench()
    bench.telemetry.report(MarfaError.notFound(code: "gone", message: ""), during: "load")
    await bench.settle()
    #expect(
      try bench.exceptions().map(\.keys) == [FailureField.allCases.map(\.rawValue)])
    let body = try JSONValue(bytes: try #require(bench.transport.requests.first).body)
    #expect(body.object?.keys == ["api_key", "event", "properties"])
  }

  @Test("every key of a batch that is really sent is one of the tables (R97)")
  func batch() async throws {
    let bench = try Bench()
    bench.telemetry.log("e", attributes: ["a": 1])
    await bench.settle()
    #expect(try bench.batches().map { $0.map(\.keys) } == [[RecordField.allCases.map(\.rawValue)]])
    let request = try #require(bench.transport.requests.first)
    let group = try JSONValue(bytes: request.body).object?["resourceLogs"]?.array?.first?.object
    #expect(group?.keys == ["resource", "scopeLogs"])
    let resource = group?["resource"]?.object?["attributes"]?.array ?? []
    #expect(
      resource.map { $0.object?["key"]?.string } == ResourceField.allCases.map(\.rawValue))
    let known = Set(RequestHeaders.common.keys).union(["Authorization"])
    #expect(Set(request.headers.keys) == known)
  }
}
