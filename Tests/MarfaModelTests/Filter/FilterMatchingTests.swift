import MarfaModel
import Testing

/// What expressions mean, judged over one item in memory.
@Suite struct FilterMatchingTests {
  private func item(
    _ properties: JSONObject = [:], version: Int64 = 5, sourceId: String? = "drive/a.md",
    tier: Tier? = .library, tags: [String] = ["red", "Blue"]
  ) -> Item {
    Item(
      id: "0197a3c2-5b11-7c3e-9d20-6a1f0e4b7c55", type: "core.note.idea", properties: properties,
      state: .active, tier: tier, version: version, schemaVersion: 1, source: "Drive",
      sourceId: sourceId, occurredAt: "2026-03-01T08:00:00.000Z",
      createdAt: "2026-03-02T08:00:00.000Z", updatedAt: "2026-03-03T08:00:00.000Z", tags: tags)
  }

  private func matches(_ filter: String, _ item: Item, edges: [FilterEdge] = []) throws -> Bool {
    try FilterExpression(filter, in: .server).matches(
      FilterItem(item) { asked in
        edges.contains {
          $0.direction == asked.direction && $0.type == asked.type
            && (asked.other == nil || asked.other == $0.other)
        }
      })
  }

  /// Checks a table of `filter: answer` over properties `x` and nothing else.
  private func check(_ value: JSONValue?, _ table: [(String, Bool)]) throws {
    let item = item(value.map { ["x": $0] } ?? [:])
    for (filter, answer) in table {
      let full = "properties.x \(filter)"
      #expect(try matches(full, item) == answer, "\(full) of \(String(describing: value))")
    }
  }

