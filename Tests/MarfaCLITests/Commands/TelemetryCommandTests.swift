import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("marfa telemetry show")
struct TelemetryCommandTests {
  @Test("prints the request of a failure and that of an event, as text and as JSON (R94)")
  func show() async throws {
    let bench = try CommandBench()
    let text = await bench.run("telemetry", "show")
    #expect(text.status == ExitStatus.done.rawValue)
    #expect(text.out.contains("POST https://telemetry.example/i/v0/e/\n"))
    #expect(text.out.contains("POST https://telemetry.example/i/v1/logs\n"))
    #expect(text.out.contains(#""type":"network","value":"The server could not be reached.""#))
    #expect(text.out.contains("Authorization: Bearer PROJECT_TOKEN\n"))
    #expect(text.out.contains("Nothing is sent now."))
    let requests = try #require(await bench.run("telemetry", "show", "--json").json?.array)
    #expect(requests.map { $0.object?["method"] } == ["POST", "POST"])
    #expect(requests.first?.object?["body"]?.object?["event"] == "$exception")
  }

  @Test("takes every kind of failure that is ever told, and refuses other words (R123)")
  func kinds() async throws {
    let bench = try CommandBench()
    for kind in MarfaErrorKind.allCases where kind != .canceled {
      let shown = await bench.run("telemetry", "show", "--kind", kind.rawValue)
      #expect(shown.status == ExitStatus.done.rawValue)
      #expect(shown.out.contains("\"type\":\"\(kind.rawValue)\""))
    }
    for word in ["canceled", "nonsense"] {
      let refused = await bench.run("telemetry", "show", "--kind", word)
      #expect(refused.status == ExitStatus.usage.rawValue)
      #expect(refused.err.contains("not_found"))
    }
    #expect(await bench.run("telemetry", "show", "more").status == ExitStatus.usage.rawValue)
  }
}
