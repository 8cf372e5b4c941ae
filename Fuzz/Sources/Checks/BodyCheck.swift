import MarfaModel

/// Reads the links and embeds of a body.
public enum BodyCheck: Check {
  public static let name = "body"

  public static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    let body = String(decoding: bytes, as: UTF8.self)
    let reader = BodyReader(body)
    for link in reader.links + reader.embeds {
      require(!link.name.isEmpty, "a reference names nothing")
      require(!link.text.utf8.contains(0x0A), "a reference goes over lines")
      _ = ItemName.folded(link.name)
    }
    require(Set(reader.links.map { Array($0.text.utf8) }).count == reader.links.count, "twice")
    require(reader.links.allSatisfy { $0.text.utf8.first != UInt8(ascii: "#") }, "a heading")
  }

  public static let shapes: [Shape] = [
    Shape("links", start: 4096) { (0..<$0).map { "text [[Note \($0)|n]] and\n" }.joined() },
    Shape("paragraph with links", start: 4096) { (0..<$0).map { "[[Note \($0)]] " }.joined() },
    Shape("openings", repeating: "[["), Shape("images", repeating: "![a]("),
    Shape("image openings", repeating: "![", after: "[[a]]"),
    Shape("open angles", repeating: "![a](<"), Shape("titles", repeating: "![a](b \"c"),
    Shape("spaces", repeating: "![a](b c "),
    Shape("backticks of all lengths", start: 64) { count in
      "[[a]] " + (1...count).map { String(repeating: "`", count: $0 % 512) + " " }.joined()
    },
    Shape("single backticks", repeating: "` `` ", after: "[[a]]"),
    Shape("comments", repeating: "%%", after: "[[a]]"),
    Shape("open comments", repeating: "<!-- %% ", after: "[[a]]"),
    Shape("comments over lines", repeating: "%%\n%% `\n", after: "[[a]]"),
    Shape("quotations", repeating: ">", after: "[[a]]\n"),
    Shape("quoted lines", repeating: "> > > > - [[a]]\n"),
    Shape("lists", repeating: "- ", after: "[[a]]\n"),
    Shape("fences", repeating: "```\n", after: "[[a]]\n"),
    Shape("blank lines in an item", repeating: "\n", after: "- [[a]]\n"),
    Shape("tabs", repeating: "\t", after: "[[a]]\n"),
    Shape("parentheses", repeating: "(", after: "[[a]]![a]("),
    Shape("backslashes", repeating: "\\", after: "[[a"),
    Shape("rules", repeating: "* ", after: "[[a]]\n"),
    Shape("lone marks of a list", repeating: "1", after: "[[a]]\n"),
  ]
}
