import Foundation
import MarfaModel

/// What the file of a spool holds: whole requests to one project, the oldest first, within a bound.
struct SpoolContents: Sendable {
  /// The project they are for.
  let endpoint: Endpoint
  /// The requests, the oldest first.
  private(set) var requests: [TelemetryRequest] = []

  /// Reads a file's bytes; what is for another project or can't be read counts as nothing.
  init(bytes: [UInt8], endpoint: Endpoint) {
    self.endpoint = endpoint
    guard let file = try? JSONValue(bytes: bytes).object,
      file["host"]?.string == endpoint.host.absoluteString,
      file["token"]?.string == endpoint.token
    else { return }
    requests = (file["requests"]?.array ?? []).compactMap(Self.request)
  }

  /// Adds a request behind the others, or in front; the oldest make room.
  ///
  /// - Parameter capacity: how many bytes the file may have. A request that alone is larger is not
  ///   kept, and leaves the others as they are.
  /// - Returns: whether the request is kept.
  mutating func add(_ request: TelemetryRequest, first: Bool, capacity: Int) -> Bool {
    let before = requests
    requests.insert(request, at: first ? 0 : requests.endIndex)
    while requests.count > 1, bytes.count > capacity { requests.removeFirst() }
    // In front it is the oldest, and may have made room for the others itself.
    guard bytes.count <= capacity, requests.contains(request) else {
      requests = before
      return false
    }
    return true
  }

  /// Takes the oldest out.
  mutating func takeFirst() -> TelemetryRequest? {
    requests.isEmpty ? nil : requests.removeFirst()
  }

  /// The file's bytes.
  var bytes: [UInt8] {
    let file: JSONValue = [
      "host": .string(endpoint.host.absoluteString), "token": .string(endpoint.token),
      "requests": .array(
        requests.map { request in
          let headers = request.headers.sorted { $0.key < $1.key }
          return [
            "url": .string(request.url.absoluteString),
            "headers": .object(JSONObject(headers.map { ($0.key, .string($0.value)) })),
            "body": .string(String(decoding: request.body, as: UTF8.self)),
          ]
        }),
    ]
    // Nothing in it is nested deeper than the writer goes.
    return (try? file.jsonBytes()) ?? []
  }

  private static func request(_ value: JSONValue) -> TelemetryRequest? {
    guard let fields = value.object, let url = fields["url"]?.string.flatMap(URL.init(string:)),
      let body = fields["body"]?.string, let headers = fields["headers"]?.object
    else { return nil }
    return TelemetryRequest(
      url: url,
      headers: Dictionary(
        headers.compactMap { name, value in value.string.map { (name, $0) } },
        uniquingKeysWith: { $1 }), body: Array(body.utf8))
  }
}
