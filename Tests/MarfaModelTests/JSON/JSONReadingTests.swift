import MarfaModel
import Testing

/// What a text reads as, and what is refused.
@Suite struct JSONReadingTests {
  @Test(
    "a number whose exact value fits 64 bits reads as an integer whatever its spelling",
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", 0), ("0e5", 0), ("0.000e-99999999999999999999", 0), ("7", 7),
      ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("100e-2", 1), ("12.50e1", 125),
      ("9007199254740993.0", 9_007_199_254_740_993), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min), ("-9223372036854775808e0", Int64.min),
      ("-922337203685477580.8e1", Int64.min), ("9223372036854775807000e-3", Int64.max),
      ("1000000000000000000", 1_000_000_000_000_000_000), ("1e18", 1_000_000_000_000_000_000),
      ("0.00000000000000000000000000000000000000000000000007e50", 7),
    ])
  func integers(text: String, value: Int64) throws {
    #expect(try JSONValue(json: text) == .integer(value))
  }

  @Test(
    "any other number reads as the nearest double",
    arguments: [
      ("0.1", 0.1), ("-2.5", -2.5), ("1.5e3", 1500.0 + 0), ("9223372036854775808", 0x1p63),
      ("-9223372036854775809", -0x1p63), ("1e19", 1e19), ("1e308", 1e308),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("5e-324", .leastNonzeroMagnitude),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown), ("1e-400", 0.0),
      ("123e-2", 1.23),
      ("1e23", 1e23), ("8.41e21", 8.41e21), ("9007199254740993.5", 9_007_199_254_740_994),
      ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ])
  func doubles(text: String, value: Double) throws {
    if let whole = Int64(exactly: value), value != 0, abs(value) < 0x1p53 {
      #expect(try JSONValue(json: text) == .integer(whole))
    } else {
      #expect(try JSONValue(json: text) == .number(value))
    }
  }

  @Test("a number with a million digits reads as the nearest double in linear time")
  func manyDigits() throws {
    let tail = String(repeating: "0", count: 1_000_000)
    #expect(try JSONValue(json: "1." + tail + "1") == .number(1))
    #expect(try JSONValue(json: "9007199254740993." + tail + "1") == .number(0x1p53 + 2))
    #expect(try JSONValue(json: "1" + tail + "e-1000000") == .integer(1))
    #expect(try JSONValue(json: "0." + tail + "5e1000001") == .integer(5))
    #expect(throws: MarfaError.self) { try JSONValue(json: "1" + tail) }
  }

  @Test(
    "escapes and raw characters read as their text",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9""#, "éé"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1E x""#, "𝄞 x"), (#""\u0000""#, "\0"),
      ("\"\u{7F}\u{2028}é漢😀\"", "\u{7F}\u{2028}é漢😀"), (#""""#, ""),
      (#""\uFFFF\uFEFF""#, "\u{FFFF}\u{FEFF}"), (#""abcdefgh\\""#, "abcdefgh\\"),
    ])
  func strings(text: String, value: String) throws {
    let read = try JSONValue(json: text).string
    #expect(read.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
  }

  @Test("white space of the four kinds may stand around every token")
  func whiteSpace() throws {
    let text = " \t\r\n{ \"a\" : [ 1 , 2 ] ,\n\"b\" :{ } , \"c\":[ ]\t} \r\n"
    #expect(
      try JSONValue(json: text)
        == ["a": [1, 2], "b": .object(JSONObject()), "c": .array([])])
  }

  @Test(
    "text that RFC 8259 does not allow is refused with a byte offset",
    arguments: [
      ("", 0), (" ", 1), ("\u{FEFF}1", 0), ("// x\n1", 0), ("1 2", 2), ("[1,]", 3), ("[1 2]", 3),
      ("[,1]", 1), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5), ("{a:1}", 1), ("{'a':1}", 1), ("'a'", 0),
      ("{\"a\":1", 6), ("[1", 2), ("[1}", 2), ("{\"a\":1]", 6), ("]", 0), ("tru", 0), ("nulL", 0),
      ("True", 0), ("01", 0), ("-", 1), ("+1", 0), (".5", 0), ("5.", 2), ("1e", 2), ("1e+", 3),
      ("0x10", 1), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("1e400", 0), ("-1e400", 0),
      ("00", 0), ("-01", 1), ("1.e5", 2), ("\"", 1), ("\"abc", 4), ("\"a\nb\"", 2),
      ("\"a\tb\"", 2), ("\"\u{0}\"", 1), (#""\x""#, 2), (#""\u12""#, 5), (#""\u12g4""#, 5),
      (#""\""#, 3), ("\"\\", 2), (#""\ud800""#, 1), (#""\ud800x""#, 1), (#""\udc00""#, 1),
      (#""\ud800\ud800""#, 1), (#""\ud800\n""#, 1), (#"{"\q":1}"#, 3), ("{\"a\":1}x", 7),
      ("{\"a\":1,\"b\":2,\"a\":3}", 13), ("{\"\\u0061\":1,\"a\":3}", 12), ("{1:2}", 1),
      ("\u{A0}1", 0), ("1\u{0}", 1), ("[1\u{2028}]", 2),
    ])
  func refusals(text: String, offset: Int) throws {
    let error = #expect(throws: MarfaError.self) { try JSONValue(json: text) }
    guard case .decoding(let message) = error else {
      Issue.record("not a decoding error")
      return
    }
    #expect(message.contains("byte offset \(offset):"), "\(message)")
  }

  @Test(
    "bytes that are not UTF-8 are refused at the first bad byte",
    arguments: [
      ([0x80], 0), ([0x61, 0xC0, 0x80], 1), ([0xE0, 0x80, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xFF], 0), ([0xC3], 0),
      ([0xE2, 0x82], 0), ([0x61, 0x62, 0xC3, 0xA9, 0xF5, 0x80], 4), ([0x5C, 0x6E, 0xC1, 0xBF], 2),
    ] as [([UInt8], Int)])
  func invalidUTF8(bytes: [UInt8], offset: Int) throws {
    for (text, start) in [
      ([0x22] + bytes + [0x22], 1), ([0x7B, 0x22] + bytes + Array("\":1}".utf8), 2),
    ] {
      let error = #expect(throws: MarfaError.self) { try JSONValue(bytes: text) }
      #expect(error?.message.contains("byte offset \(start + offset):") == true)
    }
  }

  @Test("512 levels are read, 513 and 100,000 are refused")
  func depth() throws {
    func nested(_ levels: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let deepest = try JSONValue(json: nested(512, open, close))
      #expect(try deepest.json() == nested(512, open, close))
      #expect(throws: MarfaError.self) { try JSONValue(json: nested(513, open, close)) }
      #expect(throws: MarfaError.self) { try JSONValue(json: nested(100_000, open, close)) }
      let short = Array(nested(64, open, close).utf8)
      #expect(throws: Never.self) { try JSONValue(bytes: short, nestingLimit: 64) }
      #expect(throws: MarfaError.self) { try JSONValue(bytes: short, nestingLimit: 63) }
    }
    #expect(throws: MarfaError.self) { try JSONValue(json: String(repeating: "[", count: 100_000)) }
    #expect(throws: Never.self) { try JSONValue(bytes: Array("[[1],[2]]".utf8), nestingLimit: 2) }
  }

  @Test("a key repeated in another spelling, or in a large object, is refused")
  func repeatedKeys() throws {
    #expect(throws: MarfaError.self) { try JSONValue(json: "{\"\u{E9}\":1,\"e\u{301}\":2}") }
    let members = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let error = #expect(throws: MarfaError.self) {
      try JSONValue(json: "{" + members + ",\"k50\":0}")
    }
    #expect(error?.message.contains("byte offset \(members.utf8.count + 2):") == true)
    #expect(throws: Never.self) { try JSONValue(json: "[{\"a\":1},{\"a\":{\"a\":2}}]") }
  }

  @Test("an object is refused as anything else where only an object is read")
  func objectsOnly() throws {
    #expect(try JSONObject(json: " {\"a\":1} ") == ["a": 1])
    for text in ["[]", "1", "null", "", "\"{}\""] {
      let error = #expect(throws: MarfaError.self) { try JSONObject(json: text) }
      #expect(error?.message.contains("byte offset 0:") == true)
    }
  }

  @Test("rows with the same keys, with other keys and with keys in another order read apart")
  func shapes() throws {
    let text =
      #"[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7},{"c":8,"d":9},{"a":1,"b":{"a":1,"b":2}}]"#
    let value = try JSONValue(json: text)
    #expect(try value.json() == text)
    #expect(value.array?[1].object?["b"] == 4)
    #expect(value.array?[2].object?.keys == ["b", "a"])
    #expect(value.array?[4].object?["a"] == nil)
  }

  @Test("every prefix of a text, and every text with one byte changed, is read or refused")
  func damage() {
    let text = Array(
      #"{"a":[1,-2.5e3,true,false,null,"é\u00e9\n😀"],"b":{"c":{},"d":[]},"long key":"xxxxxxxxxxxxxxxx"}"#
        .utf8)
    for length in 0..<text.count {
      #expect(throws: MarfaError.self) { try JSONValue(bytes: Array(text[..<length])) }
    }
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = text
        damaged[place] = byte
        guard let value = try? JSONValue(bytes: damaged) else { continue }
        #expect((try? value.json()) != nil)
      }
    }
  }
}
