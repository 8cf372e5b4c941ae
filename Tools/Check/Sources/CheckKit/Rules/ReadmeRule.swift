/// The README can be read in two minutes and shows code before anything else.
struct ReadmeRule {
  static let limit = 150
  static let sampleBefore = 40

  func findings(in text: String) -> [Finding] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var findings: [Finding] = []
    let count = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
    if count > Self.limit {
      findings.append(
        Finding("README.md", count, "\(count) lines, at most \(Self.limit): move the rest to docs/")
      )
    }
    let first = lines.firstIndex { $0.hasPrefix("```swift") || $0.hasPrefix("```sh") }
    if first.map({ $0 + 1 >= Self.sampleBefore }) ?? true {
      findings.append(
        Finding(
          "README.md", 1, "no sample before line \(Self.sampleBefore): show the product first"))
    }
    return findings
  }
}
