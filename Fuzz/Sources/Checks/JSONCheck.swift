import MarfaModel

/// Reads JSON; what could be read is written and read again.
public enum JSONCheck: Check {
  public static let name = "json"

  public static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(bytes: bytes) else { return }
    for spelling in JSONNumberSpelling.allCases {
      // The first writing may make an integer of a number that was rounded to a whole one, such as
      // 9007199254740993.5; from then on neither text nor value changes.
      guard let text = try? value.jsonBytes(numbers: spelling),
        let again = try? JSONValue(bytes: text),
        let second = try? again.jsonBytes(numbers: spelling),
        let third = try? JSONValue(bytes: second)
      else { return require(false, "what was read cannot be written and read") }
      require(third == again, "reading what was written gives another value")
      require((try? third.jsonBytes(numbers: spelling)) == second, "writing gives another text")
    }
  }

  public static let shapes: [Shape] = [
    Shape("rows", start: 1024) { count in
      "["
        + (0..<count).map { #"{"id":\#($0),"title":"note \#($0)","done":false}"# }
        .joined(separator: ",") + "]"
    },
    Shape("keys of one object", start: 4096) { count in
      "{" + (0..<count).map { #""key\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    },
    Shape("objects that all differ", start: 2048) { count in
      "[" + (0..<count).map { #"{"a\#($0)":1,"b\#($0)":2}"# }.joined(separator: ",") + "]"
    },
    Shape("escapes") { "\"" + String(repeating: "\\u00e9\\n", count: $0) + "\"" },
    Shape("half a pair") { "\"" + String(repeating: "\\ud83d", count: $0) + "\"" },
    Shape("digits") { String(repeating: "7", count: $0) },
    Shape("fraction") { "0." + String(repeating: "3", count: $0) },
    Shape("open brackets", repeating: "["),
    Shape("nested 500 deep", start: 16) { count in
      let one = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      return "[" + Array(repeating: one, count: count).joined(separator: ",") + "]"
    },
    Shape("white space", repeating: " \n"),
  ]
}
