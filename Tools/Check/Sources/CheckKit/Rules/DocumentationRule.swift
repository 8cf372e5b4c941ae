/// Every public symbol says what it is, in a first sentence that fits one line.
struct DocumentationRule {
  static let longest = 100
  /// What the standard library's protocols ask for says nothing new at each type.
  static let witnesses: Set<String> = [
    "==", "<", "hash(into:)", "encode(to:)", "init(from:)", "description", "debugDescription",
    "customMirror", "errorDescription", "init(nilLiteral:)", "init(booleanLiteral:)",
    "init(integerLiteral:)", "init(floatLiteral:)", "init(stringLiteral:)",
    "init(arrayLiteral:)", "init(dictionaryLiteral:)", "startIndex", "endIndex", "index(after:)",
    "index(before:)", "makeAsyncIterator()", "makeIterator()", "next()", "next(isolation:)",
    "rawValue", "init(rawValue:)", "allCases", "id",
  ]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    return file.declarations.compactMap { declaration in
      guard declaration.access == .public, needsWords(declaration) else { return nil }
      return finding(for: declaration, in: file)
    }
  }

  private func needsWords(_ declaration: Declaration) -> Bool {
    switch declaration.kind {
    case .import, .extension, .deinit, .operator, .precedencegroup: false
    case .associatedtype, .struct, .class, .enum, .actor, .protocol, .macro: true
    default: !Self.witnesses.contains(declaration.name)
    }
  }

  private func finding(for declaration: Declaration, in file: SourceFile) -> Finding? {
    func say(_ text: String) -> Finding {
      Finding(
        file.path, declaration.line, "\(declaration.kind.rawValue) \(declaration.name) \(text)")
    }
    let words = comment(above: declaration.firstLine, in: file)
    guard let words else {
      return say("is public and has no '///' comment: say what it is")
    }
    let sentence = Self.firstSentence(of: words)
    if sentence.isEmpty { return say("has an empty '///' comment: say what it is") }
    if sentence.count >= Self.longest {
      return say(
        "has a first sentence of \(sentence.count) characters: keep it under \(Self.longest)")
    }
    if Self.plain(sentence) == Self.plain(declaration.name) {
      return say("has a comment that only repeats its name: say what the name doesn't")
    }
    return nil
  }

  /// The `///` lines directly above, the topmost first; `nil` when there are none.
  private func comment(above line: Int, in file: SourceFile) -> [Substring]? {
    var found: [Substring] = []
    var at = line - 1
    while at >= 1 {
      let text = file.trimmed(at)
      if text.hasPrefix("///") {
        found.append(text.dropFirst(3))
      } else if !(text.hasPrefix("//") && found.isEmpty) {
        // A plain comment may stand between the words and the declaration: a reason for a trap.
        break
      }
      at -= 1
    }
    return found.isEmpty ? nil : found.reversed()
  }

  /// Everything up to the first full stop that ends a word, or the first empty line.
  static func firstSentence(of lines: [Substring]) -> String {
    var text = ""
    for line in lines {
      let words = line.split(separator: " ")
      if words.isEmpty { break }
      for word in words {
        text += text.isEmpty ? String(word) : " " + word
        let isEnd = word.hasSuffix(".") || word.hasSuffix(".)") || word.hasSuffix("?")
        if isEnd, !word.hasSuffix("e.g."), !word.hasSuffix("i.e.") { return text }
      }
    }
    return text
  }

  /// Only the letters and digits, in lower case: `Item type.` and `itemType` are the same.
  private static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
