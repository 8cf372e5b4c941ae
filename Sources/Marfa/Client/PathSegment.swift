/// One segment of a path, as it is written in a request.
enum PathSegment {
  /// Percent-encodes everything but the unreserved characters (RFC 3986, 2.3).
  ///
  /// A segment of dots alone is encoded too, since `.` and `..` mean a folder to whatever
  /// normalises the path on the way.
  static func encode(_ segment: String) -> String {
    let onlyDots = segment.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    var encoded = [UInt8]()
    encoded.reserveCapacity(segment.utf8.count)
    for byte in segment.utf8 {
      if isUnreserved(byte), !(onlyDots && byte == UInt8(ascii: ".")) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digits[Int(byte >> 4)])
        encoded.append(digits[Int(byte & 0xF)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
