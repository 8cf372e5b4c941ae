/// Korean syllables that are spelled as their letters (Unicode, section 3.12).
enum HangulSyllable {
  private static let firstSyllable: UInt32 = 0xAC00
  private static let leads: Range<UInt32> = 0x1100..<0x1113
  private static let vowels: Range<UInt32> = 0x1161..<0x1176
  /// The first of these stands for no final letter.
  private static let tails: Range<UInt32> = 0x11A7..<0x11C3
  private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4

  /// The syllable of a lead and a vowel, or of an open syllable and a tail; else `nil`.
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if leads ~= first, vowels ~= second {
      let lead = first - leads.lowerBound
      let vowel = second - vowels.lowerBound
      return firstSyllable + (lead * 21 + vowel) * 28
    }
    if syllables ~= first, (first - firstSyllable) % 28 == 0, tails ~= second,
      second != tails.lowerBound
    {
      return first + second - tails.lowerBound
    }
    return nil
  }
}
