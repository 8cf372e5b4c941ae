import MarfaModel
import MarfaSQL

/// The types that the app declared, inside one transaction.
struct DeclaredTypes {
  let connection: any SQLConnection

  /// The declarations in their stored form, each after its parent.
  func all() throws -> [JSONObject] {
    try connection.query("SELECT definition FROM declared_types ORDER BY place", []) { row in
      try row.withBytes(0) { try JSONObject(bytes: $0) }
    }
  }

  /// Makes this the whole set.
  func replace(with types: [TypeDefinition]) throws {
    try connection.run("DELETE FROM declared_types")
    for type in types {
      try connection.run(
        "INSERT INTO declared_types (id, definition) VALUES (?1, ?2)",
        [.text(type.id), .text(try type.definition.json())])
    }
  }
}
