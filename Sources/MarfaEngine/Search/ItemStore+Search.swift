import MarfaModel
import MarfaSQL

extension ItemStore {
  /// The items that the index finds for a query, best first, equals by id.
  ///
  /// Rows that are only marked are found as they were when they were last folded in.
  ///
  /// - Parameters:
  ///   - search: the words.
  ///   - query: what the items are narrowed to. Its order, place and page are not read, and the
  ///     bin is never searched.
  ///   - catalog: the store's catalog in this transaction.
  ///   - limit: the most hits.
  ///   - offset: so many left out at the front.
  package func search(
    _ search: SearchTerms, _ query: ItemQuery, in catalog: TypeCatalog, limit: Int,
    offset: Int = 0
  ) throws -> [FoundItem] {
    guard let match = search.match else { return [] }
    var query = query
    // A row that went to the bin since the last folding may still be in the index.
    query.narrowings.append { _ in "items.state <> 'trashed'" }
    var statement = try statement(query)
    let ranked = statement.found(match, limit: limit, offset: offset)
    // Numbers and scores first: sorting whole rows would copy every row that matches.
    let places = try connection.query(ranked.text, ranked.values) {
      (seq: $0.integer(0), score: -$0.real(1))
    }
    var excerpt = SearchExcerpt(search)
    var hits: [FoundItem] = []
    for place in places {
      let item = try connection.first(Self.bySeq, [.integer(place.seq)]) { try ItemRow($0) }
      guard let item else { continue }
      let columns = SearchColumns(
        properties: item.properties, tags: item.tags, type: catalog.type(item.type))
      hits.append(
        FoundItem(item: item, score: place.score, excerpt: excerpt.text(of: columns)))
    }
    return hits
  }

  private static let bySeq = "SELECT \(ItemRow.columns) FROM items WHERE items.seq = ?1"
}
