import Foundation
import MarfaModel
import MarfaSQL

/// A search in a store whose index lacks rows and can't be brought up to date from here.
///
/// Rows that are marked are read one by one and left out of what the index finds, so nothing that
/// was written is missed. Their scores are estimates: the index's formula, with each row taken to
/// be of average length. Costs time in the number of marked rows.
struct UnfoldedSearch {
  private let items: ItemStore
  private let search: SearchTerms
  private let query: ItemQuery
  private let catalog: TypeCatalog

  /// The formula's weight of repetition (BM25, as SQLite has it).
  private static let repetition = 1.2
  /// What a phrase weighs that more than half of the rows have.
  private static let leastWeight = 1e-6

  init(
    _ items: ItemStore, _ search: SearchTerms, _ query: ItemQuery, _ catalog: TypeCatalog
  ) {
    self.items = items
    self.search = search
    self.query = query
    self.catalog = catalog
  }

  /// The hits from a place on, best first, equals by id.
  func page(limit: Int, offset: Int) throws -> [FoundItem] {
    let (all, tooMany) = max(0, offset).addingReportingOverflow(limit)
    var indexed = query
    indexed.narrowings.append { _ in "items.seq NOT IN (SELECT item_seq FROM index_pending)" }
    let hits =
      try items.search(search, indexed, in: catalog, limit: tooMany ? .max : all) + marked()
    let ranked = hits.sorted { left, right in
      left.score == right.score ? left.item.id < right.item.id : left.score > right.score
    }
    return Array(ranked.dropFirst(max(0, offset)).prefix(limit))
  }

  private func marked() throws -> [FoundItem] {
    var marked = query
    marked.limit = nil
    marked.offset = 0
    marked.after = nil
    marked.order = .newestFirst
    marked.narrowings.append { _ in
      "items.seq IN (SELECT item_seq FROM index_pending) AND items.state <> 'trashed'"
    }
    var excerpt = SearchExcerpt(search)
    var weights: [Double]?
    var hits: [FoundItem] = []
    for item in try items.list(marked) {
      let columns = SearchColumns(
        properties: item.properties, tags: item.tags, type: catalog.type(item.type))
      guard let counts = excerpt.counts(in: columns) else { continue }
      let known = try weights ?? self.weights()
      weights = known
      let score = zip(counts, known).reduce(0.0) { sum, phrase in
        let count = Double(phrase.0)
        return sum + phrase.1 * count * (Self.repetition + 1) / (count + Self.repetition)
      }
      hits.append(FoundItem(item: item, score: score, excerpt: excerpt.text(of: columns)))
    }
    return hits
  }

  /// What each phrase weighs: the fewer rows have it, the more.
  private func weights() throws -> [Double] {
    let all = Double(try items.count())
    return try search.phrases.map { phrase in
      let holders = try items.connection.integer(
        "SELECT count(*) FROM items_fts WHERE items_fts MATCH ?1", [.text(phrase.match)])
      let found = Double(holders ?? 0)
      return max(Self.leastWeight, log((all - found + 0.5) / (found + 0.5)))
    }
  }
}
