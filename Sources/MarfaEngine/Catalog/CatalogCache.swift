import MarfaModel
import Resilience

/// The catalog that was read last, for as long as the store's revision is the same.
///
/// One for each store. A transaction that sees another revision, older or newer, reads its own
/// catalog; revisions are never used twice, so a rolled-back change can't be mistaken for another.
package final class CatalogCache: Sendable {
  private struct Kept {
    var revision: Int64
    var catalog: TypeCatalog
  }

  private let kept: Lock<Kept?> = Lock(nil)

  /// Makes an empty cache.
  package init() {}

  /// The catalog of a revision, if it is the one kept.
  func catalog(of revision: Int64) -> TypeCatalog? {
    kept.withLock { $0?.revision == revision ? $0?.catalog : nil }
  }

  /// Keeps a catalog in place of the one before.
  func keep(_ catalog: TypeCatalog, of revision: Int64) {
    kept.withLock { $0 = Kept(revision: revision, catalog: catalog) }
  }
}
