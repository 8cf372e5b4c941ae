import MarfaModel
import Testing

@Suite("Telling whether stored JSON is spelled as it is sent")
struct JSONAsWrittenTests {
  private func holds(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { JSONAsWritten.holdsObject($0) }
  }

  private func holds(_ text: String) -> Bool { holds(Array(text.utf8)) }

  @Test(
    "what this project writes is told to be as written",
    arguments: [
      "{}", #"{"a":1}"#, #"{"a":-7,"b":0,"c":999999999999999999}"#,
      #"{"title":"one","body":"two\nlines \"quoted\" \\ and a tab\t"}"#,
      #"{"a":{"b":{"c":[1,[2,[]],{"a":null}]}},"d":true,"e":false}"#,
      #"{"title":"Zürich – 東京 🌊","b":""}"#, #"{"a":[{"a":1},{"a":2}],"b":{"a":3}}"#,
      #"{"long":"0123456789012345678901234567890123456789"}"#,
    ])
  func written(text: String) throws {
    #expect(holds(text))
    #expect(try JSONObject(json: text).json() == text)
  }

  @Test(
    "every other text is left to whoever reads it",
    arguments: [
      "", "{", "[]", "1", #"{"a":1"#, #"{"a":1}x"#, #"{"a":1} "#, #" {"a":1}"#, #"{"a": 1}"#,
      #"{"a":1,}"#, #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":{"b":1,"b":2}}"#,
      #"{"a":01}"#, #"{"a":-0}"#, #"{"a":-}"#, #"{"a":1.5}"#, #"{"a":1e3}"#, #"{"a":+1}"#,
      #"{"a":1000000000000000000}"#, #"{"a":"\u0041"}"#, #"{"a":"\/"}"#, #"{"a":"\x"}"#,
      #"{"a":"\"#, #"{"a":"x}"#, #"{"ä":1}"#, #"{"\n":1}"#, #"{a:1}"#, #"{"a"1}"#, #"{"a":tru}"#,
      #"{"a":nul"#, #"{"a":[1,]}"#, #"{"a":[1}"#, #"{"a":}"#, "{\"a\":\"\n\"}",
      #"{"a":[[[[[[[[1]]]]]]]]}"#,
    ])
  func others(text: String) { #expect(!holds(text)) }

  @Test("bytes that are no UTF-8 are left to whoever reads them, wherever they stand")
  func invalidBytes() {
    let text = Array(#"{"a":"0123456789012345678901234567890"}"#.utf8)
    for place in 6..<36 {
      for bad in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
        var bytes = text
        bytes.replaceSubrange(place..<min(place + bad.count, 36), with: bad)
        #expect(!holds(bytes), "\(bad) at \(place)")
      }
    }
  }

  @Test("an object of too many keys is left to whoever reads it")
  func manyKeys() {
    func object(_ count: Int) -> String {
      "{" + (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
    }
    #expect(holds(object(64)))
    #expect(!holds(object(65)))
  }

  @Test("whatever is done to a text, what is told to be as written reads and writes the same")
  func mutations() throws {
    let texts = [
      #"{"title":"one","body":"ä\n東京","n":12,"t":[true,null,{"x":-5}]}"#,
      #"{"a":{"b":"c"},"d":[],"e":{},"f":"\\\"","g":0}"#,
    ].map { Array($0.utf8) }
    let pieces = Array(#"{}[]",:\0123456789-.eEntfu "#.utf8) + [0xC3, 0xA4, 0xFF, 0x00, 0x1F]
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var told = 0
    for round in 0..<20_000 {
      var bytes = texts[round % texts.count]
      for _ in 0...next(3) {
        let place = next(bytes.count)
        switch next(3) {
        case 0: bytes[place] = pieces[next(pieces.count)]
        case 1: bytes.insert(pieces[next(pieces.count)], at: place)
        default: bytes.remove(at: place)
        }
      }
      guard holds(bytes) else { continue }
      told += 1
      #expect(try JSONObject(bytes: bytes).jsonBytes() == bytes)
    }
    // Letters of texts, digits and words change into others: some stay as written.
    #expect(told > 100)
  }
}
