import MarfaModel
import MarfaSQL

/// Search over a store: folds in what was written before, then asks the index.
package struct ItemSearch: Sendable {
  private let database: any SQLDatabase
  private let catalog: @Sendable (any SQLConnection) throws -> TypeCatalog

  /// Rows that are folded in one write. Other writes go in between; more rows at once make the
  /// index in fewer pieces.
  private static let batch = 512

  /// Makes the search of a store that works with the types it holds.
  package init(_ database: any SQLDatabase, _ cache: CatalogCache) {
    self.init(database) { try CatalogStore($0, cache).load() }
  }

  /// Makes the search of a store.
  ///
  /// - Parameter catalog: the types that the store works with, which say what is searched of a row.
  package init(
    _ database: any SQLDatabase,
    catalog: @escaping @Sendable (any SQLConnection) throws -> TypeCatalog
  ) {
    self.database = database
    self.catalog = catalog
  }

  /// Folds every row that is marked now into the index, a few hundred in each write.
  ///
  /// Called before a search, and whenever there is time. Stopping it loses nothing: marks are kept
  /// until their rows are in the index.
  ///
  /// - Throws: ``SQLError``, or `CancellationError` between two writes.
  package func foldAll() async throws {
    let last = try await database.read { try SearchIndex.lastMarked($0) }
    guard let last else { return }
    var place = Int64.min
    while place < last {
      try Task.checkCancellation()
      let (catalog, after) = (catalog, place)
      let next = try await database.write { connection in
        try SearchIndex(connection, try catalog(connection))
          .fold(after: after, through: last, limit: Self.batch)
      }
      guard let next else { return }
      place = next
    }
  }

  /// Folds as ``foldAll()`` does, where the store takes writes at present.
  ///
  /// Searching only reads, so it must not fail for what keeps a write from being made.
  private func foldWhereThatCanBe() async throws {
    do {
      try await foldAll()
    } catch let error as SQLError {
      switch error.kind {
      case .full, .busy, .readOnly, .io: return
      case .constraint, .corrupt, .notADatabase, .cannotOpen, .interrupted, .misuse, .closed,
        .other:
        throw error
      }
    }
  }

  /// The items that a text is found in, best first; every row written before the call counts.
  ///
  /// - Parameters:
  ///   - text: what was typed. No text is an error; one without a word finds nothing.
  ///   - query: what the items are narrowed to. Its order, place and page are not read, and
  ///     the bin is never searched.
  ///   - limit: the most hits.
  ///   - offset: so many left out at the front.
  ///   - folding: whether marked rows are folded in first. A store opened for reading can't, and
  ///     neither can one whose disk is full or that another program keeps locked: then each marked
  ///     row is read instead, and ranked by an estimate.
  package func find(
    _ text: String, _ query: ItemQuery, limit: Int, offset: Int = 0, folding: Bool = true
  ) async throws -> [FoundItem] {
    let search = SearchTerms(text)
    guard search.match != nil, limit > 0 else { return [] }
    if folding { try await foldWhereThatCanBe() }
    return try await database.read { [catalog] connection in
      let catalog = try catalog(connection)
      let items = ItemStore(connection)
      // After folding too: a write that came in between has taken its row out of the index.
      if try SearchIndex.lastMarked(connection) != nil {
        return try UnfoldedSearch(items, search, query, catalog)
          .page(limit: limit, offset: offset)
      }
      return try items.search(search, query, in: catalog, limit: limit, offset: offset)
    }
  }
}
