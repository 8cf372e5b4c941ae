import Foundation
import MarfaModel
import Testing

@Suite("The error reference, docs/errors.md")
struct ErrorReferenceTests {
  /// The page, four folders up from this file.
  private var page: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/errors.md")
  }

  @Test("the page says what the errors say; MARFA_RECORD=1 writes it anew")
  func isCurrent() throws {
    if ProcessInfo.processInfo.environment["MARFA_RECORD"] == "1" {
      try ErrorReference.page().write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == ErrorReference.page())
  }

  @Test(
    "each group stands under its own heading and documents its cases (R12, R13, R14, R15)",
    arguments: ErrorReference.Group.allCases)
  func groups(_ group: ErrorReference.Group) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(group.rawValue)\n"))
    let rest = text[start.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    for kind in MarfaErrorKind.allCases {
      let isHere = section.contains("| `\(kind.rawValue)` |")
      #expect(isHere == (ErrorReference.group(of: kind) == group))
    }
  }

  @Test("each example is of the kind it stands for", arguments: MarfaErrorKind.allCases)
  func examples(_ kind: MarfaErrorKind) {
    #expect(MarfaErrorKind(ErrorReference.example(of: kind)) == kind)
  }
}
