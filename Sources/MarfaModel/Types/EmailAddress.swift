/// The practical grammar of the addresses that `email` fields take. ASCII only.
enum EmailAddress {
  /// Whether a text is an address: one `@`, a plain local part, a domain of two or more labels.
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocal(bytes[..<at]) && isDomain(bytes[(at + 1)...]) && !hasDoubleDot(bytes)
  }

  private static func isLocal(_ part: ArraySlice<UInt8>) -> Bool {
    guard let first = part.first, let last = part.last, first != UInt8(ascii: ".") else {
      return false
    }
    let marks = Array("_'+-.".utf8)
    return part.allSatisfy { isAlphanumeric($0) || marks.contains($0) }
      && (isAlphanumeric(last) || Array("_+-".utf8).contains(last))
  }

  private static func isDomain(_ part: ArraySlice<UInt8>) -> Bool {
    let labels = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let top = labels.last else { return false }
    let hyphen = UInt8(ascii: "-")
    return labels.dropLast().allSatisfy { label in
      label.first.map(isAlphanumeric) == true
        && label.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
    } && top.count >= 2 && top.allSatisfy(isLetter)
  }

  private static func hasDoubleDot(_ bytes: [UInt8]) -> Bool {
    let dot = UInt8(ascii: ".")
    return zip(bytes, bytes.dropFirst()).contains { $0 == dot && $1 == dot }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (48...57).contains(byte)
  }
}
