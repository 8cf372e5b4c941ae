import MarfaModel
import MarfaSQL

/// What is asked of the items of a store; every narrowing must hold.
package struct ItemQuery: Sendable {
  /// A further condition on `items`; its values are kept in the statement it is given.
  package typealias Narrowing = @Sendable (inout SQLText) -> String

  /// Which types are listed, asked once for each type that has items; `nil` is all.
  package var takes: (@Sendable (String) -> Bool)?
  /// Which states are listed; `nil` is all.
  package var states: Set<ItemState>? = [.active]
  /// The tier; `nil` is both, and items without one.
  package var tier: Tier?
  /// What made the items.
  package var source: String?
  /// Tags that an item must all carry.
  package var tags: [String] = []
  /// Items that happened after this instant, not at it (as stored: UTC, milliseconds).
  package var occurredAfter: String?
  /// Items that happened before this instant, not at it.
  package var occurredBefore: String?
  /// Items changed at this instant or after it.
  package var changedFrom: String?
  /// Items changed before this instant.
  package var changedBefore: String?
  /// A filter.
  package var filter: FilterExpression?
  /// What an edge's source must fulfil for the filter's `backref` conditions to count it.
  package var inboundSource: FilterTarget.Narrowing?
  /// An item: it and everything beneath it along `parent-of`.
  package var beneath: String?
  /// Further conditions.
  package var narrowings: [Narrowing] = []
  /// The order.
  package var order: ItemOrder = .newestFirst
  /// Items behind this place in the order.
  package var after: ItemCursor?
  /// The most items; `nil` is all.
  package var limit: Int?
  /// So many left out at the front.
  package var offset = 0

  /// Makes a query for every active item, newest first.
  package init() {}

  /// Makes the query of an app's list.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` with `validation_error` for a type, a time
  ///   or a filter outside its grammar; ``MarfaError/invalid(message:)`` for a filter that the
  ///   scope can't answer.
  package init(
    _ filters: ListFilters, _ sort: Sort, in catalog: TypeCatalog, scope: FilterScope = .copy
  ) throws(MarfaError) {
    try narrow(toType: filters.type, in: catalog)
    states = filters.state.map { [$0] } ?? (filters.allStates ? nil : [.active])
    tier = filters.tier
    tags = filters.tags
    occurredAfter = try Self.instant(filters.occurredAfter, "occurredAfter")
    occurredBefore = try Self.instant(filters.occurredBefore, "occurredBefore")
    if let text = filters.filter { filter = try FilterExpression(text, in: scope) }
    beneath = filters.beneath
    order = ItemOrder(sort)
    limit = filters.limit.map { Int($0) }
    offset = filters.offset.map { Int($0) } ?? 0
  }

  /// Narrows the query to a type and its subtypes, as a pattern names them; empty or `*` is all.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` for a pattern outside the grammar.
  package mutating func narrow(toType text: String?, in catalog: TypeCatalog) throws(MarfaError) {
    guard let text, !text.isEmpty else { return }
    guard let pattern = TypePattern(text) else {
      throw .validation(
        code: "validation_error",
        message: "“\(text)” is no type: it is two or more lowercase words joined by dots.")
    }
    switch pattern {
    case .all: break
    case .under(let root), .exactly(let root): takes = { catalog.isAtOrUnder($0, root) }
    }
  }

  private static func instant(_ text: String?, _ name: String) throws(MarfaError) -> String? {
    guard let text else { return nil }
    guard let time = Timestamp.normalized(text) else {
      throw .validation(
        code: "validation_error", message: "\(name) is no time: “\(text)”.")
    }
    return time
  }
}
