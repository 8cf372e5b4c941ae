/// An item that a link could name.
public struct LinkCandidate: Sendable, Hashable, Identifiable {
  /// The item's id.
  public var id: String
  /// The item's name as it is shown.
  public var name: String
  /// The id of the item's type.
  public var type: String
  /// What to write between the brackets so that the link names this item alone.
  public var text: String

  /// Makes a candidate.
  public init(id: String, name: String, type: String, text: String) {
    self.id = id
    self.name = name
    self.type = type
    self.text = text
  }
}
