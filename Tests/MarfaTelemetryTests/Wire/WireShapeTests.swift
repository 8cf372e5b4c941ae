import Foundation
import MarfaModel
import MarfaTelemetry
import Testing

@Suite("What goes over the wire")
struct WireShapeTests {
  @Test("an exception has the shape PostHog takes, and the token only where it belongs (R94, R123)")
  func exception() async throws {
    let bench = try Bench()
    bench.telemetry.report(
      MarfaError.validation(code: "title_too_long", message: "m"), during: "drain")
    await bench.settle()
    let request = try #require(bench.transport.requests.first)
    #expect(request.url.absoluteString == "https://telemetry.example/i/v0/e/")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Authorization"] == nil)
    let body = try #require(try JSONValue(bytes: request.body).object)
    #expect(body.keys == ["api_key", "event", "properties"])
    #expect(body["api_key"] == "phc_token")
    #expect(body["event"] == "$exception")
    let properties = try #require(body["properties"]?.object)
    #expect(
      properties["$exception_list"] == [
        [
          "type": "validation", "value": "The server does not accept this as it is.",
          "mechanism": ["type": "generic", "handled": true, "synthetic": true],
        ]
      ])
    #expect(properties["operation"] == "drain")
    #expect(properties["code"] == "title_too_long")
    #expect(properties["service_name"] == "notes")
    #expect(properties["service_version"] == "1.2.3")
    #expect(properties["$process_person_profile"] == false)
    #expect(properties["$geoip_disable"] == true)
    #expect(properties["$ip"] == nil)
  }

  @Test("an exception of three fixed texts carries these and no code (R103)")
  func fixedTexts() async throws {
    let bench = try Bench()
    bench.telemetry.report(
      type: "editor_ended", sentence: "The editor's web process ended.", during: "editing")
    await bench.settle()
    let properties = try #require(try bench.exceptions().first)
    let entry = properties["$exception_list"]?.array?.first?.object
    #expect(entry?["type"] == "editor_ended")
    #expect(entry?["value"] == "The editor's web process ended.")
    #expect(properties["code"] == nil)
  }

  @Test("records of one run carry one random word in their exceptions, two runs two")
  func runs() async throws {
    var words: [JSONValue?] = []
    for _ in 0..<2 {
      let bench = try Bench()
      bench.telemetry.report(type: "a", sentence: "s", during: "o")
      bench.telemetry.report(type: "b", sentence: "s", during: "o")
      await bench.settle()
      words += try bench.exceptions().map { $0["distinct_id"] }
    }
    #expect(words[0] == words[1])
    #expect(words[2] == words[3])
    #expect(words[1] != words[2])
  }

  @Test("a batch has the shape of OTLP in JSON, its token in a header (R130, R131)")
  func records() async throws {
    let bench = try Bench()
    bench.telemetry.log("drain_finished", attributes: ["pending": 3, "complete": true])
    await bench.settle()
    let request = try #require(bench.transport.requests.first)
    #expect(request.url.absoluteString == "https://telemetry.example/i/v1/logs")
    #expect(request.headers["Authorization"] == "Bearer phc_token")
    let text = String(decoding: request.body, as: UTF8.self)
    #expect(text.hasPrefix(#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","#))
    #expect(
      text.hasSuffix(
        #""scopeLogs":[{"scope":{"name":"marfa.telemetry"},"logRecords":["#
          + #"{"timeUnixNano":"1767225600000000000","observedTimeUnixNano":"1767225600000000000","#
          + #""severityNumber":9,"severityText":"INFO","body":{"stringValue":"drain_finished"},"#
          + #""eventName":"drain_finished","attributes":["#
          + #"{"key":"pending","value":{"intValue":"3"}},"#
          + #"{"key":"complete","value":{"boolValue":true}}]}]}]}]}"#))
  }

  @Test("every kind of value is spelled as OTLP asks, and the last of one name counts (R141)")
  func values() async throws {
    let bench = try Bench()
    bench.telemetry.log(
      "e",
      attributes: [
        "least": Int64.min, "most": UInt64.max, "half": 0.5, "nan": Double.nan,
        "up": Double.infinity, "down": -Double.infinity, "word": "fixed" as StaticString,
        "twice": 1, "twice": 2,
      ])
    await bench.settle()
    let record = try #require(try bench.batches().first?.first)
    func value(_ name: String) -> JSONObject? { Bench.attribute(name, of: record) }
    #expect(value("least") == ["intValue": "-9223372036854775808"])
    #expect(value("most")?["doubleValue"]?.number == 18_446_744_073_709_551_616)
    #expect(value("half") == ["doubleValue": 0.5])
    #expect(value("nan") == ["doubleValue": "NaN"])
    #expect(value("up") == ["doubleValue": "Infinity"])
    #expect(value("down") == ["doubleValue": "-Infinity"])
    #expect(value("word") == ["stringValue": "fixed"])
    #expect(value("twice") == ["intValue": "2"])
    #expect(record["attributes"]?.array?.count == 8)
  }

  @Test("each level has its number and its word, and they ascend (R131)")
  func levels() async throws {
    let bench = try Bench()
    for level in Telemetry.LogLevel.allCases { bench.telemetry.log("e", level: level) }
    await bench.settle()
    let records = try #require(try bench.batches().first)
    #expect(records.map { $0["severityNumber"] } == [1, 5, 9, 13, 17, 21])
    #expect(
      records.map { $0["severityText"] } == ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"])
    #expect(Telemetry.LogLevel.allCases == Telemetry.LogLevel.allCases.sorted())
  }
}
