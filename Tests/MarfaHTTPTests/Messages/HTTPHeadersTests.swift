import Testing

@testable import MarfaHTTP

@Suite("Header fields")
struct HTTPHeadersTests {
  @Test("a name is found in any letter case, and the first of several wins")
  func caseAndOrder() {
    var headers: HTTPHeaders = ["Accept": "a", "X-Two": "1", "aCCept": "b"]
    headers.add("x-two", "2")
    #expect(headers["ACCEPT"] == "a")
    #expect(headers.all("accept") == ["a", "b"])
    #expect(headers.all("X-TWO") == ["1", "2"])
    #expect(headers["missing"] == nil)
    #expect(headers.count == 4)
    #expect(headers.fields.map(\.name) == ["Accept", "X-Two", "aCCept", "x-two"])
  }

  @Test("setting replaces every field of the name, nil removes them")
  func setting() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    headers["A"] = "9"
    #expect(headers.fields.map(\.value) == ["2", "9"])
    headers["b"] = nil
    #expect(headers.fields.map(\.value) == ["9"])
    #expect(!headers.contains("B"))
    headers.remove("nothing of that name")
    #expect(headers.count == 1)
  }

  @Test(
    "a value can never end its line: control bytes become spaces",
    arguments: [
      ("a\r\nX-Evil: 1", "a  X-Evil: 1"), ("a\nb", "a b"), ("a\rb", "a b"), ("a\0b", "a b"),
      ("a\u{7F}b", "a b"), ("tab\tstays", "tab\tstays"), ("ümlaut", "ümlaut"), ("", ""),
    ])
  func cleaning(value: String, expected: String) {
    var headers = HTTPHeaders()
    #expect(headers.add("X", value) == true)
    #expect(headers["X"] == expected)
  }

  @Test(
    "a name that is not a token is left out",
    arguments: ["", "a b", "a:", "a\r\nb", "ä", "a\0", "(a)", "a\u{7F}"])
  func badNames(name: String) {
    var headers = HTTPHeaders()
    #expect(headers.add(name, "value") == false)
    #expect(headers.isEmpty)
  }

  @Test("names of equal length that differ only outside letters are different")
  func caseFoldsLettersOnly() {
    // 0x40/0x60 and 0x5B/0x7B differ in the same bit as letters of two cases.
    let headers: HTTPHeaders = ["a^b": "1"]
    #expect(headers["a~b"] == nil)
    #expect(headers["A^B"] == "1")
  }

  @Test("long names and values come back whole")
  func long() {
    let name = String(repeating: "n", count: 300)
    let value = String(repeating: "v", count: 70_000)
    let headers: HTTPHeaders = ["before": "1", name: value, "after": "2"]
    #expect(headers[name] == value)
    #expect(headers["after"] == "2")
  }
}
