/// A field of a type with its ancestors taken in: its nearest declaration, and who made it.
public struct ResolvedField: Sendable, Hashable {
  /// The nearest declaration.
  public let field: FieldDefinition
  /// The type that made it.
  public let declaredBy: String

  /// The property that it describes.
  public var name: String { field.name }

  /// The field as a value for apps.
  var value: TypeField {
    TypeField(
      name: field.name, type: field.type, required: field.required,
      description: field.description, declaredBy: declaredBy, definition: field.definition)
  }
}
