/// The item types and edge types that the product ships.
enum ShippedCatalog {
  /// Reads the shipped text.
  static func read() -> TypeCatalog {
    do {
      let root = try JSONValue(json: json).object ?? [:]
      return try TypeCatalog(
        reading: (root["types"]?.array ?? []).compactMap(\.object),
        edgeTypes: (root["edge_types"]?.array ?? []).compactMap(\.object))
    } catch {
      // The text is a constant of this build and every test reads it, so this never runs.
      preconditionFailure("The shipped catalog cannot be read: \(error)")
    }
  }
}

extension TypeCatalog {
  /// The types that every instance has before anyone registers one.
  public static let shipped = ShippedCatalog.read()
}
