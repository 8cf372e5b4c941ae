import Testing

@testable import CheckKit

@Suite("Reading Swift source")
struct LexerTests {
  private func words(_ text: String) -> [String] {
    Lexer(text).tokens.filter { $0.kind == .word }.map(\.text)
  }

  @Test("words inside strings and comments are not code")
  func hidesText() {
    let text = """
      let a = "await" // Task
      /* sleep /* Date */ now */ let b = 1
      """
    #expect(words(text) == ["let", "a", "let", "b"])
  }

  @Test("code inside an interpolation is code")
  func readsInterpolation() {
    #expect(words(#"let a = "x \(await f("y")) z""#) == ["let", "a", "await", "f"])
  }

  @Test("a raw string ends at its own number of hashes")
  func readsRawStrings() {
    #expect(words(##"let a = #"say "await" \(x)"#; let b"##) == ["let", "a", "let", "b"])
  }

  @Test("a multi-line string hides its lines and keeps the count of lines")
  func readsLongStrings() {
    let text = "let a = \"\"\"\n  await \"x\"\n  \"\"\"\nlet b = 2"
    let lexer = Lexer(text)
    #expect(lexer.tokens.first { $0.text == "b" }?.line == 4)
    #expect(!lexer.tokens.contains { $0.text == "await" })
  }

  @Test("an unclosed string ends with its line")
  func endsUnclosedStrings() {
    #expect(words("let a = \"open\nlet b = 1") == ["let", "a", "let", "b"])
  }

  @Test("both branches of conditional compilation are read and their conditions are not")
  func readsBothBranches() {
    #expect(words("#if os(Linux)\nlet a\n#else\nlet b\n#endif") == ["let", "a", "let", "b"])
  }
}
