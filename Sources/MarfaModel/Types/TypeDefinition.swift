/// One item type, as it was registered: without what it takes over from its ancestors.
///
/// ``TypeCatalog`` adds the ancestors. The whole definition is kept, members that this build does
/// not know included, so that it can be stored and answered as it was sent.
public struct TypeDefinition: Sendable, Hashable, Identifiable {
  /// The identifier, such as `core.note`.
  public let id: String
  /// Its name for people.
  public let label: String?
  /// What it is for.
  public let description: String?
  /// The type whose fields it takes over.
  public let parent: String?
  /// The number that its author gave this shape; 0 when none.
  public let version: Int64
  /// Its own fields, in the order in which they are declared.
  public let fields: [FieldDefinition]
  /// What its items can be, such as `container`.
  public let roles: [String]
  /// The types that it claims its items can be read as.
  public let compatibleWith: [String]
  /// Its display hints; `nil` when it declares none and takes the nearest ancestor's.
  public let hints: DisplayHints?
  /// Its own merge policy, without its ancestors'.
  public let mergePolicy: MergePolicy?
  /// Its own version policy, without its ancestors'.
  public let versionPolicy: VersionPolicy?
  /// The field that holds an item's id at its vendor. Subtypes do not take it over.
  public let linkField: String?
  /// The whole definition, as it is stored and answered.
  public let definition: JSONObject

  /// Reads a stored or served definition, forgiving what this build does not know.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when there is no identifier.
  public init(reading definition: JSONObject) throws(MarfaError) {
    guard let id = definition["id"]?.string, !id.isEmpty else {
      throw .decoding(message: "A type in the catalog has no identifier.")
    }
    self.init(id: id, accepted: definition)
  }

  /// Takes a definition whose members are known to be of their kinds.
  init(id: String, accepted definition: JSONObject) {
    self.id = id
    self.definition = definition
    label = definition["label"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    description = definition["description"]?.string
    parent = definition["parent"]?.string
    version = definition["version"]?.integer ?? 0
    let required = Set((definition["required"]?.array ?? []).compactMap(\.string))
    fields = (definition["fields"]?.object ?? [:]).map { name, value in
      var field = value.object ?? [:]
      if required.contains(name) { field["required"] = true }
      return FieldDefinition(name: name, reading: field)
    }
    roles = (definition["roles"]?.array ?? []).compactMap(\.string)
    compatibleWith =
      definition["compatible_with"]?.string.map { [$0] }
      ?? (definition["compatible_with"]?.array ?? []).compactMap(\.string)
    hints = definition["display_hints"]?.object.map(DisplayHints.init(reading:))
    mergePolicy = definition["merge_policy"]?.object.map(MergePolicy.init(reading:))
    versionPolicy = definition["version_policy"]?.object.map(VersionPolicy.init(reading:))
    linkField = definition["link_field"]?.string
  }

  /// The label that a type gets when its author gave none: `due-date` becomes `Due Date`.
  static func derivedLabel(_ id: String) -> String {
    let name = id.split(separator: ".").last ?? ""
    let words = name.split { $0 == "-" || $0 == "_" }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
