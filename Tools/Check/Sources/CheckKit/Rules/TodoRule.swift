/// What is still to do is an issue, and the comment names it.
struct TodoRule {
  func findings(in file: SourceFile) -> [Finding] {
    file.comments.compactMap { line, text in
      for word in ["TODO", "FIXME", "XXX"] where Self.has(word, text) && !Self.namesIssue(text) {
        return Finding(
          file.path, line, "\(word) without an issue: do it now, or write '#' and its number")
      }
      return nil
    }
  }

  private static func has(_ word: String, _ text: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
  }

  private static func namesIssue(_ text: String) -> Bool {
    guard let hash = text.firstIndex(of: "#") else { return false }
    return text[text.index(after: hash)...].first?.isNumber == true
  }
}
