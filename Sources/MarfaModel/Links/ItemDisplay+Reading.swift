extension ItemDisplay {
  /// The most characters of a name.
  static let nameLimit = 120
  /// The most characters of a preview.
  static let previewLimit = 160

  /// Works out how an item is shown by its title and text.
  ///
  /// - Parameter label: what its type is called; `nil` when the type is not known or has no label,
  ///   and then the last part of the type's id stands for it.
  package init(title: String?, body: String?, type: String, label: String?) {
    var lines = body.map { BodyPlainText($0).lines[...] } ?? []
    let title = title.flatMap(Self.oneLine)
    if let title {
      name = title
      // A heading that repeats the title tells nothing new.
      if lines.first.map(ItemName.folded) == ItemName.folded(title) { lines.removeFirst() }
    } else if let first = lines.popFirst() {
      name = Self.cut(first, Self.nameLimit)
    } else {
      let last = type.split(separator: ".").last.map(String.init)
      name = label.flatMap(Self.oneLine) ?? last.flatMap(Self.oneLine) ?? "?"
    }
    let text = lines.joined(separator: " ")
    preview = text.isEmpty ? nil : Self.cut(text, Self.previewLimit)
  }

  /// A text's words on one line; `nil` when it has none.
  private static func oneLine(_ text: String) -> String? {
    // Longer than this nothing is shown, so a title of a megabyte costs no more than a short one.
    let front = text.drop(while: \.isWhitespace).prefix(nameLimit * 4)
    let words = front.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : cut(words, nameLimit)
  }

  /// A text of so many characters at most, cut between words where one ends in the last third.
  private static func cut(_ text: String, _ limit: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    var front = text[..<text.index(before: end)]
    if text[front.endIndex] != " ", let space = front.lastIndex(of: " "),
      front.distance(from: space, to: front.endIndex) <= limit / 3
    {
      front = front[..<space]
    }
    return String(front).trimmed + "…"
  }
}
