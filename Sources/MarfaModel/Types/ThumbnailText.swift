/// The small image that a `thumbnail` field holds, as a data URI.
///
/// The text must be canonical: a lowercase media type, padded base64 without stray bits, bytes that
/// begin as the named format does.
public struct ThumbnailText: Sendable, Hashable {
  /// The most bytes that an image may have: 16 KiB.
  public static let byteLimit = 16_384

  /// The media type, `image/png`, `image/jpeg` or `image/webp`.
  public let mimeType: String
  /// The bytes of the image.
  public let bytes: [UInt8]

  /// Reads a data URI; `nil` when it is not one of an image that can be held.
  public init?(_ text: String) {
    for format in Self.formats {
      let prefix = "data:\(format.mimeType);base64,"
      guard text.utf8.starts(with: prefix.utf8) else { continue }
      let encoded = text.utf8.dropFirst(prefix.utf8.count)
      guard encoded.count <= (Self.byteLimit + 2) / 3 * 4, let bytes = Self.decode(encoded),
        bytes.count <= Self.byteLimit, format.begins(bytes)
      else { return nil }
      mimeType = format.mimeType
      self.bytes = bytes
      return
    }
    return nil
  }

  private struct Format {
    var mimeType: String
    var begins: ([UInt8]) -> Bool
  }

  private static var formats: [Format] {
    [
      Format(mimeType: "image/png") {
        $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      },
      Format(mimeType: "image/jpeg") { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
      Format(mimeType: "image/webp") {
        $0.starts(with: Array("RIFF".utf8)) && $0.dropFirst(8).starts(with: Array("WEBP".utf8))
      },
    ]
  }

  /// Strict base64: the standard alphabet, padding where it belongs, no bits left over.
  private static func decode(_ text: Substring.UTF8View.SubSequence) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bits: UInt32 = 0
    var held = 0
    for byte in text.dropLast(padding) {
      guard let value = digit(byte) else { return nil }
      bits = bits << 6 | value
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return bits & (1 << UInt32(held) - 1) == 0 ? bytes : nil
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
