/// A time-ordered identifier (RFC 9562, version 7) in the one spelling that is accepted.
///
/// The text is 36 lowercase characters. Ids sort by the millisecond they were minted in, as numbers
/// and as texts alike.
public struct UUIDv7: Sendable, Hashable {
  /// The millisecond, the version and the first twelve free bits.
  let high: UInt64
  /// The variant and the other free bits.
  let low: UInt64

  /// Makes an id of a millisecond and 74 further bits; surplus bits are cut off.
  init(milliseconds: UInt64, upper: UInt64, lower: UInt64) {
    high = milliseconds << 16 | 0x7000 | upper & 0x0FFF
    low = 0x8000_0000_0000_0000 | lower & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// Reads an id, or answers `nil` for anything but a lowercase UUIDv7.
  public init?(_ text: String) {
    var text = text
    guard let halves = text.withUTF8(Self.read) else { return nil }
    high = halves.high
    low = halves.low
  }

  /// Whether a text is a lowercase UUIDv7.
  public static func isValid(_ text: String) -> Bool { UUIDv7(text) != nil }

  /// When it was minted, as Unix milliseconds.
  public var milliseconds: Int64 { Int64(high >> 16) }

  /// The 36 characters.
  public var text: String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      var place = 0
      for nibble in 0..<32 {
        if Self.isDash(place) {
          bytes[place] = 0x2D
          place += 1
        }
        let half = nibble < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - nibble % 16 * 4)) & 0x0F
        bytes[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
        place += 1
      }
      return 36
    }
  }

  private static func isDash(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard bytes.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for place in 0..<36 {
      let byte = bytes[place]
      if isDash(place) {
        guard byte == 0x2D else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      if place < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    guard high >> 12 & 0xF == 7, low >> 62 == 0b10 else { return nil }
    return (high, low)
  }
}

extension UUIDv7: Comparable {
  /// Whether one sorts before the other, which is also how their texts sort.
  public static func < (left: UUIDv7, right: UUIDv7) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension UUIDv7: CustomStringConvertible {
  /// The 36 characters.
  public var description: String { text }
}
