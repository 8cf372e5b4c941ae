import MarfaModel
import Resilience

/// A seeded source of items and expressions that often meet.
struct FilterSamples {
  private var source: SeededGenerator

  init(seed: UInt64) { source = SeededGenerator(seed: seed) }

  // MARK: Items

  /// Item number `place`, its edges included; ids are in the order of their numbers.
  mutating func item(_ place: Int) -> FilterSample {
    var properties: JSONObject = [:]
    for name in ["a", "b", "c_1"] where chance(4, of: 5) { properties[name] = value() }
    var sample = FilterSample(
      Self.item(
        id: "item\(1000 + place)", type: pick(["core.note", "core.task", "x.y"]),
        properties: properties, version: Int64(below(12)),
        source: pick(["drive", "Drive", "mail"]),
        sourceId: chance(3, of: 4) ? pick(Self.texts) : nil,
        tier: pick([.library, .feed, nil]),
        occurredAt: time(),
        tags: Array(["red", "RED", "5", "5.0", "ä"].filter { _ in chance(1, of: 3) })))
    for _ in 0..<below(3) {
      sample.outbound.append((pick(["references", "t"]), pick(["x", "y", "5.0"])))
    }
    for _ in 0..<below(3) {
      sample.inbound.append((pick(["references", "t"]), pick(["x", "y", "1.0"])))
    }
    return sample
  }

  static func item(
    id: String, type: String = "core.note", properties: JSONObject = [:], version: Int64 = 1,
    source: String = "s", sourceId: String? = nil, tier: Tier? = nil,
    occurredAt: String = "2026-03-01T08:00:00.000Z", tags: [String] = []
  ) -> Item {
    Item(
      id: id, type: type, properties: properties, state: .active, tier: tier, version: version,
      schemaVersion: 1, source: source, sourceId: sourceId, occurredAt: occurredAt,
      createdAt: "2026-03-02T08:00:00.000Z", updatedAt: "2026-03-03T08:00:00.000Z", tags: tags)
  }

  private mutating func value() -> JSONValue {
    switch below(10) {
    case 0: .null
    case 1: .bool(chance(1, of: 2))
    case 2, 3: .integer(Int64(below(12)) - 3)
    case 4: .number(number())
    case 5: .array([.string(pick(Self.texts)), .number(number()), .integer(5)])
    case 6: .object(["k": .string(pick(Self.texts)), "a": .bool(true)])
    default: .string(pick(Self.texts))
    }
  }

  private mutating func number() -> Double {
    pick([0.5, -0.5, 0.1, 1.0 / 3, 1e20, 1e21, 1e-7, 123456789.125, -2.5, 1e300, 5e15])
  }

  private mutating func time() -> String {
    "2026-03-0\(1 + below(4))T0\(below(3)):00:00.000Z"
  }

  // MARK: Expressions

  mutating func expression() -> String {
    let word = pick([" AND ", " OR "])
    return (0...below(4)).map { _ in condition() }.joined(separator: word)
  }

  private mutating func condition() -> String {
    switch below(10) {
    case 0...4:
      let field = "properties.\(pick(["a", "b", "c_1", "none"]))"
      if chance(1, of: 6) { return "\(field) \(pick(["exists", "not_exists"]))" }
      return "\(field) \(comparison()) \(literal())"
    case 5:
      return
        "\(pick(["type", "source", "source_id", "tier", "id", "state"])) \(comparison()) \(literal())"
    case 6: return "version \(comparison()) \(literal())"
    case 7:
      let comparison = comparison()
      let looks = ["contains", "starts_with"].contains(comparison)
      let text = looks ? pick(["2026", "T08", "-03-0", "z"]) : time()
      return "\(pick(["occurred_at", "created_at"])) \(comparison) \"\(text)\""
    case 8:
      return "tags " + pick(["exists", "not_exists", "contains \(literal())", "contains \"red\""])
    default:
      let edge = "\(pick(["edge", "backref"]))[\(pick(["references", "t", "none"]))]"
      let test = pick(["exists", "not_exists", "eq \(literal())", "neq \"x\"", "eq \"y\""])
      return "\(edge) \(test)"
    }
  }

  private mutating func comparison() -> String { pick(FilterOperator.allCases).rawValue }

  private mutating func literal() -> String {
    switch below(5) {
    case 0, 1: return "\"\(pick(Self.texts).replacingQuotes())\""
    case 2: return pick(["true", "false"])
    case 3: return pick(Self.numbers)
    default: return String(below(12) - 3)
    }
  }

  // MARK: Values

  private static let texts = [
    "", "a", "A", "abc", "core.note", "5", "5.0", "10", " 7 ", "-2.5e1x", "1e400", ".5", "-.", "é",
    "e\u{301}", "É", "100%", "a_b", #"back\slash"#, #"qu"ote"#, "🙂", "\u{FFFE}", "\u{FFFF}",
    "0.5", "true", "1.0", "1.0e+20", "[\"a\"", "red", "x", "line\nend",
  ]

  private static let numbers = [
    "0.5", "-0.5", "0.1", "0.3333333333333333", "100000000000000000000", "0.0000001",
    "123456789.125",
    "5.", "-0", "9007199254740993",
  ]

  static let borderValues: [JSONValue?] =
    texts.map { .string($0) } + [
      nil, .null, true, false, 0, 1, -1, 5, .integer(.max), .integer(.min),
      9_007_199_254_740_992, 9_007_199_254_740_993, .number(-0.0), .number(0.5), .number(0.1),
      .number(1.0 / 3), .number(1e20), .number(1e21), .number(1e22), .number(1e-6), .number(1e-7),
      .number(9.223372036854775807e18), .number(1.7976931348623157e308),
      .number(2.2250738585072014e-308), .number(123_456_789_012_345_680), .number(0.1 + 0.2), [],
      [:],
      [1, .number(0.5), nil], ["a": ["b": "c"]],
    ]

  static let borderLiterals: [String] =
    texts.map { "\"\($0.replacingQuotes())\"" } + numbers + [
      "true", "false", "0", "1", "5", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "9007199254740992", "1000000000000000000000",
      "10000000000000000000000", "0.000001", "123456789012345680", "0.30000000000000004",
      "1" + String(repeating: "0", count: 308),
    ]

  // MARK: Chance

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &source) }

  private mutating func chance(_ count: Int, of all: Int) -> Bool { below(all) < count }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}

extension String {
  fileprivate func replacingQuotes() -> String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
