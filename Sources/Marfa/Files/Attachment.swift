/// What is told of a file that is attached; what is `nil` is worked out from the file.
public struct Attachment: Sendable, Hashable {
  /// The media type; by default by the file name's extension.
  public var mimeType: String?
  /// The title; by default the file's name, with a number where it is taken.
  public var title: String?
  /// The item type; by default `core.file` or what is beneath it for images, audio and video.
  public var type: String?
  /// The tier; by default that of any new item.
  public var tier: Tier?

  /// Makes a description; without arguments, everything comes from the file.
  public init(
    mimeType: String? = nil, title: String? = nil, type: String? = nil, tier: Tier? = nil
  ) {
    self.mimeType = mimeType
    self.title = title
    self.type = type
    self.tier = tier
  }
}
