import Foundation
import Testing

@Suite("The article on testing an app")
struct ArticleTests {
  private let here = URL(filePath: #filePath).deletingLastPathComponent()
  private var article: String {
    get throws {
      let root = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(
        contentsOf: root.appending(path: "docs/testing-your-app.md"), encoding: .utf8)
    }
  }

  @Test(
    "each way in which a write or a copy can fare badly has a section with a sample",
    arguments: ["Offline", "Refused", "Conflicted", "Signed out", "Rate limited", "Expired"])
  func shows(_ way: String) throws {
    let section = try #require(
      try article.components(separatedBy: "\n### ").first { $0.hasPrefix("\(way)\n") })
    #expect(section.contains("```swift") && section.contains("@Test("))
  }

  @Test("each sample of docs/testing-your-app.md is code that these tests run")
  func samplesAreRun() throws {
    let article = try article
    let code = try String(
      contentsOf: here.appending(path: "ArticleSamples.swift"), encoding: .utf8)
    var samples = 0
    for block in article.components(separatedBy: "```swift").dropFirst() {
      let lines = block.components(separatedBy: "\n```")[0].split(separator: "\n").dropFirst(
        block.hasPrefix(" continued") ? 1 : 0)
      let sample = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
      let held = code.split(separator: "\n").joined(separator: "\n")
      #expect(held.contains(sample), "\(sample.prefix(200))")
      samples += 1
    }
    #expect(samples > 8)
  }
}
