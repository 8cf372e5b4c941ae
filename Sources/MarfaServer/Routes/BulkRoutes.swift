/// Pages of writes (server-items 10, types-edges-search 4.8).
enum BulkRoutes {
  /// `/items/bulk` and `/edges/bulk`. A repeat is told by what is there, so they take no key.
  static let all: [Route] = [
    Route("POST", "/items/bulk", body: .object, .direct(items)),
    Route("POST", "/edges/bulk", body: .object, .direct(edges)),
  ]

  private static func items(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let sender = try call.sender()
    let page = try BulkPage(call.body, list: "items", further: ["retype", "enable_fanout"])
    return try await BulkRun(page: page, call: call, core: core).run(
      { try ItemWriter(scope: $1, sender: sender).judgeEntry($0) },
      { try ItemWriter(scope: $1, sender: sender).writeEntry($0, page) })
  }

  private static func edges(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let sender = try call.sender()
    let page = try BulkPage(call.body, list: "edges")
    return try await BulkRun(page: page, call: call, core: core).run(
      { try EdgeWriter(scope: $1, sender: sender).judgeEntry($0) },
      { try EdgeWriter(scope: $1, sender: sender).writeEntry($0, page) })
  }
}
