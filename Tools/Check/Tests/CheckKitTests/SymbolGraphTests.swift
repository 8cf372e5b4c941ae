import Foundation
import Testing

@testable import CheckKit

@Suite("The list of public symbols")
struct SymbolGraphTests {
  @Test("each symbol is a line of path and declaration, sorted, without what the compiler adds")
  func lines() throws {
    let graph = """
      {"symbols": [
        {"identifier": {"precise": "s:b"}, "pathComponents": ["Items", "get(_:)"],
         "declarationFragments": [{"spelling": "func"}, {"spelling": " get"},
           {"spelling": "(\\n  _ id: String) async throws"}]},
        {"identifier": {"precise": "s:c::SYNTHESIZED::s:d"}, "pathComponents": ["Items", "x"],
         "declarationFragments": [{"spelling": "var x"}]},
        {"identifier": {"precise": "s:a"}, "pathComponents": ["Edge"],
         "declarationFragments": [{"spelling": "struct Edge"}]}
      ]}
      """
    #expect(
      try SymbolGraph(Data(graph.utf8)).lines == [
        "Edge\tstruct Edge", "Items.get(_:)\tfunc get( _ id: String) async throws",
      ])
  }

  @Test("what is no symbol graph is refused", arguments: ["", "[]", "{}", "{\"symbols\": 1}"])
  func refuses(_ text: String) {
    #expect(throws: (any Error).self) { try SymbolGraph(Data(text.utf8)) }
  }
}
