import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// The catalog that a copy works with: the instance's, or before the first load the shipped one;
/// in either case with the declared types that it lacks.
final class CopyCatalog: Sendable {
  private struct Key: Hashable {
    var revision: Int64
    var declared: [JSONObject]
  }

  let served = CatalogCache()
  private let unloaded: TypeCatalog?
  private let last = Lock<(key: Key, catalog: TypeCatalog)?>(nil)

  /// Makes the catalog of a store.
  ///
  /// - Parameter unloaded: what is known before the first load; `nil` is no type at all.
  init(unloaded: TypeCatalog? = .shipped) { self.unloaded = unloaded }

  /// The catalog of a transaction.
  ///
  /// It is found again by its content, so a catalog of a transaction that is rolled back is never
  /// taken for another one.
  func catalog(_ connection: any SQLConnection) throws -> TypeCatalog {
    let store = CatalogStore(connection, served)
    let key = Key(
      revision: try store.revision(), declared: try DeclaredTypes(connection: connection).all())
    let known: TypeCatalog? = last.withLock { last in
      guard let last, last.key == key else { return nil }
      return last.catalog
    }
    if let known { return known }
    let held = try store.load()
    let base = held.types.isEmpty ? unloaded ?? held : held
    let missing = try key.declared.map { try TypeDefinition(reading: $0) }
      .filter { !base.isKnown($0.id) }
    let catalog =
      missing.isEmpty
      ? base : TypeCatalog(types: base.types + missing, edgeTypes: base.edgeTypes)
    last.withLock { $0 = (key, catalog) }
    return catalog
  }
}
