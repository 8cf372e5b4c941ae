/// What the compiler can't vouch for has its reason on the line above.
struct ReasonRule {
  static let traps: Set<String> = ["fatalError", "preconditionFailure", "precondition"]
  /// The words one of which a documentation comment has to hold to count as the reason.
  static let tellingWords = ["unchecked", "unsafe", "trap", "programmer"]

  func findings(in file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    return file.tokens.indices.compactMap { index in
      guard let what = exception(at: index, in: file.tokens) else { return nil }
      let line = file.tokens[index].line
      if hasReason(line, in: file) { return nil }
      return Finding(
        file.path, line, "'\(what)' needs its reason in a '//' comment on the line above")
    } + switches(in: file)
  }

  private func exception(at index: Int, in tokens: [Token]) -> String? {
    let token = tokens[index]
    guard token.kind == .word else { return nil }
    func next(_ offset: Int) -> String {
      index + offset < tokens.count ? tokens[index + offset].text : ""
    }
    switch token.text {
    case "unchecked" where index > 0 && tokens[index - 1].text == "@": return "@unchecked"
    case "nonisolated" where next(1) == "(" && next(2) == "unsafe": return "nonisolated(unsafe)"
    case "try" where next(1) == "!" && tokens[index].line == tokens[index + 1].line: return "try!"
    case let text where Self.traps.contains(text) && next(1) == "(": return text
    default: return nil
    }
  }

  /// A plain comment above, past attributes and words of documentation, or just inside the braces.
  private func hasReason(_ line: Int, in file: SourceFile) -> Bool {
    if isReason(file.trimmed(line + 1), asDocumentation: false) { return true }
    var at = line - 1
    while at >= 1 {
      let text = file.trimmed(at)
      if isReason(text, asDocumentation: text.hasPrefix("///")) { return true }
      guard text.hasPrefix("@") || text.hasPrefix("//") else { return false }
      at -= 1
    }
    return false
  }

  private func isReason(_ text: Substring, asDocumentation: Bool) -> Bool {
    guard text.hasPrefix("//") else { return false }
    if text.hasPrefix("///") {
      guard asDocumentation else { return false }
      let words = text.lowercased()
      return Self.tellingWords.contains { words.contains($0) }
    }
    return !text.hasPrefix("// MARK") && text.count > 8
  }

  /// A lint switch explains itself too.
  private func switches(in file: SourceFile) -> [Finding] {
    file.comments.compactMap { line, text in
      guard text.contains("swift-format-ignore"),
        !isReason(file.trimmed(line - 1), asDocumentation: false)
      else { return nil }
      return Finding(file.path, line, "a lint switch needs its reason in a '//' comment above it")
    }
  }
}
