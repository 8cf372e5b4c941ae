import Testing

@testable import CheckKit

@Suite("The tables, the layers and the folders")
struct StructureTests {
  private func tables(layers: String = "A:\nB: A", ranks: String = "A: One < Two Three") -> Tables {
    Tables(document: "```layers\nsystem: Foundation\n\(layers)\n```\n```ranks\n\(ranks)\n```\n")
  }

  @Test("a document without the blocks is found")
  func missingBlocks() {
    #expect(Tables(document: "# x").findings.count == 2)
  }

  @Test("a ring of layers, a layer twice, a folder twice and a line without a colon are found")
  func brokenTables() {
    #expect(tables(layers: "A: B\nB: A").findings.count == 2)
    #expect(tables(layers: "A:\nA:").findings.count == 1)
    #expect(tables(ranks: "A: One < One").findings.count == 1)
    #expect(tables(layers: "A:\nB A").findings.count == 1)
  }

  @Test("an import that the table does not allow is found at its line")
  func imports() {
    let rule = LayerRule(tables: tables())
    let allowed = file("Sources/B/F.swift", "import A\nimport Foundation\n@testable import A")
    #expect(rule.findings(in: allowed).isEmpty)
    let upwards = file("Sources/A/F.swift", "import Foundation\n\nimport struct B.Thing")
    #expect(lines(rule.findings(in: upwards)) == [3])
    #expect(rule.findings(in: file("Sources/A/F.swift", "@_exported import B")).count == 1)
    #expect(rule.findings(in: file("Sources/C/F.swift", "let a = 1")).count == 1)
  }

  @Test("a use of a higher folder's type is found, of a lower one's not")
  func ranks() {
    let low = "public struct Low {}"
    let high = "public struct High { let low: Low }"
    let rule = FolderRule(tables: tables())
    let good = [file("Sources/A/One/Low.swift", low), file("Sources/A/Two/High.swift", high)]
    #expect(rule.findings(in: good).isEmpty)
    let bad = [
      file("Sources/A/One/Low.swift", "struct Low {\n  let high: High\n}"),
      file("Sources/A/Two/High.swift", "struct High {}"),
    ]
    #expect(rule.findings(in: bad).map(\.line) == [2])
  }

  @Test("a member, a nested type and a generic parameter of the same name are no use")
  func shadows() {
    let rule = FolderRule(tables: tables())
    let files = [
      file("Sources/A/Two/High.swift", "struct High {}"),
      file("Sources/A/One/Low.swift", "struct Low { enum High {}; let a: High }"),
      file("Sources/A/One/Low+B.swift", "extension Low { func f(_ x: Other.High) {} }"),
    ]
    #expect(rule.findings(in: files).isEmpty)
  }

  @Test("folders of one rank may use each other one way and not both")
  func rings() {
    let rule = FolderRule(tables: tables())
    let oneWay = [
      file("Sources/A/Two/T.swift", "struct T {}"),
      file("Sources/A/Three/U.swift", "struct U { let t: T }"),
    ]
    #expect(rule.findings(in: oneWay).isEmpty)
    let both = [
      file("Sources/A/Two/T.swift", "struct T { let u: U }"),
      file("Sources/A/Three/U.swift", "struct U { let t: T }"),
    ]
    #expect(rule.findings(in: both).count == 2)
  }

  @Test("a folder without a rank and a target without ranks are found")
  func unranked() {
    let rule = FolderRule(tables: tables())
    #expect(rule.findings(in: [file("Sources/A/Four/T.swift", "struct T {}")]).count == 1)
    let files = [
      file("Sources/B/X/T.swift", "struct T {}"), file("Sources/B/Y/U.swift", "enum U {}"),
    ]
    #expect(rule.findings(in: files).count == 1)
  }

  @Test("a deeper folder may have a rank of its own")
  func deeperFolders() {
    let rule = FolderRule(tables: tables(ranks: "A: Two/Words < One < Two"))
    let files = [
      file("Sources/A/Two/Words/W.swift", "struct W {}"),
      file("Sources/A/One/O.swift", "struct O { let w: W }"),
      file("Sources/A/Two/T.swift", "struct T { let o: O }"),
    ]
    #expect(rule.findings(in: files).isEmpty)
    let bad = files + [file("Sources/A/Two/Words/X.swift", "struct X { let o: O }")]
    #expect(rule.findings(in: bad).map(\.path) == ["Sources/A/Two/Words/X.swift"])
  }
}
