import Testing

@testable import MarfaHTTP

@Suite("Targets, paths and queries")
struct RequestTargetTests {
  @Test(
    "a target parts at its first question mark and keeps its escapes",
    arguments: [
      ("/", "/", ""), ("/a/b", "/a/b", ""), ("/a?b=c", "/a", "b=c"), ("/a?", "/a", ""),
      ("/a?b?c", "/a", "b?c"), ("/%2F%3f?x=%3F", "/%2F%3f", "x=%3F"), ("*", "*", ""),
      ("http://h:80/a?b", "/a", "b"), ("http://h", "/", ""), ("http://h?x", "/", "x"), ("", "", ""),
      ("?", "", ""), ("noslash", "noslash", ""), ("//double//slash", "//double//slash", ""),
    ])
  func parts(raw: String, path: String, query: String) {
    let target = RequestTarget(raw)
    #expect(target.raw == raw)
    #expect(target.path == path)
    #expect(target.rawQuery == query)
  }

  @Test("a query keeps order and repeats, and decodes both sides")
  func query() {
    let request = HTTPRequest(
      target: "/?tag=b&tag=a&empty=&bare&&=novalue&a%20b=c+d%2B&e=f=g&edge%5Btype%5D=x")
    let pairs = request.query.map { "\($0.name)→\($0.value)" }
    #expect(
      pairs == [
        "tag→b", "tag→a", "empty→", "bare→", "→novalue", "a b→c d+", "e→f=g", "edge[type]→x",
      ])
  }

  @Test(
    "a query decodes odd escapes as browsers do",
    arguments: [
      ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%%41", "%A"), ("%C3%A4", "ä"),
      ("%c3", "\u{FFFD}"),
      ("%FF%FE", "\u{FFFD}\u{FFFD}"), ("%00", "\0"), ("+", " "), ("%2B", "+"), ("ä", "ä"),
      ("%41%", "A%"), ("%E2%82", "\u{FFFD}"),
    ])
  func oddEscapes(raw: String, decoded: String) {
    #expect(RequestTarget.pairs(inQuery: "k=\(raw)").first?.value == decoded)
  }

  @Test(
    "a path part decodes exactly or not at all",
    arguments: [
      ("plain", "plain"), ("a%2Fb", "a/b"), ("a+b", "a+b"), ("%C3%A4", "ä"), ("%", nil),
      ("%4", nil),
      ("%g1", nil), ("%FF", nil), ("%C3", nil), ("", ""), ("%00", "\0"),
    ] as [(String, String?)])
  func exactDecoding(raw: String, decoded: String?) {
    #expect(PercentEncoding.decode(raw) == decoded)
    #expect(PercentEncoding.decode(Substring(raw)) == decoded)
  }
}
