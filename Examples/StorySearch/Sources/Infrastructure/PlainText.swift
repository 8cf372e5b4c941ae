/// Text of the source, which is HTML, made fit for a terminal and a label.
enum PlainText {
  private static let named: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
    "ndash": "–", "mdash": "—", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”",
  ]
  /// The longest reference that is looked for; further on an `&` stands for itself.
  private static let longestReference = 10

  /// Takes tags out, reads character references, and joins everything on one line.
  ///
  /// Control characters go too: what a stranger wrote must not steer a terminal.
  static func of(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let character = rest.first {
      switch character {
      case "<":
        // A tag begins with a letter or a slash; "a < b" has none.
        let after = rest.dropFirst().first
        if let after, after.isLetter || after == "/", let end = rest.firstIndex(of: ">") {
          rest = rest[rest.index(after: end)...]
          text.append(" ")
          continue
        }
        text.append(character)
        rest = rest.dropFirst()
      case "&":
        if let end = rest.prefix(longestReference).firstIndex(of: ";"),
          let meant = meaning(of: rest[rest.index(after: rest.startIndex)..<end])
        {
          text.append(meant)
          rest = rest[rest.index(after: end)...]
          continue
        }
        text.append(character)
        rest = rest.dropFirst()
      default:
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    let visible = String(
      String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    return visible.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func meaning(of reference: Substring) -> Character? {
    if let character = named[reference] { return character }
    guard reference.first == "#" else { return nil }
    let digits = reference.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks that turn the direction of the text around them could disguise an address.
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }
}
