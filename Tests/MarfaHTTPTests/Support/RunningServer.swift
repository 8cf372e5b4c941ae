import MarfaHTTP

/// Runs a body against a started server, and stops the server whatever happens.
func withServer<Result: Sendable>(
  _ options: HTTPServerOptions = HTTPServerOptions(),
  atOnce: HTTPReadyHandler? = nil, handler: @escaping HTTPHandler,
  _ body: (_ port: Int, _ server: HTTPServer) async throws -> Result
) async throws -> Result {
  let server = HTTPServer(port: 0, options: options, atOnce: atOnce, handler: handler)
  let port = try server.start()
  do {
    let result = try await body(port, server)
    await server.stop(deadline: .seconds(5))
    return result
  } catch {
    await server.stop(deadline: .zero)
    throw error
  }
}

extension HTTPResponse {
  /// An answer of plain text.
  static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: .bytes(Array(text.utf8)))
  }
}

extension HTTPRequest {
  var bodyText: String { String(decoding: body, as: UTF8.self) }
}
