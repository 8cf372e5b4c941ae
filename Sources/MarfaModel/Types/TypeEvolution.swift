/// What a replacement changes about a type, sorted by who may change it.
///
/// A key that may register types may also let one grow: optional fields, labels, descriptions,
/// hints and the version. Everything else takes the permission `schema.write`.
public struct TypeEvolution: Sendable, Hashable {
  /// The members that take `schema.write`, sorted; fields as `fields.<name>`.
  public let restricted: [String]
  /// The optional fields that the type gains. They are free while no item holds a value there.
  public let gained: [String]

  /// Members that anyone who may register types may change.
  private static let freeMembers: Set<String> = [
    "id", "label", "description", "display_hints", "version", "fields", "required",
  ]

  /// Compares two shapes of a type.
  public init(from old: TypeDefinition, to new: TypeDefinition) {
    var restricted = Set<String>()
    var gained: [String] = []
    for member in Set(old.definition.keys).union(new.definition.keys)
    where !Self.freeMembers.contains(member) && old.definition[member] != new.definition[member] {
      restricted.insert(member)
    }
    let before = Dictionary(old.fields.map { ($0.name, $0) }) { $1 }
    for field in new.fields {
      if let kept = before[field.name] {
        if field.firstDifference(from: kept) != nil || field.required != kept.required {
          restricted.insert("fields.\(field.name)")
        }
      } else if field.required {
        restricted.insert("fields.\(field.name)")
      } else {
        gained.append(field.name)
      }
    }
    for name in before.keys where !new.fields.contains(where: { $0.name == name }) {
      restricted.insert("fields.\(name)")
    }
    self.restricted = restricted.sorted(by: ResolvedType.byBytes)
    self.gained = gained
  }

  /// The refusal for a key without `schema.write`; `nil` when the change is free.
  ///
  /// - Parameter held: the gained fields under which an item of the type, or of one under it,
  ///   already holds a value.
  public func refusal(held: Set<String>) -> RuleRefusal? {
    let changes = restricted + gained.filter(held.contains).map { "fields.\($0)" }
    guard !changes.isEmpty else { return nil }
    return RuleRefusal(
      status: 403, code: "forbidden",
      message: "This key may let the type grow, but not change what it holds.",
      details: [
        "required_scope": "schema.write",
        "changes": .array(changes.sorted(by: ResolvedType.byBytes).map(JSONValue.string)),
      ])
  }
}
