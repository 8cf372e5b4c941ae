import MarfaModel

/// Writes a failure as one PostHog exception (`POST /i/v0/e/`).
struct FailureEncoder: Sendable {
  static let path = "/i/v0/e/"
  static let event = "$exception"

  let endpoint: Endpoint
  let origin: Origin

  func request(_ report: FailureReport) throws -> TelemetryRequest {
    var properties = JSONObject()
    for field in FailureField.allCases {
      properties[field.rawValue] = value(of: field, report)
    }
    let body: JSONValue = [
      "api_key": .string(endpoint.token),
      "event": .string(Self.event),
      "properties": .object(properties),
    ]
    return TelemetryRequest(
      url: endpoint.address(Self.path), headers: RequestHeaders.common, body: try body.jsonBytes())
  }

  private func value(of field: FailureField, _ report: FailureReport) -> JSONValue? {
    switch field {
    case .list:
      [
        [
          "type": .string(report.kind), "value": .string(report.sentence),
          "mechanism": ["type": "generic", "handled": true, "synthetic": true],
        ]
      ]
    case .level: "error"
    case .operation: .string(report.operation)
    case .code: report.code.map { .string($0) }
    case .heldBack: .integer(Int64(report.heldBack))
    case .run: .string(origin.run)
    case .serviceName: .string(origin.serviceName)
    case .serviceVersion: .string(origin.serviceVersion)
    case .systemName: .string(origin.systemName)
    case .systemVersion: .string(origin.systemVersion)
    case .profile: false
    case .place: true
    }
  }
}
