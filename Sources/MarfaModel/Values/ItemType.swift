/// A kind of item, with the fields of its ancestors.
public struct ItemType: Sendable, Hashable, Identifiable {
  /// Two or more segments joined by dots, such as `core.note`.
  public let id: String
  /// Its name for people.
  public let label: String?
  /// What it is for.
  public let description: String?
  /// The type whose fields it takes over.
  public let parent: String?
  /// The number its author gave this shape; 0 when none.
  public let version: Int64
  /// Its fields by name, inherited ones too; a nearer declaration replaces a farther one.
  public let fields: [TypeField]
  /// The field that holds the title.
  public let titleField: String?
  /// The field that holds the body.
  public let bodyField: String?
  /// The field that holds the item's id at its vendor.
  public let linkField: String?
  /// What items of it can be, such as `container`.
  public let roles: [String]
  /// The types whose readers can read its items.
  public let compatibleWith: [String]

  /// Makes a type, for previews and tests.
  public init(
    id: String, label: String? = nil, description: String? = nil, parent: String? = nil,
    version: Int64 = 0, fields: [TypeField] = [], titleField: String? = nil,
    bodyField: String? = nil, linkField: String? = nil, roles: [String] = [],
    compatibleWith: [String] = []
  ) {
    self.id = id
    self.label = label
    self.description = description
    self.parent = parent
    self.version = version
    self.fields = fields
    self.titleField = titleField
    self.bodyField = bodyField
    self.linkField = linkField
    self.roles = roles
    self.compatibleWith = compatibleWith
  }
}
