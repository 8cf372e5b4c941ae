import MarfaModel
import MarfaSQL

/// What a reading handler works with: one snapshot of the store and the catalog in it.
struct ReadScope {
  /// The snapshot.
  let connection: any SQLConnection
  /// The types and edge types.
  let catalog: TypeCatalog
}
