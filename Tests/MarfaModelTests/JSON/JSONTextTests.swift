import MarfaModel
import Testing

@Suite("Writing one object member by member")
struct JSONTextTests {
  private func put(
    _ text: inout JSONText, object: String
  ) throws {
    var object = object
    try object.withUTF8 { try text.put("object", object: $0) }
  }

  private func spelled(_ text: consuming JSONText) -> String {
    String(decoding: text.finish(), as: UTF8.self)
  }

  @Test("the text is the one that the same value is written as")
  func agreement() throws {
    var text = JSONText(capacity: 0)
    text.put("a", "quoted \" and \\ and \n and ä")
    text.begin("in")
    text.begin("deeper")
    text.end()
    text.put("n", integer: -12)
    text.end()
    try text.put("v", value: ["x": [1, 2.5, nil]])
    try put(&text, object: #"{"kept":"as it is"}"#)
    let value: JSONObject = [
      "a": "quoted \" and \\ and \n and ä", "in": ["deeper": [:], "n": -12],
      "v": ["x": [1, 2.5, nil]], "object": ["kept": "as it is"],
    ]
    let written = spelled(text)
    #expect(written == (try value.json()))
  }

  @Test("an object that is spelled otherwise is spelled as values are, and a damaged one refused")
  func objects() throws {
    var text = JSONText(capacity: 64)
    try put(&text, object: #" { "a" : 2.0, "b":"A\/" } "#)
    let written = spelled(text)
    #expect(written == #"{"object":{"a":2,"b":"A/"}}"#)
    var damaged = JSONText(capacity: 64)
    for bad in [#"{"a":1"#, #"{"a":1,"a":2}"#, "", "[]"] {
      do {
        try put(&damaged, object: bad)
        Issue.record("taken: \(bad)")
      } catch {
        #expect(error is MarfaError)
      }
    }
    let left = spelled(damaged)
    #expect(left == "{}", "what was refused leaves nothing behind")
  }

  @Test("text given as bytes is written as the text that it decodes to")
  func bytes() {
    let texts: [[UInt8]] = [
      Array("plain".utf8), Array("ä東🌊".utf8), [0x61, 0xFF, 0x62], [], [0x22, 0x5C, 0x01],
    ]
    for bytes in texts {
      var left = JSONText(capacity: 1)
      var right = JSONText(capacity: 1)
      bytes.withUnsafeBufferPointer { left.put("t", text: $0) }
      right.put("t", String(decoding: bytes, as: UTF8.self))
      let (asBytes, asText) = (spelled(left), spelled(right))
      #expect(asBytes == asText)
    }
  }

  @Test("hundredths have two digits behind the point")
  func hundredths() {
    for (value, spelling) in [(0, "0.00"), (7, "0.07"), (1_250, "12.50"), (-3, "0.00")] {
      var text = JSONText(capacity: 1)
      text.put("n", hundredths: Int64(value))
      let line = String(decoding: text.finish("\n"), as: UTF8.self)
      #expect(line == "{\"n\":\(spelling)}\n")
    }
  }
}
