import MarfaModel

/// A page of a listing of edges.
struct EdgePage: Sendable {
  /// The edges.
  let edges: [Edge]
  /// Where the next page begins; `nil` on the last one.
  let next: PageTurn?
}
