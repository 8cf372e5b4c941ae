import MarfaModel
import MarfaSQL
import Testing

/// The evaluator in memory and the SQL that filters compile to must give the same items.
@Suite struct FilterAgreementTests {
  @Test(
    "random expressions over random items select the same rows in memory and in SQLite",
    arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) async throws {
    var source = FilterSamples(seed: seed)
    let samples = (0..<80).map { source.item($0) }
    let store = try await FilterStore(samples)
    let texts = (0..<300).map { _ in source.expression() }
    try await agree(texts, samples, store)
    await store.close()
  }

  @Test("every operator over every pair of kinds agrees, borders of numbers and texts included")
  func borders() async throws {
    let samples = FilterSamples.borderValues.enumerated().map { place, value in
      FilterSample(
        FilterSamples.item(
          id: "i\(1000 + place)", properties: value.map { ["a": $0] } ?? [:],
          version: Int64(place), sourceId: value?.string))
    }
    let store = try await FilterStore(samples)
    let texts = ["properties.a", "source_id", "version"].flatMap { field in
      FilterOperator.allCases.flatMap { comparison in
        FilterSamples.borderLiterals.map { "\(field) \(comparison.rawValue) \($0)" }
      }
    }
    try await agree(texts, samples, store)
    await store.close()
  }

  /// Expects each expression to select the same of the samples, which are in the order of their
  /// ids, in memory and in the store.
  private func agree(_ texts: [String], _ samples: [FilterSample], _ store: FilterStore)
    async throws
  {
    let expressions = try texts.map { try FilterExpression($0, in: .server) }
    let found = try await store.ids(expressions)
    for (place, expression) in expressions.enumerated() {
      let expected = samples.filter { expression.matches($0) }.map(\.item.id)
      #expect(found[place] == expected, "\(texts[place])")
    }
  }

  @Test("placeholders start where asked, and an inbound edge's source can be narrowed")
  func narrowed() async throws {
    let samples = ["a", "b", "c"].map { FilterSample(FilterSamples.item(id: $0)) }
    let store = try await FilterStore(samples)
    try await store.run(
      "INSERT INTO edges(source_id, target_id, edge_type) VALUES ('a', 'b', 't'), ('c', 'a', 't')")
    let expression = try FilterExpression("backref[t] exists AND version eq 1", in: .server)
    let sql = expression.sql(
      FilterTarget(dialect: .sqlite, items: "i", firstPlaceholder: 2) { source, first in
        FilterSQL(text: "\(source) <> ?\(first)", values: [.text("c")])
      })
    #expect(sql.values == [.text("t"), .text("c"), .real(1)])
    let found = try await store.select(
      "SELECT i.id FROM items i WHERE i.state = ?1 AND \(sql.text) ORDER BY i.id",
      [.text("active")] + sql.values.map(SQLValue.init))
    #expect(found == ["b"])
    await store.close()
  }

  @Test("nothing that an expression's values say reaches the SQL text")
  func injection() throws {
    let expression = try FilterExpression(
      #"source eq "'; DROP TABLE items; --" OR edge[a'b] eq "c'" OR tags contains "d'""#,
      in: .server)
    let sql = expression.sql(FilterTarget(dialect: .sqlite))
    #expect(!sql.text.contains("'"))
    #expect(sql.values.count == 4)
  }
}
