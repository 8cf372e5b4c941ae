import Foundation
import Marfa
import MarfaHTTP
import MarfaModel

/// One request, with its body at hand, as it goes from a copy to the server.
struct SimRequest: Sendable, Hashable {
  let method: String
  let target: String
  let headers: [[String]]
  let body: [UInt8]
  /// The idempotency key; `nil` for what has none.
  let key: String?

  /// Takes a request from a copy.
  init(_ request: TransportRequest) throws {
    method = request.method
    target = String(request.url.dropFirst(SimServer.address.count))
    headers = request.headers.map { [$0.name, $0.value] }
    switch request.body {
    case .none: body = []
    case .bytes(let bytes): body = bytes
    case .file(let file): body = Array(try Data(contentsOf: file))
    }
    key = request.headers.first { $0.name == "Idempotency-Key" }?.value
  }

  /// The device that sends it.
  var sender: String {
    headers.first { $0[0] == "Authorization" }.map { String($0[1].dropFirst(7)) } ?? ""
  }

  /// Method and path.
  var line: String { "\(method) \(target.prefix { $0 != "?" })" }

  /// Whether it may change something.
  var isWrite: Bool { method != "GET" }

  /// Whether a repeat under its key is answered without doing it again. Tags and extensions are
  /// written again by each repeat (server-items 1.8).
  var isDoneOnce: Bool {
    key != nil && !["/tags", "/metadata", "/extensions"].contains { target.contains($0) }
  }

  /// Whether it is one of the two reads that a copy makes at the same time.
  var readsCatalog: Bool { target.hasPrefix("/types") || target.hasPrefix("/edge-types") }

  /// Whether it opens the event stream.
  var opensStream: Bool { target.hasPrefix("/events") }

  /// The body as JSON.
  var json: JSONObject? { try? JSONObject(bytes: body) }

  /// The request as the server gets it.
  var http: HTTPRequest {
    var fields = HTTPHeaders()
    for header in headers { fields.add(header[0], header[1]) }
    return HTTPRequest(method: method, target: target, headers: fields, body: body)
  }
}
