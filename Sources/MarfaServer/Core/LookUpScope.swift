import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a handler works with that looks a few rows up: one snapshot, and the catalog when asked.
struct LookUpScope {
  /// The snapshot.
  let connection: any SQLConnection
  /// Where the types and edge types are kept.
  let catalogs: CatalogStore

  /// The same with the catalog read.
  func reading() throws -> ReadScope {
    ReadScope(connection: connection, catalog: try catalogs.load())
  }
}
