/// A filter expression that was read and found well formed.
///
/// An expression is up to ten conditions joined by `AND` or by `OR`, never by both:
///
///     state eq "active" AND properties.rating gte 4 AND edge[references] exists
///
/// The same value is answered in two ways that agree: ``matches(_:)`` judges one item in memory,
/// and ``sql(_:)`` narrows a query. Conditions whose field is absent do not hold, whatever their
/// comparison, except where absence is what they ask for.
package struct FilterExpression: Sendable, Hashable {
  /// The longest expression that is read, in UTF-16 units.
  package static let lengthLimit = 2048
  /// The most conditions of one expression.
  package static let conditionLimit = 10

  /// What joins the conditions.
  package private(set) var joiner: FilterJoiner
  /// The conditions, in the order written; at least one.
  package private(set) var conditions: [FilterCondition]

  /// Reads an expression.
  ///
  /// - Throws: `validation` with the code `validation_error` for every fault of the grammar, with
  ///   its place in UTF-16 units; `invalid` for a `backref` condition in the scope of a copy, after
  ///   the grammar was found sound.
  package init(_ text: String, in scope: FilterScope) throws(MarfaError) {
    var parser = try FilterParser(text)
    (joiner, conditions) = try parser.parse()
    if scope == .copy, let type = edges.first(where: { $0.direction == .inbound })?.type {
      throw .invalid(
        message: "backref[\(type)] asks for edges that this copy may not hold, so it cannot be "
          + "answered here. Ask the server, or filter from the other end with edge[\(type)].")
    }
  }

  /// What the conditions ask of edges, in the order written.
  package var edges: [FilterEdge] {
    conditions.compactMap { if case .edge(let edge, _) = $0 { edge } else { nil } }
  }
}

extension FilterExpression {
  /// Makes an expression of short `edge[type]=id` and `backref[type]=id` conditions.
  ///
  /// - Throws: `validation` when a value holds a backslash, or when there is none.
  package init(edges: [FilterEdge]) throws(MarfaError) {
    guard !edges.isEmpty else { throw .filter("The filter is empty.") }
    for edge in edges { try Self.check(edge) }
    joiner = .and
    conditions = edges.map { .edge($0, present: true) }
  }

  /// Adds short edge conditions that must hold as well; they do not count against the limit.
  ///
  /// - Throws: `validation` when the expression uses `OR`, or a value holds a backslash.
  package mutating func narrow(by edges: [FilterEdge]) throws(MarfaError) {
    guard !edges.isEmpty else { return }
    for edge in edges { try Self.check(edge) }
    guard joiner == .and else {
      throw .filter(
        "A filter that uses OR cannot stand beside edge[…]= or backref[…]=, which are joined to it "
          + "by AND. Write the edge condition into the filter.")
    }
    conditions += edges.map { .edge($0, present: true) }
  }

  /// A backslash cannot be written inside a quoted value, so none may reach one by another way.
  private static func check(_ edge: FilterEdge) throws(MarfaError) {
    if edge.other?.utf8.contains(UInt8(ascii: "\\")) == true {
      throw .filter(
        "\(edge.direction.rawValue)[\(edge.type)] takes an item's id, without backslash.")
    }
  }
}

extension MarfaError {
  /// A fault in a filter expression.
  static func filter(_ message: String) -> MarfaError {
    .validation(code: "validation_error", message: message)
  }
}
