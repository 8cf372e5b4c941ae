/// One field of a type, as a type declares it.
///
/// Reading is forgiving, because another server may know more than this build: a kind that is not
/// known has no ``kind`` and its values are not checked. Registering is strict: see
/// ``TypeDefinition/init(registering:id:)``.
public struct FieldDefinition: Sendable, Hashable {
  /// The property that it describes.
  public let name: String
  /// The kind as it is written.
  public let type: String
  /// The kind; `nil` when this build does not know it.
  public let kind: FieldKind?
  /// Whether an item must carry it.
  public let required: Bool
  /// What it is for.
  public let description: String?
  /// The words that an `enum` may be, in their declared order.
  public let enumValues: [String]
  /// The kind of an array's elements.
  public let itemsType: String?
  /// A note about the text, such as `bcp47`.
  public let format: String?
  /// Whether a `string` is found by search.
  public let searchable: Bool
  /// The most UTF-16 units of a `string`; `nil` stands for ``PropertyRules/textLimit``.
  public let maxLength: Int?
  /// The most elements of an `array`; `nil` stands for ``PropertyRules/itemsLimit``.
  public let maxItems: Int?
  /// The whole definition, as it is stored.
  public let definition: JSONObject

  /// Reads a stored or served definition.
  public init(name: String, reading definition: JSONObject) {
    self.name = name
    self.definition = definition
    type = definition["type"]?.string ?? ""
    kind = FieldKind(rawValue: type)
    required = definition["required"]?.bool ?? false
    description = definition["description"]?.string
    enumValues = (definition["enum_values"]?.array ?? []).compactMap(\.string)
    itemsType = definition["items_type"]?.string
    format = definition["format"]?.string
    searchable = definition["searchable"]?.bool ?? true
    maxLength = definition["maxLength"]?.integer.map(Int.init(clamping:))
    maxItems = definition["maxItems"]?.integer.map(Int.init(clamping:))
  }

  /// The member in which another definition of the field has a different shape, if any.
  ///
  /// The description and a wish to require the field are no part of the shape.
  func firstDifference(from other: FieldDefinition) -> String? {
    if type != other.type { return "type" }
    if format != other.format { return "format" }
    if itemsType != other.itemsType { return "items_type" }
    if searchable != other.searchable { return "searchable" }
    if maxLength != other.maxLength { return "maxLength" }
    if maxItems != other.maxItems { return "maxItems" }
    if enumValues != other.enumValues { return "enum_values" }
    return nil
  }
}
