import Foundation
import MarfaModel
import MarfaTelemetry
import Resilience

/// Telemetry over a recording transport and a clock that a test moves.
struct Bench {
  let transport = RecordingTransport()
  let clock = VirtualClock()
  let telemetry: Telemetry

  /// Makes it configured and switched on, unless told otherwise.
  init(isConfigured: Bool = true, isOn: Bool = true) throws {
    telemetry = Telemetry(transport: transport, clock: clock)
    if isConfigured { telemetry.configure(try Self.configuration()) }
    telemetry.isEnabled = isOn
  }

  static func configuration(
    host: String = "https://telemetry.example", token: String = "phc_token"
  ) throws -> Telemetry.Configuration {
    Telemetry.Configuration(
      destination: try Telemetry.Destination(
        host: URL(string: host) ?? URL(filePath: "/"), projectToken: token),
      serviceName: "notes", serviceVersion: "1.2.3")
  }

  /// Waits for all that was handed in before.
  func settle() async { await telemetry.flush(deadline: .seconds(1_000)) }

  /// The properties of every exception sent so far.
  func exceptions() throws -> [JSONObject] {
    try transport.requests.filter { $0.url.path.contains("/v0/e") }.map {
      try JSONValue(bytes: $0.body).object?["properties"]?.object ?? [:]
    }
  }

  /// The records of every batch sent so far.
  func batches() throws -> [[JSONObject]] {
    try transport.requests.filter { $0.url.path.hasSuffix("/i/v1/logs") }.map { request in
      let resources = try JSONValue(bytes: request.body).object?["resourceLogs"]?.array
      let scopes = resources?.first?.object?["scopeLogs"]?.array
      let records = scopes?.first?.object?["logRecords"]?.array ?? []
      return records.compactMap(\.object)
    }
  }

  /// The value of a record's attribute, as OTLP wraps it.
  static func attribute(_ name: String, of record: JSONObject?) -> JSONObject? {
    record?["attributes"]?.array?.compactMap(\.object).first { $0["key"]?.string == name }?[
      "value"]?
      .object
  }
}
