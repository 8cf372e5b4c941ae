import MarfaModel

/// The id that ties an answer to its log line.
enum RequestIdentity {
  /// The caller's own id where it has the right shape, else a new one.
  ///
  /// The shape is `[A-Za-z0-9_-]{1,128}` (server-items 1.1). Another value is replaced, not refused.
  static func id(offered: String?, minting: () -> String) -> String {
    guard let offered, (1...128).contains(offered.utf8.count),
      offered.utf8.allSatisfy(isAllowed)
    else { return minting() }
    return offered
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
