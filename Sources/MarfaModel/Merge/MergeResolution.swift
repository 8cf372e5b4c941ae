/// How a collision was resolved by the type's policy.
package struct MergeResolution: Sendable, Hashable {
  /// The row after the write.
  package let row: MergedRow
  /// The properties of the conflicted copy that keeps what the row does not; `nil` without one.
  package let copy: JSONObject?
  /// How each colliding field was resolved.
  package let strategies: [String: MergeStrategy]

  /// The report that the answer carries, once the copy has its id.
  package func json(copyId: String?) -> JSONObject {
    let fields = strategies.keys.sortedAsSent()
    var object: JSONObject = [
      "fields": .array(fields.map(JSONValue.string)),
      "strategy": .object(
        JSONObject(fields.map { ($0, strategies[$0].map { .string($0.rawValue) } ?? .null) })),
    ]
    if copy != nil, let copyId { object["conflicted_copy_id"] = .string(copyId) }
    return object
  }
}
