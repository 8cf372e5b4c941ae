import Foundation
import Marfa
import MarfaModel

/// A request that reached a scripted transport.
struct ScriptedRequest: Sendable {
  /// Its place among all requests of the transport, from 0.
  let number: Int
  /// The HTTP method.
  let method: String
  /// The whole address as it was sent.
  let url: String
  /// The path, its segments decoded.
  let path: String
  /// The query in its order, decoded.
  let query: [(name: String, value: String)]
  /// The header fields in their order.
  let headers: TransportHeaders
  /// The body; empty when there is none.
  let body: [UInt8]

  init(_ request: TransportRequest, number: Int) {
    self.number = number
    method = request.method
    url = request.url
    let parts = URLComponents(string: request.url)
    path = parts?.path ?? ""
    query = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    headers = TransportHeaders(request.headers)
    switch request.body {
    case .none: body = []
    case .bytes(let bytes): body = bytes
    case .file(let file): body = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    }
  }

  /// Method and path: `GET /items`.
  var line: String { "\(method) \(path)" }

  /// The segments of the path.
  var segments: [String] { path.split(separator: "/").map(String.init) }

  /// The body as a JSON object.
  var json: JSONObject? { try? JSONObject(bytes: body) }

  /// The first value of a query parameter.
  func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
