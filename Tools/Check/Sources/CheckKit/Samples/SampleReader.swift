/// Takes the fenced `swift` blocks out of a Markdown document.
struct SampleReader {
  private(set) var samples: [Sample] = []
  private(set) var findings: [Finding] = []

  /// Reads one document.
  ///
  /// A fence is ` ```swift `, or ` ```swift continued ` when the code goes on from the block
  /// before it. Nothing else may follow the word: a sample that isn't compiled goes stale.
  init(path: String, text: String) {
    var code: [Substring] = []
    var start: (line: Int, info: [Substring], indent: Int)?
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let indent = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indent)
      if let open = start {
        guard rest.hasPrefix("```") else {
          code.append(line.dropFirst(min(indent, open.indent)))
          continue
        }
        finish(path, open.line, open.info, code)
        start = nil
        code = []
      } else if rest.hasPrefix("```") {
        start = (number, rest.drop { $0 == "`" }.split(separator: " "), indent)
      }
    }
    if let start {
      findings.append(
        Finding(path, start.line, "this code block is never closed: add ``` below it"))
    }
  }

  private mutating func finish(
    _ path: String, _ line: Int, _ info: [Substring], _ code: [Substring]
  ) {
    guard info.first == "swift" else { return }
    let words = info.dropFirst()
    let continues = words.elementsEqual(["continued"])
    if !words.isEmpty, !continues {
      findings.append(
        Finding(
          path, line,
          "a sample can't be marked '\(words.joined(separator: " "))': only 'continued' is known,"
            + " because every sample is compiled"))
      return
    }
    samples.append(Sample(path: path, line: line + 1, code: code, continues: continues))
  }
}
