/// A refusal of a stale write, as the server answers it (always with the status 409).
package enum VersionConflict: Sendable, Hashable {
  /// Both sides changed the same fields.
  case collision(
    current: VersionedItem, ancestor: VersionedItem, fields: [String], policy: MergePolicy)
  /// The write holds nothing to merge; `current` is the whole item snapshot or edge.
  case bare(current: JSONObject)
  /// The version that was named is not held, or may not be read.
  case ancestorUnavailable(current: VersionedItem, requested: Int64)

  /// The stable code.
  package var code: String {
    switch self {
    case .collision, .bare: "version_conflict"
    case .ancestorUnavailable: "ancestor_unavailable"
    }
  }

  /// One or two sentences for people.
  package var message: String {
    switch self {
    case .collision(let current, _, let fields, _):
      "Changed by someone else since: \(fields.joined(separator: ", ")). "
        + "Read version \(current.version) and decide what to keep."
    case .bare: "This is not the current version. Read it again and redo the change."
    case .ancestorUnavailable(let current, let requested):
      "Version \(requested) cannot be compared with version \(current.version), which is the current "
        + "one. Read it again and redo the change."
    }
  }

  /// The whole body of the answer.
  package var json: JSONObject {
    var body: JSONObject = [
      "error": ["code": .string(code), "status": 409, "message": .string(message)]
    ]
    switch self {
    case .collision(let current, let ancestor, let fields, let policy):
      body["current"] = .object(current.json)
      body["ancestor"] = .object(ancestor.json)
      body["conflicting_fields"] = .array(fields.sortedAsSent().map(JSONValue.string))
      body["merge_policy"] = .object(policy.json)
    case .bare(let current):
      body["current"] = .object(current)
    case .ancestorUnavailable(let current, let requested):
      body["current"] = .object(current.json)
      body["requested_version"] = .integer(requested)
    }
    return body
  }
}
