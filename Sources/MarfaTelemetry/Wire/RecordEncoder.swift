import MarfaModel

/// Writes records as one OTLP export of logs in JSON (`POST /i/v1/logs`).
struct RecordEncoder: Sendable {
  static let path = "/i/v1/logs"
  static let scope = "marfa.telemetry"

  let endpoint: Endpoint
  let origin: Origin

  func request(_ records: [LogRecord], dropped: Int) throws -> TelemetryRequest {
    let written = records.enumerated().map { place, record in
      entry(record, dropped: place == 0 ? dropped : 0)
    }
    let resource = ResourceField.allCases.map { field in
      Self.attribute(field.rawValue, ["stringValue": .string(text(of: field))])
    }
    let body: JSONValue = [
      "resourceLogs": [
        [
          "resource": ["attributes": .array(resource)],
          "scopeLogs": [
            ["scope": ["name": .string(Self.scope)], "logRecords": .array(written)]
          ],
        ]
      ]
    ]
    var headers = RequestHeaders.common
    headers["Authorization"] = "Bearer \(endpoint.token)"
    return TelemetryRequest(
      url: endpoint.address(Self.path), headers: headers, body: try body.jsonBytes())
  }

  private func text(of field: ResourceField) -> String {
    switch field {
    case .serviceName: origin.serviceName
    case .serviceVersion: origin.serviceVersion
    case .systemName: origin.systemName
    case .systemVersion: origin.systemVersion
    }
  }

  private func entry(_ record: LogRecord, dropped: Int) -> JSONValue {
    var entry = JSONObject()
    for field in RecordField.allCases {
      entry[field.rawValue] = value(of: field, record, dropped: dropped)
    }
    return .object(entry)
  }

  private func value(of field: RecordField, _ record: LogRecord, dropped: Int) -> JSONValue {
    switch field {
    case .time, .observed: .string(Self.nanoseconds(record.unixMilliseconds))
    case .severityNumber: .integer(record.severity.number)
    case .severityText: .string(record.severity.text)
    case .body: ["stringValue": .string(record.event.description)]
    case .eventName: .string(record.event.description)
    case .attributes: .array(attributes(record, dropped: dropped))
    }
  }

  /// The attributes, each name once: OTLP leaves open which of two would count. The last one does.
  private func attributes(_ record: LogRecord, dropped: Int) -> [JSONValue] {
    var values = JSONObject()
    for (name, content) in record.attributes { values[name.description] = Self.value(content) }
    if dropped > 0 { values[RecordField.dropped] = Self.value(.integer(Int64(dropped))) }
    return values.map { Self.attribute($0.key, $0.value) }
  }

  private static func attribute(_ name: String, _ value: JSONValue) -> JSONValue {
    ["key": .string(name), "value": value]
  }

  /// A value as OTLP spells it: whole numbers and what is not finite are texts.
  private static func value(_ content: AttributeContent) -> JSONValue {
    switch content {
    case .integer(let value): ["intValue": .string(String(value))]
    case .truth(let value): ["boolValue": .bool(value)]
    case .text(let value): ["stringValue": .string(value.description)]
    case .number(let value) where value.isNaN: ["doubleValue": "NaN"]
    case .number(let value) where value.isInfinite:
      ["doubleValue": .string(value < 0 ? "-Infinity" : "Infinity")]
    case .number(let value): ["doubleValue": .number(value)]
    }
  }

  /// Milliseconds as nanoseconds; a clock before 1970 counts as zero, which means "not known".
  private static func nanoseconds(_ milliseconds: Int64) -> String {
    milliseconds > 0 ? "\(milliseconds)000000" : "0"
  }
}
