import MarfaEngine
import MarfaModel

/// A bulk action as a request asks for it.
struct BulkRequest: Sendable {
  /// The whole body.
  let body: JSONObject
  /// What is done to each row.
  let action: BulkAction
  /// Whether only to say what would be matched.
  let isDryRun: Bool
  /// Rows that a purge may touch, when they are named.
  let expected: Set<String>?
  /// The most rows that are matched.
  let cap: Int

  /// The body as a job keeps it: without what chose its rows, which it reads with each part.
  var kept: JSONObject {
    var kept = body
    for name in ["filter", "expected_ids"] { kept[name] = nil }
    return kept
  }

  /// The most rows when nobody says, and the most there ever are (server-items 1.6).
  private static let (usualCap, largestCap) = (10_000, 50_000)
  private static let members: Set<String> = [
    "action", "filter", "dry_run", "max_items", "enable_fanout",
  ]

  /// Reads a request. The order of the checks is the protocol's (server-items 11.1).
  ///
  /// - Throws: `bulk_confirmation_required`, `validation_error`, `missing_required_field`.
  init(_ body: JSONObject) throws(RuleRefusal) {
    guard let value = body["action"] else { throw .missing("action") }
    guard let word = value.string, let further = BulkAction.members(of: word) else {
      throw .validation(path: "action", "There is no such action.")
    }
    if word == "purge", body["confirm"] != "PURGE" {
      throw RuleRefusal(
        code: "bulk_confirmation_required",
        message: "A purge of many items must be confirmed: \"confirm\": \"PURGE\".")
    }
    try Self.refuseUnknown(body, Self.members.union(further), "unknown_body_fields")
    if let filter = body["filter"], !filter.isNull {
      guard let filter = filter.object else {
        throw .validation(path: "filter", "“filter” must be an object.")
      }
      try Self.refuseUnknown(filter, BulkFilter.members, "unknown_filter_fields")
      try BulkFilter.refuseEmpty(filter)
    }
    let reader = ItemBody(body: body)
    isDryRun = try reader.flag("dry_run")
    // Accepted for what it says of webhooks; events are logged whatever it says.
    _ = try reader.flag("enable_fanout")
    cap = try Self.cap(body["max_items"])
    expected = try Self.expected(body["expected_ids"])
    action = try BulkAction(word, body)
    self.body = body
  }

  private static func refuseUnknown(
    _ object: JSONObject, _ known: Set<String>, _ detail: String
  ) throws(RuleRefusal) {
    let unknown = object.keys.filter { !known.contains($0) && !$0.hasPrefix("_") }
    guard unknown.isEmpty else {
      throw .malformed(
        "This action takes no such member.",
        details: [detail: .array(unknown.map { .string($0) })])
    }
  }

  private static func cap(_ value: JSONValue?) throws(RuleRefusal) -> Int {
    guard let value, !value.isNull else { return usualCap }
    guard let cap = value.integer, cap > 0 else {
      throw .validation(path: "max_items", "“max_items” must be a whole number from 1.")
    }
    return Int(min(cap, Int64(largestCap)))
  }

  private static func expected(_ value: JSONValue?) throws(RuleRefusal) -> Set<String>? {
    guard let value, !value.isNull else { return nil }
    guard let list = value.array, !list.isEmpty else {
      throw .validation(path: "expected_ids", "“expected_ids” must be a list with ids.")
    }
    var ids: Set<String> = []
    for entry in list {
      guard let id = entry.string, UUIDv7.isValid(id) else { throw .invalidId("expected_ids") }
      ids.insert(id)
    }
    return ids
  }
}
