import Foundation
import MarfaModel
import Testing

/// What is written, and that it reads back.
@Suite struct JSONWritingTests {
  private static let spellings: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
    (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
    (.integer(10), "10"), (.number(0.1), "0.1"), (.number(5), "5.0"), (.number(1e20), "1e+20"),
    (.number(-0.0), "-0.0"), (.number(.leastNonzeroMagnitude), "5e-324"), (.array([]), "[]"),
    (.object(JSONObject()), "{}"), ([1, [2, []], ["a": nil]], "[1,[2,[]],{\"a\":null}]"),
    ("a/\u{7F}\u{2028}é😀", "\"a/\u{7F}\u{2028}é😀\""),
    ("\"\\\u{8}\u{C}\n\r\t\u{1}\u{1F}", #""\"\\\b\f\n\r\t\u0001\u001f""#),
    ("01234567\"0123456701234567\n", #""01234567\"0123456701234567\n""#),
    (["b": 1, "a": ["k\"": 2]], #"{"b":1,"a":{"k\"":2}}"#),
  ]

  @Test(
    "a value is written compactly, with only what must be escaped escaped",
    arguments: spellings)
  func text(value: JSONValue, text: String) throws {
    #expect(try value.json() == text)
    #expect(try value.jsonBytes() == Array(text.utf8))
    #expect(value.description == text)
  }

  @Test("a number that is not finite is refused with the path to it")
  func notFinite() throws {
    func message(_ value: JSONValue) -> String? {
      guard case .invalid(let message)? = #expect(throws: MarfaError.self, performing: value.check)
      else { return nil }
      return message
    }
    let nested: JSONValue = ["x": 1, "a": [1, .number(.nan)]]
    #expect(message(nested)?.hasPrefix("a.1 cannot be written as JSON") == true)
    #expect(message(.number(.infinity))?.hasPrefix("The value cannot be written as JSON") == true)
    #expect(nested.description == "{\"x\":1,\"a\":[1,nan]}")
    #expect(JSONValue.number(-.infinity).description == "-inf")
  }

  @Test("512 levels are written, 513 are refused, and a description takes any depth")
  func depth() throws {
    var value: JSONValue = 1
    for _ in 0..<512 { value = [value] }
    #expect(throws: Never.self) { try value.json() }
    value = [value]
    #expect(throws: MarfaError.self) { try value.json() }
    #expect(value.description.count == 513 * 2 + 1)
  }

  @Test(
    "numbers in the ECMAScript spelling are laid out as it does",
    arguments: [
      (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e21, "1.5e+21"), (5.0, "5"),
      (-0.0, "0"), (0.0, "0"), (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"),
      (-1.25e-7, "-1.25e-7"), (0.1, "0.1"), (123_456.789, "123456.789"), (-5.5, "-5.5"),
      (1e16, "10000000000000000"), (1.2345678901234567e17, "123456789012345660"),
      (0x1p63, "9223372036854776000"), (Double.leastNonzeroMagnitude, "5e-324"),
      (0.00012, "0.00012"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (0.000_012_3, "0.0000123"),
      (9.5e20, "950000000000000000000"),
    ])
  func ecmaScript(value: Double, text: String) throws {
    #expect(try JSONValue.number(value).json(numbers: .ecmaScript) == text)
    #expect(try JSONValue(json: text).number == value)
  }

  @Test("a decimal of few places is spelled as Swift spells it, at every size and sign")
  func decimals() throws {
    var random = SystemRandomNumberGenerator()
    var values = [
      0.001, 0.0001, 0.00099, 0.1 + 0.2, 1e11, 99_999_999_999.9999, 0.0005, 1e-4 + 1e-20,
    ]
    for places in 0...6 {
      for digits in [1.0, 9, 10, 99, 12_345, 99_999, 123_456_789, 99_999_999_999_999] {
        values.append(digits / pow(10, Double(places)))
      }
      for _ in 0..<500 {
        let digits = Double(UInt64.random(in: 0..<1_000_000_000_000_000, using: &random) >> places)
        values += [digits / pow(10, Double(places)), (digits / pow(10, Double(places))).nextUp]
      }
    }
    for value in values + values.map({ -$0 }) {
      let text = value.description
      #expect(try JSONValue.number(value).json() == text)
      if !text.contains("e") {
        let plain = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        let expected = plain == "-0" ? "0" : plain
        #expect(try JSONValue.number(value).json(numbers: .ecmaScript) == expected)
      }
    }
  }

  @Test("texts of every length are escaped wherever the mark stands, and nothing else is touched")
  func marks() throws {
    for length in 0...34 {
      for place in 0...length {
        let plain = Array(repeating: "é", count: length / 3) + Array(repeating: "a", count: length)
        for mark in ["", "\"", "\\", "\n", "\u{1}"] {
          let front = plain.prefix(place).joined()
          let text = front + mark + plain.dropFirst(place).joined()
          let escaped = ["\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#, "\u{1}": #"\u0001"#][mark] ?? ""
          let expected = "\"\(front)\(escaped)\(plain.dropFirst(place).joined())\""
          #expect(try JSONValue.string(text).json() == expected)
        }
      }
    }
  }

  @Test("what is written reads back as the same value")
  func roundTrip() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let value = JSONValue.number(Double(bitPattern: random.next()))
      guard value.number?.isFinite == true else { continue }
      #expect(try JSONValue(json: value.json()).number == value.number)
      #expect(try JSONValue(json: value.json(numbers: .ecmaScript)).number == value.number)
      let integer = JSONValue.integer(
        Int64(truncatingIfNeeded: random.next()) >> (random.next() & 63))
      #expect(try JSONValue(json: integer.json()) == integer)
    }
    let scalars = (0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32) }
    let text = JSONValue.string(String(String.UnicodeScalarView(scalars)))
    #expect(try JSONValue(json: text.json()) == text)
  }

  @Test("an object of 400 nested entries is read and written in well under half a second each")
  func speed() throws {
    let entry: JSONValue = [
      "title": .string(String(repeating: "word ", count: 40)), "count": 12,
      "tags": ["a", "b", "c"],
      "at": "2026-03-01T08:00:00.000Z", "nested": ["deep": ["deeper": 1.5]],
    ]
    let value = JSONValue.object(JSONObject((0..<400).map { ("entry \($0)", entry) }))
    let clock = ContinuousClock()
    var text = ""
    let writing = try clock.measure { text = try value.json() }
    var read = JSONValue.null
    let reading = try clock.measure { read = try JSONValue(json: text) }
    #expect(read == value)
    #expect(text.utf8.count > 100_000)
    #expect(writing < .milliseconds(500) && reading < .milliseconds(500))
  }

  @Test("coders take and give every kind of value, objects sorted by key when read")
  func coders() throws {
    let value: JSONValue = [
      "b": [nil, true, 1, 1.5, "x", .integer(.max)], "a": ["z": 1, "y": .object(JSONObject())],
    ]
    let data = try JSONEncoder().encode(value)
    let read = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(read.object?.keys == ["a", "b"])
    #expect(read.object?["a"]?.object?.keys == ["y", "z"])
    #expect(read.object?["b"] == value.object?["b"])
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(JSONObject.self, from: Data("[1]".utf8))
    }
  }
}

extension JSONValue {
  fileprivate func check() throws { _ = try json() }
}
