/// A kind of connection between items.
public struct EdgeType: Sendable, Hashable, Identifiable {
  /// A lowercase name with hyphens, such as `parent-of`.
  public let id: String
  /// Its name for people.
  public let label: String?
  /// What it says.
  public let description: String?
  /// `one-to-one`, `one-to-many`, `many-to-one` or `many-to-many`, from source to target.
  public let cardinality: String
  /// What the connection is called from the other end.
  public let reverseName: String?
  /// Which end's text writes it.
  public let writtenAt: EdgeWrittenAt
  /// The types it may start at; `*` is any.
  public let sourceTypeConstraints: [String]
  /// The types it may end at; `*` is any, `role:` names a role.
  public let targetTypeConstraints: [String]
  /// What becomes of the target when the source goes to the bin: `cascade`, `orphan` or `block`.
  public let cascadeOnDelete: String
  /// The properties it may carry.
  public let properties: [TypeField]
  /// Whether the product ships it.
  public let shipped: Bool

  /// Makes an edge type, for previews and tests.
  public init(
    id: String, label: String? = nil, description: String? = nil, cardinality: String,
    reverseName: String? = nil, writtenAt: EdgeWrittenAt = .source,
    sourceTypeConstraints: [String] = ["*"], targetTypeConstraints: [String] = ["*"],
    cascadeOnDelete: String = "orphan", properties: [TypeField] = [], shipped: Bool = false
  ) {
    self.id = id
    self.label = label
    self.description = description
    self.cardinality = cardinality
    self.reverseName = reverseName
    self.writtenAt = writtenAt
    self.sourceTypeConstraints = sourceTypeConstraints
    self.targetTypeConstraints = targetTypeConstraints
    self.cascadeOnDelete = cascadeOnDelete
    self.properties = properties
    self.shipped = shipped
  }
}
