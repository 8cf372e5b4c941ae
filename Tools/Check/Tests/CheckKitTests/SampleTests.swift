import Testing

@testable import CheckKit

@Suite("Samples in documents")
struct SampleTests {
  @Test("only swift blocks are taken, with the line they start on")
  func reads() {
    let text =
      "# A\n```sh\nls\n```\n\n```swift\nlet a = 1\n```\n```swift continued\nprint(a)\n```\n"
    let reader = SampleReader(path: "docs/a.md", text: text)
    #expect(reader.findings.isEmpty)
    #expect(reader.samples.map(\.line) == [7, 10])
    #expect(reader.samples.map(\.continues) == [false, true])
  }

  @Test("a block that asks not to be compiled and one that is never closed are found")
  func refuses() {
    let ignored = SampleReader(path: "a.md", text: "```swift ignore\nx\n```\n")
    #expect(ignored.findings.map(\.line) == [1])
    #expect(ignored.samples.isEmpty)
    #expect(SampleReader(path: "a.md", text: "\n```swift\nx\n").findings.map(\.line) == [2])
  }

  @Test("statements become a function, imports move up and lines stay the document's")
  func writesFunctions() throws {
    let sample = Sample(
      path: "docs/a.md", line: 7, code: ["import Marfa", "let a = 1"], continues: false)
    let more = Sample(path: "docs/a.md", line: 20, code: ["print(a)"], continues: true)
    let files = SampleWriter().files(for: [sample, more])
    let text = try #require(files["docs_a_md_7.swift"])
    #expect(
      text == """
        import Marfa
        func docs_a_md_7() async throws {
        #sourceLocation(file: "docs/a.md", line: 7)

        let a = 1
        #sourceLocation()
        #sourceLocation(file: "docs/a.md", line: 20)
        print(a)
        #sourceLocation()
        }

        """)
    #expect(files.count == 2)
  }

  @Test("a sample with an extension stays a file")
  func writesFiles() throws {
    let sample = Sample(path: "a.md", line: 2, code: ["extension Int {}"], continues: false)
    let text = try #require(SampleWriter().files(for: [sample])["a_md_2.swift"])
    #expect(!text.contains("func"))
  }

  @Test("the checker reports a rule's finding once and sorted by place")
  func checker() {
    let checker = Checker(
      files: [file("Sources/A/B/Z.swift", "// TODO\nstruct Z {}")], architecture: "",
      documents: ["README.md": "# A"])
    let findings = checker.findings()
    #expect(findings == findings.sorted())
    #expect(findings.contains { $0.description.hasPrefix("Sources/A/B/Z.swift:1: TODO") })
  }
}
