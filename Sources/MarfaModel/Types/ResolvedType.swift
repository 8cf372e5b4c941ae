/// An item type with everything that it takes over from its ancestors.
public struct ResolvedType: Sendable, Identifiable {
  /// The type as it was registered.
  public let definition: TypeDefinition
  /// The type and its ancestors, itself first and the farthest last.
  public let chain: [String]
  /// The fields: the farthest ancestor's first; a field declared again keeps its first place.
  public let fields: [ResolvedField]
  /// The hints of the nearest type that declares any.
  public let hints: DisplayHints
  /// The merge policy, nearer declarations over farther ones.
  public let mergePolicy: MergePolicy
  /// The version policy, nearer declarations over farther ones.
  public let versionPolicy: VersionPolicy
  /// The roles that the type or an ancestor declares.
  public let roles: Set<String>
  /// The `string` fields that search reads, sorted by name (UTF-8 order).
  public let searchableFields: [String]
  /// The `string` fields that are kept out of search.
  public let unsearchableFields: Set<String>
  /// The field that holds a small image of the item.
  public let thumbnailField: String?

  private let places: [String: Int]

  /// Lays a chain of definitions over one another.
  ///
  /// - Parameter definitions: the type first, the farthest ancestor last; at least one.
  init(_ definitions: [TypeDefinition]) {
    definition = definitions[0]
    chain = definitions.map(\.id)
    var fields: [ResolvedField] = []
    var places: [String: Int] = [:]
    var mergePolicy = MergePolicy()
    var versionPolicy = VersionPolicy()
    for type in definitions.reversed() {
      for field in type.fields {
        let resolved = ResolvedField(field: field, declaredBy: type.id)
        if let place = places[field.name] {
          fields[place] = resolved
        } else {
          places[field.name] = fields.count
          fields.append(resolved)
        }
      }
      if let policy = type.mergePolicy { mergePolicy.lay(policy) }
      if let policy = type.versionPolicy { versionPolicy.lay(policy) }
    }
    self.fields = fields
    self.places = places
    self.mergePolicy = mergePolicy
    self.versionPolicy = versionPolicy
    hints = definitions.lazy.compactMap(\.hints).first ?? DisplayHints()
    roles = Set(definitions.flatMap(\.roles))
    let texts = fields.lazy.map(\.field).filter { $0.kind == .string }
    searchableFields = texts.filter(\.searchable).map(\.name).sorted(by: Self.byBytes)
    unsearchableFields = Set(texts.filter { !$0.searchable }.map(\.name))
    thumbnailField = fields.first { $0.field.kind == .thumbnail }?.name
  }

  /// The identifier.
  public var id: String { definition.id }

  /// The field that describes a property, its own or an ancestor's.
  public subscript(property: String) -> FieldDefinition? {
    places[property].map { fields[$0].field }
  }

  /// The property that holds an item's title: what the hints say, else `title`.
  public var titleProperty: String { hints.titleField ?? "title" }

  /// The property that holds an item's text: what the hints say, else `body`.
  public var bodyProperty: String { hints.bodyField ?? "body" }

  /// The type as a value for apps, with its fields sorted by name.
  public var value: ItemType {
    ItemType(
      id: id, label: definition.label, description: definition.description,
      parent: definition.parent, version: definition.version,
      fields: fields.map(\.value).sorted { Self.byBytes($0.name, $1.name) },
      titleField: hints.titleField, bodyField: hints.bodyField, linkField: definition.linkField,
      roles: roles.sorted(), compatibleWith: definition.compatibleWith)
  }

  /// The order of names that search and listings share: by their UTF-8 bytes.
  static func byBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
