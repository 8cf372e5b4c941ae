import MarfaModel
import Testing

@Suite("Values of each kind of field")
struct FieldValueTests {
  /// Whether a value fits a field.
  private func fits(_ value: JSONValue, _ field: JSONObject) throws -> Bool {
    let catalog = try register(type(["x": .object(field)]))
    let rules = PropertyRules(try catalog.typeForWriting("app.shop.order"))
    let refused = refusal { () throws(RuleRefusal) in _ = try rules.creating(["x": value]) }
    #expect(refused == nil || refused?.fields == ["x"])
    return refused == nil
  }

  @Test("a string is any text without U+0000 up to its length in UTF-16 units")
  func strings() throws {
    let string: JSONObject = ["type": "string"]
    #expect(try fits("", string))
    #expect(try fits("👩‍👩‍👧‍👦 <b>\u{202E}\n", string))
    #expect(try !fits("a\u{0}b", string))
    #expect(try !fits(1, string))
    #expect(try !fits(["a"], string))
    #expect(try fits(.string(String(repeating: "é", count: 100_000)), string))
    #expect(try !fits(.string(String(repeating: "é", count: 100_001)), string))
    let short: JSONObject = ["type": "string", "maxLength": 4]
    #expect(try fits("👍👍", short))
    #expect(try !fits("👍👍.", short))
  }

