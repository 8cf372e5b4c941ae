import MarfaModel

/// The rows that the copy shows, inside the queue's transaction.
///
/// The queue decides which rows to show; it does not know how they are stored, indexed and
/// searched. Whoever stores them conforms.
protocol CopyRows {
  /// A held item in any state, as it is shown.
  func item(_ id: String) throws -> Item?
  /// Whether an item is held, in any state.
  func holds(_ id: String) throws -> Bool
  /// Puts an item as it is to be shown, with its tags, in place of what was shown of it.
  func put(_ item: Item) throws
  /// Lets an item go, with its tags and the edges it draws; edges of types held whole stay.
  func removeItem(_ id: String) throws
  /// The item held under a natural key; without a source, under any.
  func itemId(source: String?, sourceId: String) throws -> String?
  /// A held edge, as it is shown.
  func edge(_ id: String) throws -> Edge?
  /// Puts an edge as it is to be shown.
  func put(_ edge: Edge) throws
  /// Lets an edge go.
  func removeEdge(_ id: String) throws
  /// Whether the slice takes an item, or a pin holds it.
  func takes(_ item: Item) throws -> Bool
  /// Whether an edge is held by its type or by the item it starts at.
  func takes(_ edge: Edge) throws -> Bool
  /// Holds an item by its id, whatever the slice takes.
  func pin(_ id: String) throws
  /// Ends the hold of ``pin(_:)``.
  func unpin(_ id: String) throws
  /// The last event that was applied; `nil` where none are.
  func cursor() throws -> String?
  /// Gives the pin of one item to another, where there is one.
  func movePin(from old: String, to new: String) throws
}
