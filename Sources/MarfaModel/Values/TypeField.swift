/// A field of an item type or of an edge type.
public struct TypeField: Sendable, Hashable, Identifiable {
  /// The property it describes.
  public let name: String
  /// Its kind, such as `string` or `datetime`.
  public let type: String
  /// Whether an item must carry it.
  public let required: Bool
  /// What it is for.
  public let description: String?
  /// The nearest type that declares it.
  public let declaredBy: String
  /// The whole definition, as the catalog holds it.
  public let definition: JSONObject

  /// The name.
  public var id: String { name }

  /// Makes a field, for previews and tests.
  public init(
    name: String, type: String, required: Bool = false, description: String? = nil,
    declaredBy: String, definition: JSONObject = [:]
  ) {
    self.name = name
    self.type = type
    self.required = required
    self.description = description
    self.declaredBy = declaredBy
    self.definition = definition
  }
}
