/// The writes that attach a file and show it in the item's body.
public struct Embedded: Sendable, Hashable {
  /// The file's own writes.
  public var attached: Attached
  /// The change of the body.
  public var body: QueuedWrite
  /// What was written into the body.
  public var embed: String

  /// Makes a value, for previews and tests.
  public init(attached: Attached, body: QueuedWrite, embed: String) {
    self.attached = attached
    self.body = body
    self.embed = embed
  }
}
