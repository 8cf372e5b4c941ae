/// What the items of a saved view are grouped by.
public enum ViewGrouping: Sendable, Hashable {
  /// The value of a property; an item with a list stands under each of its elements.
  case property(String)
  /// The tags; an item stands under each of its own.
  case tag
  /// The type.
  case type
  /// The items that edges of this type lead to.
  case edge(String)
}
