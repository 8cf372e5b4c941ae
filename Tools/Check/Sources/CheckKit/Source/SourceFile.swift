/// One Swift file, read once and shared by all rules.
public struct SourceFile {
  /// The path from the root of the tree, with `/` between its parts.
  public let path: String
  /// Every line, without its end.
  public let lines: [Substring]
  let tokens: [Token]
  let comments: [Int: String]
  let strings: [Int: String]
  let declarations: [Declaration]

  /// Reads a file's text.
  public init(path: String, text: String) {
    self.path = path
    var split = text.split(separator: "\n", omittingEmptySubsequences: false)
    if split.last?.isEmpty == true { split.removeLast() }
    lines = split
    let lexer = Lexer(text)
    tokens = lexer.tokens
    comments = lexer.comments
    strings = lexer.strings
    var parser = DeclarationParser(tokens: lexer.tokens)
    declarations = parser.parse()
  }

  /// `Sources` or `Tests`, then the target, then the folders between.
  var parts: [Substring] { path.split(separator: "/") }

  /// The target the file belongs to, if it lies under `Sources/` or `Tests/`.
  var target: String? {
    parts.count >= 3 && (parts[0] == "Sources" || parts[0] == "Tests") ? String(parts[1]) : nil
  }

  var isSource: Bool { parts.first == "Sources" }

  var isTest: Bool { parts.first == "Tests" || path.contains("/Tests/") }

  /// The folder inside the target, or the file's own name when it lies in the target's root.
  ///
  /// It is the first folder, unless a deeper one has a rank of its own.
  func folder(in ranks: [String: Int]) -> String {
    let inside = parts.dropFirst(2)
    guard inside.count > 1 else { return String(inside.first ?? "") }
    for count in stride(from: inside.count - 1, to: 1, by: -1) {
      let path = inside.prefix(count).joined(separator: "/")
      if ranks[path] != nil { return path }
    }
    return String(inside.first ?? "")
  }

  var fileName: String { String(parts.last ?? "") }

  /// The file's name without `.swift`.
  var stem: String {
    fileName.hasSuffix(".swift") ? String(fileName.dropLast(6)) : fileName
  }

  /// The line's text without the blanks around it.
  func trimmed(_ line: Int) -> Substring {
    guard line >= 1, line <= lines.count else { return "" }
    var text = lines[line - 1]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }
}
