import MarfaHTTP
import MarfaModel
import MarfaSQL

/// The event stream.
enum EventRoutes {
  /// `GET /events`.
  static let all: [Route] = [
    Route(
      "GET", "/events",
      keys: Route.Keys(declared: ["type", "edges"], narrowing: ["type"]),
      .direct { call, core in
        let credential = try call.sender()
        let catalog = try await core.database.read { try core.catalog($0) }
        let filter = try StreamFilter(call.query, catalog: catalog, credential: credential)
        let cursor = try Self.cursor(call.request.headers["Last-Event-ID"])
        let stream = EventStream(core: core, call: call, filter: filter, cursor: cursor)
        return Reply(status: 200, body: .stream(HTTPStream { await stream.run($0) }))
      })
  ]

  /// A cursor is `0` or a decimal without a leading zero that fits 63 bits; empty is none.
  static func cursor(_ text: String?) throws(RuleRefusal) -> Int64? {
    guard let text, !text.isEmpty else { return nil }
    let digits = text.utf8
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30,
      let number = Int64(text)
    else {
      throw .malformed(path: "Last-Event-ID", "Last-Event-ID must be the id of an event, or 0.")
    }
    return number
  }
}
