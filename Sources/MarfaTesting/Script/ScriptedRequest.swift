#if DEBUG
  import Foundation
  import Marfa
  import MarfaModel

  /// A request that reached a scripted transport.
  public struct ScriptedRequest: Sendable {
    /// Its place among all requests of the transport, from 0.
    public let number: Int
    /// The HTTP method.
    public let method: String
    /// The whole address as it was sent.
    public let url: String
    /// The path, its segments decoded.
    public let path: String
    /// The query in its order, decoded.
    public let query: [(name: String, value: String)]
    /// The header fields in their order.
    public let headers: TransportHeaders
    /// The body; empty when there is none.
    public let body: [UInt8]

    /// Reads a request as a transport was given it.
    public init(_ request: TransportRequest, number: Int) {
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
    public var line: String { "\(method) \(path)" }

    /// The segments of the path.
    public var segments: [String] { path.split(separator: "/").map(String.init) }

    /// The body as a JSON object.
    public var json: JSONObject? { try? JSONObject(bytes: body) }

    /// The first value of a query parameter.
    public func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
  }
#endif
