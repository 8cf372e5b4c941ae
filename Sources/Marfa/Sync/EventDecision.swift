import MarfaModel

/// What an arriving row of an item means for a copy (working-copy 7.2 and 7.3).
enum EventDecision: Sendable, Hashable {
  /// Nothing: it is older than what is held, or no part of the slice.
  case skip
  /// Hold it.
  case put
  /// Hold it, with its edges, which have to be read first.
  case putWithEdges
  /// Let it go with the edges it draws: it left the slice.
  case evict

  /// Decides.
  ///
  /// - Parameters:
  ///   - held: the stamp of the server's row that is held, below any waiting writes.
  ///   - arriving: the stamp of the row that arrives.
  ///   - isTaken: whether the slice takes it or it is pinned.
  ///   - bringsEdges: whether its edges follow as events of their own, as after a create.
  init(held: RowStamp?, isHeld: Bool, arriving: RowStamp, isTaken: Bool, bringsEdges: Bool) {
    if let held, held.isLater(than: arriving) {
      self = .skip
    } else if isTaken {
      self = isHeld || bringsEdges ? .put : .putWithEdges
    } else {
      self = isHeld ? .evict : .skip
    }
  }
}
