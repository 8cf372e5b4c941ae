/// How stale writes to items of a type are resolved, field by field.
public struct MergePolicy: Sendable, Hashable {
  /// The strategy of fields that are not named; `nil` when nothing in the chain says one.
  public var fallback: MergeStrategy?
  /// The strategies of named fields, as they were first named.
  public var fields: [(name: String, strategy: MergeStrategy)] { names.map { ($0, self[$0]) } }

  private var names: [String] = []
  private var byName: [String: MergeStrategy] = [:]

  /// Makes a policy that names nothing.
  public init() {}

  /// Reads a stored or served policy; strategies that are not known are left out.
  init(reading object: JSONObject) {
    fallback = object["default"]?.string.flatMap(MergeStrategy.init(rawValue:))
    for (name, value) in object["fields"]?.object ?? [:] {
      guard let strategy = value.string.flatMap(MergeStrategy.init(rawValue:)) else { continue }
      set(strategy, for: name)
    }
  }

  /// The strategy of a field; what is not named acts as ``MergeStrategy/lastWriterWins``.
  public subscript(field: String) -> MergeStrategy {
    byName[field] ?? fallback ?? .lastWriterWins
  }

  /// Lays a nearer type's policy over this one.
  mutating func lay(_ nearer: MergePolicy) {
    fallback = nearer.fallback ?? fallback
    for (name, strategy) in nearer.fields { set(strategy, for: name) }
  }

  /// The policy as it is written.
  public var json: JSONObject {
    var object = JSONObject()
    if !names.isEmpty {
      object["fields"] = .object(
        JSONObject(fields.map { ($0.name, JSONValue.string($0.strategy.rawValue)) }))
    }
    if let fallback { object["default"] = .string(fallback.rawValue) }
    return object
  }

  private mutating func set(_ strategy: MergeStrategy, for name: String) {
    if byName.updateValue(strategy, forKey: name) == nil { names.append(name) }
  }
}
