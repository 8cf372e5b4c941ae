import MarfaModel
import Testing

/// What one tokenizer learns of a script, the others know.
@Suite struct TextFoldingTests {
  private static func words(_ text: String) -> [String] {
    var tokenizer = SearchTokenizer()
    var words: [String] = []
    var text = text
    text.withUTF8 { bytes in
      tokenizer.tokenize(bytes, for: .document) { word, _ in
        words.append(String(decoding: word, as: UTF8.self))
        return true
      }
    }
    return words
  }

  @Test("tokenizers that meet rare scripts at the same moment cut them as one alone does")
  func together() async {
    // Adlam, Osage, Deseret and Vithkuqi have two cases; the other blocks have one.
    let blocks: [ClosedRange<UInt32>] = [
      0x1E900...0x1E943, 0x104B0...0x104FB, 0x10400...0x1044F, 0x10570...0x105BC,
      0x10A10...0x10A35, 0x16800...0x16A38, 0x11400...0x11434, 0x1E100...0x1E12C,
    ]
    let texts = blocks.map { block in
      String(String.UnicodeScalarView(block.compactMap(Unicode.Scalar.init)))
    }
    let all = await withTaskGroup(of: [[String]].self) { group in
      for start in 0..<16 {
        group.addTask {
          // Each begins with another script.
          let order = texts.indices.map { ($0 + start) % texts.count }
          let found = order.map { Self.words(texts[$0]) }
          return texts.indices.map { place in found[order.firstIndex(of: place) ?? 0] }
        }
      }
      return await group.reduce(into: [[[String]]]()) { $0.append($1) }
    }
    let alone = texts.map(Self.words)
    #expect(alone.allSatisfy { !$0.isEmpty })
    for found in all { #expect(found == alone) }
    // Both cases of a letter are one.
    #expect(Self.words("\u{1E900}\u{1E922}") == Self.words("\u{1E922}\u{1E922}"))
  }
}
