import Foundation

/// One request of telemetry, whole: what it holds is all that is sent.
public struct TelemetryRequest: Sendable, Hashable {
  /// Where it goes, by POST.
  public let url: URL
  /// Its headers, by their names.
  public let headers: [String: String]
  /// Its body, JSON in UTF-8.
  public let body: [UInt8]

  init(url: URL, headers: [String: String], body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}
