import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Front matter")
struct FrontMatterTests {
  private func values(_ lines: String) -> JSONObject {
    FrontMatter(of: "---\n\(lines)\n---\nbody").values
  }

  private func fault(_ lines: String) -> String? {
    FrontMatter(of: "---\n\(lines)\n---\nbody").fault?.reason
  }

  @Test(
    "each form of a scalar becomes the value it stands for",
    arguments: [
      ("a", JSONValue.string("a")), ("a b: c", .string("a b: c")), ("12", .integer(12)),
      ("-3", .integer(-3)), ("1.5", .number(1.5)), ("4.0", .integer(4)), ("1e3", .integer(1000)),
      ("true", .bool(true)), ("False", .bool(false)), ("yes", .string("yes")),
      ("2024-01-02", .string("2024-01-02")),
      ("2024-01-02T03:04:05Z", .string("2024-01-02T03:04:05Z")),
      ("007", .string("007")), ("1_000", .string("1_000")), ("+5", .string("+5")),
      ("0.1234567890123456789", .string("0.1234567890123456789")),
      ("9223372036854775807", .integer(.max)), ("1e999", .string("1e999")),
      ("~", .string("")), ("", .string("")), ("\"a # b\"", .string("a # b")),
      ("\"a\\n\\u00e9\\x41\\\"\"", .string("a\n\u{e9}A\"")), ("'it''s'", .string("it's")),
      ("a # comment", .string("a")), ("a#b", .string("a#b")),
      ("https://a.b/c", .string("https://a.b/c")),
      ("日本語", .string("日本語")), ("{{x}", .string("{{x}")), ("-", .string("-")),
    ])
  func scalars(_ text: String, _ value: JSONValue) {
    guard !text.hasPrefix("{") else {
      // A bracket that is never closed is a fault, not a text.
      #expect(fault("key: \(text)") != nil)
      return
    }
    #expect(values("key: \(text)") == ["key": value])
  }

  @Test("keys keep their order and may be quoted or in any script")
  func keys() {
    let found = values("b: 1\n\"a: x\": 2\nключ: 3\nwith space: 4")
    #expect(found.keys == ["b", "a: x", "ключ", "with space"])
  }

  @Test("lists are read in brackets, below their key and without indentation")
  func lists() {
    #expect(values("a: [x, \"y, z\", 3, ]")["a"] == ["x", "y, z", 3])
    #expect(values("a: [x,\n  y]\nb: 1") == ["a": ["x", "y"], "b": 1])
    #expect(
      values("a:\n  - x # one\n  - \"y: z\"\n\n  - 3\nb: 1") == ["a": ["x", "y: z", 3], "b": 1])
    #expect(values("a:\n- x\n- y\nb: 1") == ["a": ["x", "y"], "b": 1])
    #expect(values("a: []\nb:\n  - [1, 2]") == ["a": [], "b": [[1, 2]]])
  }

  @Test("a map is read one level deep and what is deeper is kept as text")
  func maps() {
    #expect(values("a:\n  b: 1\n  c: x\nd: 2") == ["a": ["b": 1, "c": "x"], "d": 2])
    #expect(values("a: {b: 1, c: \"x, y\"}") == ["a": ["b": 1, "c": "x, y"]])
    #expect(values("a:\n  b:\n    c: 1\n    d: 2\ne: 3") == ["a": ["b": "c: 1\nd: 2"], "e": 3])
    #expect(values("a: {b: {c: 1}}") == ["a": ["b": "{c: 1}"]])
    #expect(values("a:\n  - b: 1\n    c: 2\n  - x") == ["a": ["b: 1\nc: 2", "x"]])
  }

  @Test("texts over several lines keep or fold their lines")
  func blocks() {
    #expect(
      values("a: |\n  one\n    two\n\n  three\n\nb: 1") == ["a": "one\n  two\n\nthree", "b": 1])
    #expect(values("a: >-\n  one\n  two\n\n  three") == ["a": "one two\nthree"])
    #expect(values("a: one\n  two\nb: 1") == ["a": "one two", "b": 1])
    #expect(values("a:\n  one\n  two") == ["a": "one two"])
  }

  @Test("comments and empty lines are passed over")
  func comments() {
    #expect(values("# all\n\na: 1\n  # in between\nb: 2") == ["a": 1, "b": 2])
  }

  @Test(
    "a malformed block is told with its reason and stays in the body",
    arguments: [
      ("just words", "'just words' is no 'key: value'"), ("a: 1\na: 2", "the key 'a' stands twice"),
      ("a: 1\n   b: 2\n", "this line is indented under nothing"),
      ("a: \"open", "a quote is never closed"),
      ("a: \"x\" y", "text stands behind a closing quote"),
      ("a: [1, 2", "a bracket is never closed, or text stands behind it"),
      ("a: \"\\q\"", "'\\q' is no escape that a quoted text knows"),
      ("a:\n\tb: 1", "a tab stands where spaces have to"), (": x", "a value without a key"),
      ("a: \"\\0\"", "a text can't hold the NUL character"),
    ])
  func malformed(_ lines: String, _ reason: String) {
    let front = FrontMatter(of: "---\n\(lines)\n---\nbody")
    #expect(front.values.isEmpty)
    #expect(front.bodyStart == 0)
    #expect(front.fault?.reason == reason)
  }

  @Test("a fault names the line of the file")
  func faultLine() {
    #expect(FrontMatter(of: "---\na: 1\nb: 2\nnothing\n---\n").fault?.line == 4)
  }

  @Test("the body begins behind the closing line, whatever the ends of lines are")
  func bodies() {
    for (text, body) in [
      ("---\na: 1\n---\nb", "b"), ("---\r\na: 1\r\n---\r\nb\r\n", "b\r\n"),
      ("---\na: 1\n...\nb", "b"),
      ("---\na: 1\n---", ""), ("---  \na: 1\n--- \n\nb", "\nb"), ("---\n---\nb", "b"),
    ] {
      let front = FrontMatter(of: text)
      #expect(String(text.utf8.dropFirst(front.bodyStart)) == body)
      #expect(front.fault == nil)
    }
    #expect(FrontMatter(of: "---\r\na: x\r\n---\r\n").values == ["a": "x"])
  }

  @Test("a ruler at the top is no front matter, an entry under it that never ends is a fault")
  func rulers() {
    #expect(FrontMatter(of: "---\n\nText\n").fault == nil)
    #expect(FrontMatter(of: "----\na: 1\n---\n").values.isEmpty)
    #expect(FrontMatter(of: "Text\n---\na: 1\n---\n").values.isEmpty)
    #expect(FrontMatter(of: "---\ntitle: x\n\nText\n").fault?.line == 1)
    #expect(FrontMatter(of: "").fault == nil)
    #expect(FrontMatter(of: "---").fault == nil)
  }
}
