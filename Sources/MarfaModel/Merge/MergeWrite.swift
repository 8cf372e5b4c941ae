/// What a write wants of an item, with the version of the item that its writer saw.
package struct MergeWrite: Sendable, Hashable {
  /// What properties that the write does not name mean.
  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// They stay.
    case merge
    /// They go: the write names the whole set.
    case replace
  }

  /// The version that the writer saw.
  package var version: Int64
  /// The properties; `nil` where the write carries none, which an empty object does not mean.
  package var properties: JSONObject?
  /// What unnamed properties mean.
  package var mode: Mode
  /// The type to move the item to; `nil` is no move.
  package var type: String?
  /// The tier; `nil` is none named.
  package var tier: Tier?
  /// When what the item tells of happened, in canonical form; `nil` is none named.
  package var occurredAt: String?
  /// The id at the source; `nil` is none named.
  package var sourceId: String?

  /// Makes a write.
  package init(
    version: Int64, properties: JSONObject? = nil, mode: Mode = .merge, type: String? = nil,
    tier: Tier? = nil, occurredAt: String? = nil, sourceId: String? = nil
  ) {
    self.version = version
    self.properties = properties
    self.mode = mode
    self.type = type
    self.tier = tier
    self.occurredAt = occurredAt
    self.sourceId = sourceId
  }

  /// Whether the write moves an item of this type to another.
  package func moves(from type: String) -> Bool {
    self.type.map { $0 != type } ?? false
  }

  /// Whether the write changes the row at all: edges alone and a move to the own type do not.
  package func writes(_ current: VersionedItem) -> Bool {
    properties != nil || tier != nil || occurredAt != nil || sourceId != nil
      || moves(from: current.type)
  }

  /// Whether the row that results must have all the properties that its type requires.
  package func mustFulfilType(of current: VersionedItem) -> Bool {
    properties != nil || moves(from: current.type)
  }

  /// The properties that the write sets. A null sets nothing: merging leaves the stored value
  /// alone, and replacing leaves the property out.
  var set: [JSONObject.Element] { properties?.filter { !$0.value.isNull } ?? [] }
}
