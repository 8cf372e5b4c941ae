/// The query that a filter narrows: its database and how it names the items' table.
package struct FilterTarget: Sendable {
  /// A further condition on an edge's source, given the column of its id and the first free number.
  package typealias Narrowing = @Sendable (_ sourceId: String, _ first: Int) -> FilterSQL

  /// How the database spells what differs.
  package var dialect: any FilterDialect
  /// The name or alias of the items' table in the query.
  package var items: String
  /// The number of the first placeholder that the filter may use.
  package var firstPlaceholder: Int
  /// What an inbound edge's source must fulfil to count, such as being readable; `nil` is nothing.
  package var inboundSource: Narrowing?

  /// Makes a target.
  package init(
    dialect: any FilterDialect, items: String = "items", firstPlaceholder: Int = 1,
    inboundSource: Narrowing? = nil
  ) {
    self.dialect = dialect
    self.items = items
    self.firstPlaceholder = firstPlaceholder
    self.inboundSource = inboundSource
  }
}
