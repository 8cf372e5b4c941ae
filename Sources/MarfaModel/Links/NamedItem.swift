/// A held item with what it can be named by.
package struct NamedItem: Sendable, Hashable, Identifiable {
  /// The item's id.
  package let id: String
  /// The id of its type.
  package let type: String
  /// The text of its title field.
  package let title: String?
  /// Where it lies: paths from the root, without a slash in front, with their file's ending.
  package let paths: [String]
  /// How it is shown.
  package let display: ItemDisplay

  /// Makes a named item.
  package init(
    id: String, type: String, title: String?, paths: [String] = [], display: ItemDisplay
  ) {
    self.id = id
    self.type = type
    self.title = title
    self.paths = paths
    self.display = display
  }

  /// Whether a name, in its folded form, means this item: its id, its title, or where it lies, whole
  /// or the last part alone, with the file's ending or without.
  package func answers(to folded: String) -> Bool {
    if folded == id { return true }
    if let title, ItemName.folded(title.trimmed) == folded { return true }
    return paths.contains { ItemName.forms(ofPath: $0).contains(folded) }
  }
}
