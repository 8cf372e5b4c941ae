/// Reads of many items at once, and what purges left behind (server-items 6.4, 6.5 and 9.6).
enum LookupRoutes {
  /// `/items/bulk-get`, `/items/lookup` and `/items/tombstones`.
  static let all: [Route] = [
    Route(
      "POST", "/items/bulk-get", body: .object,
      .read { call, scope in try ItemLookup(call, scope).many(call.body) }),
    Route(
      "POST", "/items/lookup", body: .object,
      .read { call, scope in try ItemLookup(call, scope).find(call.body) }),
    Route(
      "POST", "/items/tombstones", body: .object,
      .write { call, scope in
        try TombstoneWriter(scope: scope, sender: try call.sender()).settle(call.body)
      }),
  ]
}
