/// One edge type, as it was registered.
public struct EdgeTypeDefinition: Sendable, Hashable, Identifiable {
  /// A lowercase name with hyphens, such as `parent-of`, or a dotted identifier.
  public let id: String
  /// How many edges an item may hold; a word that this build does not know bounds nothing.
  public let cardinality: EdgeCardinality
  /// What it asks of the source; one of them must hold.
  public let sourceConstraints: [EndpointConstraint]
  /// What it asks of the target; one of them must hold.
  public let targetConstraints: [EndpointConstraint]
  /// What becomes of the target when the source goes to the bin.
  public let cascade: EdgeCascade
  /// What the connection is called from the other end.
  public let reverseName: String?
  /// Which end's text writes it.
  public let writtenAt: EdgeWrittenAt
  /// The properties that an edge may carry, in the order in which they are declared.
  public let properties: [FieldDefinition]
  /// Whether the product ships it.
  public let shipped: Bool
  /// The whole definition, as it is stored and answered.
  public let definition: JSONObject

  /// Reads a stored or served definition, forgiving what this build does not know.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` when there is no identifier.
  public init(reading definition: JSONObject) throws(MarfaError) {
    guard let id = definition["id"]?.string, !id.isEmpty else {
      throw .decoding(message: "An edge type in the catalog has no identifier.")
    }
    self.init(id: id, accepted: definition)
  }

  /// Takes a definition whose members are known to be of their kinds.
  init(id: String, accepted definition: JSONObject) {
    self.id = id
    self.definition = definition
    cardinality = Self.word("cardinality", in: definition) ?? .manyToMany
    sourceConstraints = Self.constraints("source_type_constraints", in: definition)
      .map(EndpointConstraint.init)
    targetConstraints = Self.constraints("target_type_constraints", in: definition)
      .map(EndpointConstraint.init)
    cascade = Self.word("cascade_on_delete", in: definition) ?? .orphan
    reverseName = definition["reverse_name"]?.string
    writtenAt = Self.word("written_at", in: definition) ?? .source
    properties = (definition["property_schema"]?.object ?? [:]).map { name, value in
      FieldDefinition(name: name, reading: value.object ?? [:])
    }
    shipped = definition["shipped"]?.bool ?? false
  }

  /// The property that an edge may carry under a name.
  public subscript(property: String) -> FieldDefinition? {
    properties.first { $0.name == property }
  }

  /// The edge type as a value for apps.
  public var value: EdgeType {
    EdgeType(
      id: id, label: definition["label"]?.string,
      description: definition["description"]?.string,
      cardinality: definition["cardinality"]?.string ?? cardinality.rawValue,
      reverseName: reverseName, writtenAt: writtenAt,
      sourceTypeConstraints: Self.constraints("source_type_constraints", in: definition),
      targetTypeConstraints: Self.constraints("target_type_constraints", in: definition),
      cascadeOnDelete: cascade.rawValue,
      properties: properties.map { ResolvedField(field: $0, declaredBy: id).value },
      shipped: shipped)
  }

  private static func constraints(_ member: String, in definition: JSONObject) -> [String] {
    definition[member]?.array?.compactMap(\.string) ?? ["*"]
  }

  private static func word<Word: RawRepresentable>(
    _ member: String, in definition: JSONObject
  ) -> Word? where Word.RawValue == String {
    definition[member]?.string.flatMap(Word.init(rawValue:))
  }
}
