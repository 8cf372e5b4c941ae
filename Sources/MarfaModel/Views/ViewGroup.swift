/// The items of a saved view that share a value.
public struct ViewGroup: Sendable, Hashable {
  /// The value: of the property, the tag, the type's id, or the id of the item that is led to.
  /// `null` for the items that have none.
  public let key: JSONValue
  /// What to show for a key that is no text to read: the label of a type, the title of an item.
  public let title: String?
  /// The items, in the view's order.
  public let items: [Item]

  /// Makes a group, for previews and tests.
  public init(key: JSONValue, title: String? = nil, items: [Item]) {
    self.key = key
    self.title = title
    self.items = items
  }
}
