/// How an item is shown in a list: by a name and a few words of its text.
public struct ItemDisplay: Sendable, Hashable {
  /// The title, else the first line of the text, else what kind of item it is; never empty.
  public var name: String
  /// The beginning of the text on one line, without Markdown's marks; `nil` when there is none.
  public var preview: String?

  /// Makes a display.
  public init(name: String, preview: String? = nil) {
    self.name = name
    self.preview = preview
  }
}
