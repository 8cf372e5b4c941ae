/// The three writes that attach a file to an item.
public struct Attached: Sendable, Hashable {
  /// The upload of its bytes.
  public var upload: QueuedWrite
  /// The new item of the file.
  public var item: QueuedWrite
  /// The `attached-to` edge from the file's item to the one it is attached to.
  public var edge: QueuedWrite
  /// What shows the file in the item's body; `nil` when its title can't name it alone.
  public var embed: String?

  /// Makes a value, for previews and tests.
  public init(
    upload: QueuedWrite, item: QueuedWrite, edge: QueuedWrite, embed: String? = nil
  ) {
    self.upload = upload
    self.item = item
    self.edge = edge
    self.embed = embed
  }
}
