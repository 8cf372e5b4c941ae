import MarfaModel
import Testing

/// The grammar of filter expressions: what is read, and what is refused with which words.
@Suite struct FilterGrammarTests {
  private func parse(_ text: String) throws -> FilterExpression {
    try FilterExpression(text, in: .server)
  }

  /// The message of the refusal, once its code was checked.
  private func refusal(_ text: String, _ scope: FilterScope = .server) -> String? {
    let error = #expect(throws: MarfaError.self) { try FilterExpression(text, in: scope) }
    guard case .validation(code: "validation_error", let message) = error else {
      Issue.record("\(text) gave \(String(describing: error))")
      return nil
    }
    return message
  }

  @Test("one condition of each kind of field reads as written")
  func oneOfEach() throws {
    let cases: [(String, FilterCondition)] = [
      (#"type eq "core.note""#, .column(.type, .equal, .text("core.note"))),
      ("version gte 3", .column(.version, .greaterOrEqual, .number(3))),
      ("properties.rating lt -1.5", .property("rating", .less, .number(-1.5))),
      ("properties.done eq true", .property("done", .equal, .bool(true))),
      ("properties._x9 exists", .propertyPresence("_x9", present: true)),
      ("properties.x not_exists", .propertyPresence("x", present: false)),
      (#"tags contains "a b""#, .tag(.text("a b"))),
      ("tags not_exists", .tagPresence(present: false)),
      (
        #"edge[references] eq "i1""#,
        .edge(FilterEdge(direction: .outbound, type: "references", other: "i1"), present: true)
      ),
      (
        #"backref[parent-of] neq "i1""#,
        .edge(FilterEdge(direction: .inbound, type: "parent-of", other: "i1"), present: false)
      ),
      (
        "edge[x.y/z] exists",
        .edge(FilterEdge(direction: .outbound, type: "x.y/z", other: nil), present: true)
      ),
    ]
    for (text, condition) in cases {
      #expect(try parse(text).conditions == [condition], "\(text)")
    }
  }

  @Test("every operator of every field is taken or refused as the table says")
  func operators() {
    let values = FilterOperator.allCases.map(\.rawValue)
    let presence = ["exists", "not_exists"]
    let table: [(String, [String])] =
      FilterColumn.allCases.map { ($0.rawValue, values) } + [
        ("properties.x", values + presence), ("tags", ["contains"] + presence),
        ("edge[t]", ["eq", "neq"] + presence), ("backref[t]", ["eq", "neq"] + presence),
      ]
    for (field, taken) in table {
      for word in values + presence {
        let text = presence.contains(word) ? "\(field) \(word)" : "\(field) \(word) \"2026\""
        if taken.contains(word) {
          #expect(throws: Never.self) { try parse(text) }
        } else {
          #expect(refusal(text)?.contains("\(word) at position") == true)
        }
      }
    }
  }

  @Test("a text keeps every backslash but the one before a quote")
  func escapes() throws {
    let cases = [
      (#""""#, ""), (#""a\"b""#, #"a"b"#), (#""a\b""#, #"a\b"#), (#""a\\b""#, #"a\\b"#),
      (#""\n%_""#, #"\n%_"#), ("\"one\ntwo\"", "one\ntwo"), ("\"👩‍👩‍👧\"", "👩‍👩‍👧"),
    ]
    for (spelled, text) in cases {
      #expect(
        try parse("source eq \(spelled)").conditions == [.column(.source, .equal, .text(text))])
    }
    #expect(refusal(#"source eq "a\""#)?.contains("no closing quote") == true)
  }

  @Test("numbers have an optional sign and fraction, no exponent, and must be finite")
  func numbers() throws {
    for (spelled, value) in [("5", 5.0), ("-5", -5), ("5.", 5), ("0.25", 0.25), ("007", 7)] {
      #expect(
        try parse("version eq \(spelled)").conditions == [.column(.version, .equal, .number(value))]
      )
    }
    let largest = "1" + String(repeating: "0", count: 308)
    #expect(throws: Never.self) { try parse("version lt \(largest)") }
    #expect(refusal("version lt \(largest)0")?.contains("out of range") == true)
    for wrong in ["1e5", "+5", "-", ".5", "1.2.3", "0x10"] {
      #expect(refusal("version eq \(wrong)") != nil, "\(wrong)")
    }
  }

  @Test("space and tab separate, and may be left out where a token ends by itself")
  func separators() throws {
    let spaced = try parse(#"type eq "a" AND version gt 5 AND edge[t] exists"#)
    #expect(try parse("\t type\teq\"a\"AND version gt 5AND\tedge[t]  exists ") == spaced)
    for wrong in ["type eq\n\"a\"", "type eq\u{A0}\"a\"", "edge[t]exists", "edge[t]\u{FEFF}exists"]
    {
      #expect(refusal(wrong) != nil, "\(wrong.debugDescription)")
    }
    // U+0085 is no white space here, so it belongs to the edge type.
    #expect(
      try parse("edge[t\u{85}] exists").edges
        == [FilterEdge(direction: .outbound, type: "t\u{85}", other: nil)])
  }

  @Test("conditions are joined by AND or by OR in capitals, never both")
  func joiners() throws {
    #expect(try parse("tags exists AND tags exists").joiner == .and)
    #expect(try parse("tags exists OR tags exists").joiner == .or)
    #expect(try parse("tags exists").joiner == .and)
    #expect(
      refusal("tags exists OR tags exists AND tags exists")?.contains("mixed with OR") == true)
    #expect(refusal("tags exists and tags exists")?.contains("in capitals") == true)
    #expect(refusal("tags exists AND")?.contains("condition must follow") == true)
    #expect(refusal("tags exists tags exists") != nil)
    #expect(refusal("(tags exists)")?.contains("parenthes") == true)
  }

  @Test("2,048 UTF-16 units and ten conditions are read, one more is refused")
  func limits() throws {
    func text(_ length: Int, _ filler: String) -> String {
      let frame = #"source eq """#.utf16.count
      let count = (length - frame) / filler.utf16.count
      return "source eq \"\(String(repeating: filler, count: count))\""
        + String(repeating: " ", count: (length - frame) % filler.utf16.count)
    }
    for filler in ["a", "é", "🙂"] {
      #expect(throws: Never.self) { try parse(text(2048, filler)) }
      #expect(refusal(text(2049, filler))?.contains("2049 characters long") == true)
    }
    #expect(refusal(String(repeating: " ", count: 1_000_000)) != nil)
    func conditions(_ count: Int, _ word: String) -> String {
      Array(repeating: "tags exists", count: count).joined(separator: " \(word) ")
    }
    for word in ["AND", "OR"] {
      #expect(try parse(conditions(10, word)).conditions.count == 10)
      #expect(refusal(conditions(11, word))?.contains("11 conditions") == true)
    }
  }

  @Test("a comparison with null names not_exists for a property and no presence for a column")
  func nulls() throws {
    for word in FilterOperator.allCases.map(\.rawValue) {
      #expect(refusal("properties.x \(word) null")?.contains("properties.x not_exists") == true)
      let column = refusal("source_id \(word) null")
      #expect(column?.contains("null") == true)
      #expect(column?.contains("exists") == false)
    }
    #expect(refusal("tags contains null") != nil)
    #expect(refusal("edge[t] eq null") != nil)
    #expect(try parse(#"source eq "null""#).conditions == [.column(.source, .equal, .text("null"))])
  }

  @Test("a time's comparison takes an instant in any spelling and keeps its canonical form")
  func times() throws {
    let same = ["2026-03-01T09:30:00+01:30", "2026-03-01T08:00:00.0009Z", "2026-03-01T08:00"]
    for column in [FilterColumn.createdAt, .updatedAt, .occurredAt] {
      for spelled in same {
        #expect(
          try parse("\(column.rawValue) gte \"\(spelled)\"").conditions
            == [.column(column, .greaterOrEqual, .text("2026-03-01T08:00:00.000Z"))])
      }
      for word in ["eq", "neq", "gt", "gte", "lt", "lte"] {
        for value in ["\"soon\"", "\"\"", "2026", "true", "\"2026-02-30\""] {
          #expect(
            refusal("\(column.rawValue) \(word) \(value)")?.contains("date or a time") == true)
        }
      }
      #expect(
        try parse("\(column.rawValue) contains \"soon\"").conditions
          == [.column(column, .contains, .text("soon"))])
      #expect(throws: Never.self) { try parse("\(column.rawValue) starts_with 2026") }
    }
  }

  @Test("what is not in the language is refused with its place in UTF-16 units")
  func places() {
    let cases = [
      ("", "empty"), (" \t", "empty"),
      (#"source eq "🙂" AND color eq 1"#, "color at position 19 is not a field"),
      (#"source eq "🙂" & tags exists"#, "& at position 15"),
      ("🙂 eq 1", "🙂 at position 0"), ("source", "position 6 where an operator"),
      ("source eq", "position 9 where a value"), ("source is 1", "is at position 7"),
      ("source eq note", "double quotes"), ("source eq edge[t]", "edge[t] at position 10"),
      ("properties.a.b eq 1", "reaches into"), ("properties. eq 1", "property's name"),
      ("properties.9a eq 1", "property's name"), ("properties eq 1", "not a field"),
      ("properties.a-b eq 1", "hyphen"), ("\"a\" eq 1", "stands where a field must"),
      ("5 eq 1", "stands where a field must"), ("source eq 'a'", "single quote"),
      ("edge[] exists", "not written as edge[type]"), ("edge[a]b] exists", "not written as"),
      ("edge[a exists", "not written as"), ("edge exists", "not a field"),
      ("source\neq 1", "U+000A"), ("tags contains", "value must follow"),
      ("STATE eq \"active\"", "STATE at position 0"), ("tags exists \"a\"", "must be AND or OR"),
    ]
    for (text, words) in cases {
      let message = refusal(text)
      #expect(message?.contains(words) == true, "\(text): \(message ?? "")")
    }
  }

  @Test("a copy refuses backref as invalid, but only once the grammar is sound")
  func backref() {
    let error = #expect(throws: MarfaError.self) {
      try FilterExpression("tags exists AND backref[t] not_exists", in: .copy)
    }
    guard case .invalid(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("backref[t]"))
    #expect(refusal("backref[t] exists AND", .copy) != nil)
    #expect(throws: Never.self) { try FilterExpression("edge[t] exists", in: .copy) }
  }

  @Test("short edge conditions join by AND, refuse OR beside them and a backslash in them")
  func shorthand() throws {
    let edge = FilterEdge(direction: .outbound, type: "t", other: #"a"b"#)
    #expect(try FilterExpression(edges: [edge]).conditions == [.edge(edge, present: true)])
    var both = try parse("tags exists")
    try both.narrow(by: [edge])
    #expect(both.conditions == [.tagPresence(present: true), .edge(edge, present: true)])
    var either = try parse("tags exists OR tags not_exists")
    #expect(throws: MarfaError.self) { try either.narrow(by: [edge]) }
    let slashed = FilterEdge(direction: .inbound, type: "t", other: #"a\"#)
    #expect(throws: MarfaError.self) { try FilterExpression(edges: [slashed]) }
    #expect(throws: MarfaError.self) { try both.narrow(by: [slashed]) }
  }
}
