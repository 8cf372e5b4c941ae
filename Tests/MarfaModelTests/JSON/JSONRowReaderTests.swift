import MarfaModel
import Testing

@Suite("Reading the objects of many rows")
struct JSONRowReaderTests {
  private func read(_ reader: JSONRowReader, _ text: String) throws -> JSONObject {
    var text = text
    return try text.withUTF8 { try reader.object($0) }
  }

  @Test("each object is what it would be by itself, whatever came before it")
  func agreement() throws {
    let texts = [
      #"{"title":"one","body":"two"}"#, #"{"title":"three","body":"ä\n東京"}"#, "{}",
      #"{"body":"x","title":"y"}"#, #"{"title":"one"}"#, #"{"titl":1,"ebody":2}"#,
      #"{"title":{"title":1,"body":[{"title":2,"body":3}]},"body":null}"#,
      #"{"ti\u0074le":"escaped","body":"x"}"#, #"{"title":"one","body":"two"}"#,
      #"{"a":{"title":"in","body":"side"}}"#, #" { "title" : 1 , "body" : 2.5 } "#,
    ]
    let reader = JSONRowReader()
    for first in texts {
      for second in texts {
        for text in [first, second] {
          #expect(try read(reader, text) == JSONObject(json: text))
        }
      }
    }
  }

  @Test("a fault is told as by itself, and the next row is read as if it had not been there")
  func faults() throws {
    let reader = JSONRowReader()
    let good = #"{"title":"one","body":"two"}"#
    let bad = [
      #"{"title":"one","body":[1,2"#, #"{"title":"one","body":"two"} x"#, "[1]", "", "{",
      #"{"title":"one","title":"two"}"#, #"{"title":{"a":{"b":"#,
    ]
    for text in bad {
      #expect(try read(reader, good) == JSONObject(json: good))
      let alone = #expect(throws: MarfaError.self) { try JSONObject(json: text) }
      let among = #expect(throws: MarfaError.self) { try read(reader, text) }
      #expect(alone == among)
    }
    #expect(try read(reader, good) == JSONObject(json: good))
  }

  @Test("a change to one object is seen in no other that shares its keys")
  func sharing() throws {
    let reader = JSONRowReader()
    var changed = try read(reader, #"{"title":"one","body":"two"}"#)
    let other = try read(reader, #"{"title":"three","body":"four"}"#)
    changed["new"] = 1
    changed["title"] = nil
    #expect(other == ["title": "three", "body": "four"])
    let later = try read(reader, #"{"title":"five","body":"six"}"#)
    #expect(later == ["title": "five", "body": "six"])
    #expect(changed == ["body": "two", "new": 1])
  }
}