  @Test("numbers, whole numbers and truth values are their own JSON kinds")
  func numbers() throws {
    for value in [1, -1.5, 1e300] as [JSONValue] { #expect(try fits(value, ["type": "number"])) }
    for value in ["1", true, .number(.infinity), .number(.nan)] as [JSONValue] {
      #expect(try !fits(value, ["type": "number"]))
    }
    for value in [0, 9_007_199_254_740_991, -9_007_199_254_740_991] as [JSONValue] {
      #expect(try fits(value, ["type": "integer"]))
    }
    for value in [0.5, 9_007_199_254_740_992, 1e300, "1", .integer(.min)] as [JSONValue] {
      #expect(try !fits(value, ["type": "integer"]))
    }
    #expect(try fits(true, ["type": "boolean"]))
    #expect(try !fits(0, ["type": "boolean"]))
    #expect(try !fits("true", ["type": "boolean"]))
  }

  @Test("an array is counted and its elements are not judged; an object is an object")
  func containers() throws {
    let list: JSONObject = ["type": "array", "items_type": "string"]
    #expect(try fits([1, nil, "a"], list))
    #expect(try !fits("a", list))
    #expect(try fits(.array(Array(repeating: 1, count: 10_000)), list))
    #expect(try !fits(.array(Array(repeating: 1, count: 10_001)), list))
    let pair: JSONObject = ["type": "array", "items_type": "string", "maxItems": 2]
    #expect(try fits([1, 2], pair))
    #expect(try !fits([1, 2, 3], pair))
    #expect(try fits([:], ["type": "object"]))
    #expect(try !fits([], ["type": "object"]))
  }

  @Test("an enum takes its words only")
  func enums() throws {
    let field: JSONObject = ["type": "enum", "enum_values": ["low", "high"]]
    #expect(try fits("low", field))
    for value in ["Low", "", 1, ["low"]] as [JSONValue] { #expect(try !fits(value, field)) }
  }

  @Test(
    "an email address by the practical grammar",
    arguments: [
      ("a@b.co", true), ("first.last+tag@sub.example.org", true), ("o'neill@ex-ample.com", true),
      ("a_@b.co", true), ("a-@b-.co", true), ("1@2.co", true), ("a+@b.co", true),
      ("", false), ("a", false), ("@b.co", false), ("a@", false), ("a@b", false),
      ("a@b.c", false), (".a@b.co", false), ("a.@b.co", false), ("a'@b.co", false),
      ("a..b@c.co", false), ("a@b..co", false), ("a@-b.co", false), ("a@b.c0", false),
      ("a@b@c.co", false), ("ä@b.co", false), ("a@bö.co", false), ("a b@c.co", false),
      (" a@b.co", false), ("a@b.co\n", false),
    ])
  func emails(text: String, valid: Bool) throws {
    #expect(try fits(.string(text), ["type": "email"]) == valid)
  }

  @Test(
    "a date is a day that exists",
    arguments: [
      ("2026-03-01", true), ("0000-02-29", true), ("2024-02-29", true), ("2000-02-29", true),
      ("9999-12-31", true), ("1900-02-29", false), ("2023-02-29", false), ("2026-13-01", false),
      ("2026-00-01", false), ("2026-04-31", false), ("2026-01-00", false), ("2026-3-1", false),
      ("26-03-01", false), ("2026-03-01T00:00:00Z", false), ("2026-03-01 ", false),
      ("２026-03-01", false), ("", false), ("-026-03-01", false),
    ])
  func dates(text: String, valid: Bool) throws {
    #expect(try fits(.string(text), ["type": "date"]) == valid)
  }

  @Test(
    "a datetime is a day, or a time with its zone",
    arguments: [
      ("2026-03-01", true), ("2026-03-01T08:00Z", true), ("2026-03-01T08:00:59Z", true),
      ("2026-03-01T08:00:00.123456789Z", true), ("2026-03-01T23:59:59+23:59", true),
      ("2026-03-01T08:00-05:30", true), ("2026-03-01T08:00:00", false),
      ("2026-03-01t08:00:00Z", false), ("2026-03-01T08:00:00z", false),
      ("2026-03-01 08:00:00Z", false), ("2026-03-01T24:00:00Z", false),
      ("2026-03-01T08:60:00Z", false), ("2026-03-01T08:00:60Z", false),
      ("2026-03-01T08:00:00.Z", false), ("2026-03-01T08Z", false),
      ("2026-03-01T08:00:00+24:00", false), ("2026-03-01T08:00:00+01:60", false),
      ("2026-03-01T08:00:00+0100", false), ("2026-03-01T08:00:00ZZ", false),
      ("2026-02-30T08:00:00Z", false), ("T08:00:00Z", false), ("2026-03-01T", false),
    ])
  func datetimes(text: String, valid: Bool) throws {
    #expect(try fits(.string(text), ["type": "datetime"]) == valid)
  }

  @Test(
    "a url is what the URL Standard parses without a base",
    arguments: [
      ("https://example.org", true), ("http://a/b?c#d", true), ("HTTPS://EXAMPLE.ORG/", true),
      ("http:example.org", true), ("http:///example.org", true), ("http:\\\\a\\b", true),
      ("  https://a.b  ", true), ("https://a\n.b", true), ("https://user:pw@a.b:8080/x", true),
      ("https://münchen.de/ü", true), ("https://日本.jp", true), ("http://127.0.0.1", true),
      ("http://0x7f.1", true), ("http://[::1]:80/", true), ("http://[1:2:3:4:5:6:7.8.9.1]", true),
      ("http://a:65535", true), ("http://a:", true), ("http://ex%61mple.org", true),
      ("http://a.b.", true), ("mailto:a@b.co", true), ("urn:isbn:123", true), ("data:,x", true),
      ("file:///tmp/x", true), ("file:x", true), ("file://host/x", true), ("foo://", true),
      ("foo://h:1/x", true), ("about:blank", true), ("javascript:1", true), ("a.b+c-d:x", true),
      ("", false), ("example.org", false), ("/path", false), ("//example.org", false),
      ("http://", false), ("https:", false), ("http://?q", false), ("1a:b", false), (":x", false),
      ("http://a b", false), ("http://a<b", false), ("http://a:65536", false),
      ("http://a:x", false), ("http://:80", false), ("http://u@", false), ("http://[::1", false),
      ("http://[1:2]", false), ("http://[::g]", false), ("http://[1::2::3]", false),
      ("http://256.256.256.256", false), ("http://1.2.3.4.5", false), ("http://a.0x", false),
      ("http://a%00b", false), ("http://%zz", false), ("foo://a^b", false), ("foo://:1", false),
      ("ht tp://a", false), ("http://a|b", false), ("http://%ff", false),
    ])
  func urls(text: String, valid: Bool) throws {
    #expect(try fits(.string(text), ["type": "url"]) == valid)
  }
}
