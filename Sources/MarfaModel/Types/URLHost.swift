/// The hosts that the URL Standard's parser accepts.
enum URLHost {
  /// Whether a host stands for something.
  ///
  /// - Parameter special: whether the scheme is one whose host is a name or an address; any other
  ///   scheme's host is opaque text.
  static func isValid(_ host: ArraySlice<Unicode.Scalar>, special: Bool) -> Bool {
    guard let first = host.first else { return !special }
    if first == "[" {
      guard host.last == "]" else { return false }
      return isIPv6(String(String.UnicodeScalarView(host.dropFirst().dropLast())))
    }
    guard special else { return !host.contains { isForbidden($0) } }
    guard let name = percentDecoded(host), !name.isEmpty else { return false }
    // Full stops of other scripts separate labels too.
    let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    guard !name.contains(where: { isForbidden($0) || $0 == "%" || $0.value == 0x7F }) else {
      return false
    }
    var labels = name.split(omittingEmptySubsequences: false) { dots.contains($0) }
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard let last = labels.last, isNumeric(last) else { return name.contains { $0 != "\u{AD}" } }
    return isIPv4(labels)
  }

  /// The code points that no host may hold.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || "#/:<>?@[\\]^|".unicodeScalars.contains(scalar)
  }

  /// The host with its percent escapes read; `nil` when they are not UTF-8.
  private static func percentDecoded(_ host: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    guard host.contains("%") else { return Array(host) }
    let bytes = Array(String(String.UnicodeScalarView(host)).utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = hex(bytes[place + 1]), let low = hex(bytes[place + 2])
      {
        decoded.append(high << 4 | low)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return String(validating: decoded, as: UTF8.self).map { Array($0.unicodeScalars) }
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
    default: nil
    }
  }

  /// Whether a last label makes the whole host an IPv4 address.
  private static func isNumeric(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
    guard !label.isEmpty else { return false }
    return label.allSatisfy { ("0"..."9").contains($0) } || number(label) != nil
  }

  /// A part of an IPv4 address: decimal, octal after `0`, hexadecimal after `0x`.
  private static func number(_ label: ArraySlice<Unicode.Scalar>) -> UInt64? {
    let text = String(String.UnicodeScalarView(label)).lowercased()
    guard text.utf8.first.map({ (48...57).contains($0) }) == true else { return nil }
    if text.hasPrefix("0x") {
      let digits = text.dropFirst(2)
      return digits.isEmpty ? 0 : digits.first == "+" ? nil : UInt64(digits, radix: 16)
    }
    if text.hasPrefix("0"), text.count > 1 { return UInt64(text, radix: 8) }
    return UInt64(text)
  }

  private static func isIPv4(_ labels: [ArraySlice<Unicode.Scalar>]) -> Bool {
    guard labels.count <= 4 else { return false }
    let numbers = labels.compactMap(number)
    guard numbers.count == labels.count, let last = numbers.last else { return false }
    let room = UInt64(1) << UInt64(8 * (5 - numbers.count))
    return numbers.dropLast().allSatisfy { $0 <= 255 } && last < room
  }

  private static func isIPv6(_ text: String) -> Bool {
    let halves = split(text, at: "::")
    guard halves.count <= 2 else { return false }
    var pieces = 0
    for (place, half) in halves.enumerated() where !half.isEmpty {
      let groups = half.split(separator: ":", omittingEmptySubsequences: false)
      for (number, group) in groups.enumerated() {
        let isLast = place == halves.count - 1 && number == groups.count - 1
        if isLast, group.contains(".") {
          guard isDottedQuad(group) else { return false }
          pieces += 2
        } else {
          guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy({ hex($0) != nil }) else {
            return false
          }
          pieces += 1
        }
      }
    }
    return halves.count == 2 ? pieces <= 7 : pieces == 8
  }

  private static func split(_ text: String, at separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }

  private static func isDottedQuad(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil
          && (part == "0" || !part.hasPrefix("0"))
      }
  }
}
