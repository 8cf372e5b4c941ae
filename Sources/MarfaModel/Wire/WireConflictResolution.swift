/// How the server settled a write that collided with another.
public struct WireConflictResolution: Sendable, Hashable {
  /// The fields that both sides had changed.
  public var fields: [String]
  /// The strategy that each was settled by.
  public var strategy: JSONObject
  /// The item that holds what was set aside, when something was.
  public var conflictedCopyId: String?

  /// Makes a resolution.
  public init(fields: [String], strategy: JSONObject, conflictedCopyId: String? = nil) {
    self.fields = fields
    self.strategy = strategy
    self.conflictedCopyId = conflictedCopyId
  }

  /// Reads a resolution.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` naming the member.
  public init(decoding object: JSONObject) throws(MarfaError) {
    let reader = WireReader(object, path: "conflict_resolution")
    fields = try reader.strings("fields")
    strategy = try reader.optionalObject("strategy") ?? [:]
    conflictedCopyId = try reader.optionalString("conflicted_copy_id")
  }

  /// The resolution as it is sent.
  public var json: JSONObject {
    var object: JSONObject = [
      "fields": .array(fields.map(JSONValue.string)), "strategy": .object(strategy),
    ]
    if let conflictedCopyId { object["conflicted_copy_id"] = .string(conflictedCopyId) }
    return object
  }
}
