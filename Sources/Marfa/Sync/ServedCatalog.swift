import MarfaModel

/// The catalog as a server lists it.
struct ServedCatalog: Sendable, Hashable {
  /// The item types, each row whole.
  var types: [JSONObject]
  /// The edge types, each row whole.
  var edgeTypes: [JSONObject]

  /// The rows as a catalog.
  ///
  /// - Throws: `decoding` for a row that is no definition, or a chain that cannot be followed.
  func catalog() throws -> TypeCatalog {
    TypeCatalog(
      types: try types.map { try TypeDefinition(reading: $0) },
      edgeTypes: try edgeTypes.map { try EdgeTypeDefinition(reading: $0) })
  }

  /// Whether the server knows an item type.
  func knows(type id: String) -> Bool { types.contains { $0["id"]?.string == id } }
}
