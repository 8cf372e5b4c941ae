import Foundation

/// The small image that an item carries.
public struct Thumbnail: Sendable, Hashable {
  /// The media type: `image/png`, `image/jpeg` or `image/webp`.
  public var mimeType: String
  /// The bytes of the image, at most 16 KiB.
  public var bytes: Data

  /// Makes a thumbnail, for previews and tests.
  public init(mimeType: String, bytes: Data) {
    self.mimeType = mimeType
    self.bytes = bytes
  }
}
