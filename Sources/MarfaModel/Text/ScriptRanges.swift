/// The scripts whose text does not part its words by spaces.
enum ScriptRanges {
  /// Whether a scalar belongs to such a script: Chinese, Japanese, Korean, Thai, Lao, Khmer,
  /// Myanmar, and their relatives. (Korean does use spaces, but what people look for is often the
  /// front of what stands between two.)
  static func isWrittenWithoutSpaces(_ value: UInt32) -> Bool {
    if value < 0x0E00 { return false }
    return blocks.contains { $0 ~= value }
  }

  /// Whole blocks of the Unicode standard, by frequency of use.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF,  // Han
    0x3040...0x30FF,  // Hiragana, Katakana
    0xAC00...0xD7FF,  // Hangul syllables, Jamo extended B
    0x0E00...0x0EFF,  // Thai, Lao
    0x1000...0x109F,  // Myanmar
    0x1100...0x11FF,  // Hangul Jamo
    0x1780...0x17FF,  // Khmer
    0x1950...0x19FF,  // Tai Le, New Tai Lue, Khmer symbols
    0x1A20...0x1AAF,  // Tai Tham
    0x2E80...0x2FDF,  // Han radicals
    0x3005...0x3007,  // Han iteration and zero
    0x3021...0x303C,  // Hangzhou numerals, kana repeat marks
    0x3100...0x31BF,  // Bopomofo, Hangul compatibility Jamo
    0x31F0...0x31FF,  // Katakana extensions
    0x3400...0x4DBF,  // Han extension A
    0xA000...0xA48F,  // Yi
    0xA960...0xA97F,  // Jamo extended A
    0xA980...0xA9FF,  // Javanese, Myanmar extended B
    0xAA60...0xAADF,  // Myanmar extended A, Tai Viet
    0xF900...0xFAFF,  // Han compatibility
    0x16FE0...0x18D8F,  // Tangut, Khitan and their marks
    0x1AFF0...0x1B2FF,  // Kana extensions, Nushu
    0x20000...0x3FFFF,  // Han extensions B and further
  ]
}