  @Test("columns compare exactly, case and subtypes included")
  func columns() throws {
    let item = item()
    let table: [(String, Bool)] = [
      (#"type eq "core.note""#, false), (#"type eq "core.note.idea""#, true),
      (#"type starts_with "core.note""#, true), (#"source eq "drive""#, false),
      (#"source contains "DRI""#, true), (#"state neq "archived""#, true),
      (#"source_id starts_with "Drive/""#, true), (#"source_id contains "%""#, false),
      (#"source_id contains "_""#, false), (#"tier eq "library""#, true),
      (#"id gt "0197""#, true), (#"source eq 5"#, false),
    ]
    for (filter, answer) in table { #expect(try matches(filter, item) == answer, "\(filter)") }
  }

  @Test("a number beside a column of texts is compared as its text with a point")
  func numbersAsColumnTexts() throws {
    #expect(try matches("source_id eq 5", item(sourceId: "5.0")))
    #expect(try !matches("source_id eq 5", item(sourceId: "5")))
    #expect(try matches("source_id eq true", item(sourceId: "1.0")))
    #expect(try matches("source_id contains 5", item(sourceId: "15")))
    #expect(try matches("source_id contains true", item(sourceId: "is True")))
    let large = "1" + String(repeating: "0", count: 20)
    #expect(try matches("source_id eq \(large)", item(sourceId: "1.0e+20")))
    #expect(try matches("source_id contains \(large)", item(sourceId: large)))
  }

  @Test("an absent column fulfils no comparison, not even neq")
  func absentColumn() throws {
    for filter in [#"source_id eq "a""#, #"source_id neq "a""#, #"source_id contains """#] {
      #expect(try !matches(filter, item(sourceId: nil)), "\(filter)")
    }
    #expect(try !matches(#"tier neq "feed""#, item(tier: nil)))
  }

  @Test("the version compares as a number with numbers and with texts that spell one")
  func version() throws {
    let table: [(String, Bool)] = [
      ("eq 5", true), ("eq \"5\"", true), ("eq \" 5.0 \"", true), ("gt 4.5", true),
      ("eq true", false), ("lt \"abc\"", true), ("gt \"abc\"", false), ("neq \"abc\"", true),
      ("contains 5", true), ("starts_with \"6\"", false), ("lte \"1e1\"", true),
    ]
    for (filter, answer) in table {
      #expect(try matches("version \(filter)", item()) == answer, "\(filter)")
    }
    #expect(try !matches("version eq 9007199254740992", item(version: 9_007_199_254_740_993)))
    #expect(try matches("version gt 9007199254740992", item(version: 9_007_199_254_740_993)))
    #expect(try matches("version lt 9223372036854775808", item(version: .max)))
  }

  @Test("times compare as instants, and as text for contains and starts_with")
  func times() throws {
    #expect(try matches(#"occurred_at eq "2026-03-01T10:00+02:00""#, item()))
    #expect(try matches(#"created_at gt "2026-03-02""#, item()))
    #expect(try !matches(#"updated_at lt "2026-03-03T08:00:00.000Z""#, item()))
    #expect(try matches(#"updated_at contains "t08""#, item()))
    #expect(try matches("updated_at starts_with 2026", item()))
  }

  @Test("a number property compares as a double, whatever the whole number's spelling")
  func numberProperty() throws {
    try check(
      5,
      [
        ("eq 5", true), ("eq 5.0", true), ("neq 5", false), ("gt 4", true), ("lte 5", true),
        ("eq \"5\"", false), ("neq \"5\"", true), ("lt \"4\"", true), ("gt \"4\"", false),
        ("contains 5", true), ("contains \"5\"", true), ("starts_with \"5.\"", false),
        ("exists", true), ("not_exists", false),
      ])
    try check(
      9_007_199_254_740_993,
      [
        ("eq 9007199254740992", true), ("eq 9007199254740993", true),
        ("gte 9007199254740992", true), ("lte 9007199254740992", true),
        ("gt 9007199254740992", false),
      ])
    try check(.number(0.5), [("contains \"0.5\"", true), ("eq 0.5", true), ("lt 0.51", true)])
    try check(.number(-0.0), [("eq 0", true), ("eq -0", true), ("lt 0", false)])
  }

  @Test("a truth value is 1 or 0")
  func truthProperty() throws {
    try check(
      true,
      [
        ("eq true", true), ("eq 1", true), ("eq false", false), ("gt 0", true),
        ("eq \"true\"", false), ("neq \"true\"", true), ("contains \"1\"", true),
        ("contains true", false),
      ])
    try check(false, [("eq 0", true), ("neq true", true), ("exists", true)])
  }

  @Test("a text property never equals a number, but orders by the number it begins with")
  func textProperty() throws {
    try check(
      "10",
      [
        ("eq 10", false), ("neq 10", true), ("gt 4", true), ("gt \"4\"", false),
        ("eq \"10\"", true), ("contains 1", true),
      ])
    try check("abc", [("lt 4", true), ("gte 0", true), ("eq 0", false), ("gt \"abb\"", true)])
    try check(" \n-2.5e1x", [("eq -25", false), ("lte -25", true), ("gte -25", true)])
    try check("5 apples", [("gt 4", true), ("lt 6", true)])
    try check("1e", [("gte 1", true), ("lte 1", true)])
    try check(".5", [("gte 0.5", true)])
    try check("-.", [("gte 0", true), ("lte 0", true)])
    try check("Straße 100%", [("contains \"STRASSE\"", false), ("contains \"STRA\"", true)])
    try check("aabaabaaab", [("contains \"aabaaa\"", true), ("contains \"abab\"", false)])
    try check("100%", [("contains \"0%\"", true), ("contains \"_\"", false)])
    try check("", [("exists", true), ("contains \"\"", true), ("eq \"\"", true), ("lt 1", true)])
  }

  @Test("texts compare by bytes, so a composed and a decomposed spelling differ")
  func bytes() throws {
    try check("é", [("eq \"e\u{301}\"", false), ("neq \"e\u{301}\"", true), ("gt \"z\"", true)])
    try check("É", [("contains \"é\"", false)])
  }

  @Test("a list or object is its JSON text, numbers spelled as ECMAScript does")
  func listProperty() throws {
    try check(
      [1, 2.5, "a", .number(1e20)],
      [
        (#"eq "[1,2.5,\"a\",100000000000000000000]""#, true), ("eq 1", false), ("neq 1", true),
        ("lt 1", true), ("gte 0", true), (#"contains "\"A\"""#, true),
        ("contains 100000000000000000000", true), ("exists", true),
      ])
    try check(["k": nil], [(#"eq "{\"k\":null}""#, true), ("starts_with \"{\"", true)])
  }

  @Test("an absent or null property fulfils only not_exists")
  func absentProperty() throws {
    for value in [nil, JSONValue.null] {
      try check(
        value,
        [
          ("exists", false), ("not_exists", true), ("eq 0", false), ("neq 0", false),
          ("lt 1", false), ("neq \"a\"", false), ("contains \"\"", false), ("eq \"null\"", false),
        ])
    }
  }

  @Test("a tag is matched whole, with its case, and never by a number")
  func tags() throws {
    let table: [(String, Bool)] = [
      ("tags contains \"red\"", true), ("tags contains \"re\"", false),
      ("tags contains \"blue\"", false), ("tags exists", true), ("tags not_exists", false),
    ]
    for (filter, answer) in table { #expect(try matches(filter, item()) == answer, "\(filter)") }
    #expect(try !matches("tags contains 5", item(tags: ["5", "5.0"])))
    #expect(try !matches("tags contains true", item(tags: ["true", "1.0"])))
    #expect(try matches("tags not_exists", item(tags: [])))
  }

  @Test("an edge condition asks for some or no edge of the type, at the end it names")
  func edges() throws {
    let held = [
      FilterEdge(direction: .outbound, type: "references", other: "a"),
      FilterEdge(direction: .inbound, type: "parent-of", other: "b"),
    ]
    let table: [(String, Bool)] = [
      ("edge[references] exists", true), ("edge[references] eq \"a\"", true),
      ("edge[references] neq \"a\"", false), ("edge[references] neq \"c\"", true),
      ("edge[parent-of] exists", false), ("edge[parent-of] neq \"b\"", true),
      ("backref[parent-of] eq \"b\"", true), ("backref[references] not_exists", true),
    ]
    for (filter, answer) in table {
      #expect(try matches(filter, item(), edges: held) == answer, "\(filter)")
    }
  }

  @Test("AND needs every condition, OR needs one")
  func joined() throws {
    let item = item(["a": 1])
    #expect(try matches("properties.a eq 1 AND tags exists", item))
    #expect(try !matches("properties.a eq 2 AND tags exists", item))
    #expect(try matches("properties.a eq 2 OR tags exists", item))
    #expect(try !matches("properties.a eq 2 OR tags not_exists", item))
  }
}
