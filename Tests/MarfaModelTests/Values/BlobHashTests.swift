import Testing

@testable import MarfaModel

@Suite("Names of bytes")
struct BlobHashTests {
  private static let hex = String(repeating: "0123456789abcdef", count: 4)

  @Test("a name is read with its prefix and without; anything else is none")
  func reads() {
    let hex = Self.hex
    #expect(BlobHash(hex)?.text == "sha256:\(hex)")
    #expect(BlobHash("sha256:\(hex)")?.hex == hex)
    #expect(BlobHash(whole: "sha256:\(hex)") != nil)
    for text in [
      "", "sha256:", hex.uppercased(), "SHA256:\(hex)", "sha1:\(hex)", String(hex.dropLast()),
      "\(hex)0", "sha256:\(hex)0", "sha256: \(hex)", "g\(hex.dropFirst())", "sha256:sha256:\(hex)",
    ] {
      #expect(BlobHash(text) == nil, "\(text)")
    }
    for text in [hex, " sha256:\(hex)", "see sha256:\(hex)"] {
      #expect(BlobHash(whole: text) == nil, "\(text)")
    }
  }

  @Test("a combining mark makes one character with what stands before it, and the text no name")
  func combiningMarks() {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}"] {
      for text in [
        "sha256:\(mark)\(Self.hex)", "sha256:\(mark)", "sha256:\(Self.hex)\(mark)", mark,
      ] {
        #expect(BlobHash(text) == nil)
        #expect(BlobHash(whole: text) == nil)
      }
      // A reference is a run of bytes; what stands around it makes no difference.
      let inside = BlobHash.references(in: ["x": .string("sha256:\(mark)\(Self.hex)\(mark)")])
      #expect(inside.map(\.hex) == [Self.hex])
    }
  }

  @Test("a run of exactly 64 digits is a reference wherever it stands, longer and shorter are none")
  func references() {
    let hex = Self.hex
    func found(_ text: String) -> Bool {
      BlobHash.references(in: ["x": .string(text)]).map(\.hex) == [hex]
    }
    for text in [
      hex, "sha256:\(hex)", "![pic](marfa:\(hex))", "https://h/blobs/sha256%3a\(hex)/fetch",
      "https://h/blobs/sha256%3A\(hex)", "ä\(hex)ö", "\(hex) \(hex)", "G\(hex)g",
    ] {
      #expect(found(text), "\(text)")
    }
    for text in [
      "0\(hex)", "\(hex)0", String(hex.dropFirst()), hex.uppercased(), "3a\(hex)", "%3b\(hex)",
      "%3a0\(hex)",
    ] {
      #expect(!found(text), "\(text)")
    }
    let deep: JSONObject = ["a": [["b": .string("x \(hex)")], 1, nil], "c": true]
    #expect(BlobHash.references(in: deep).count == 1)
    #expect(BlobHash.references(in: [hex: "the key of a member is no text"]).isEmpty)
  }
}
