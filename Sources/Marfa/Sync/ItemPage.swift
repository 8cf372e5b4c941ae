/// A page of a listing of items.
struct ItemPage: Sendable {
  /// The rows, each with all its edges.
  let rows: [ArrivedItem]
  /// Where the next page begins; `nil` on the last one.
  let next: PageTurn?
}
