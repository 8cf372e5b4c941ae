/// Kana that are spelled as a base and a mark for its voice.
///
/// The marks are no diacritics to a reader of Japanese: か and が are other letters.
enum KanaVoicing {
  /// The kana of a base and U+3099 (voiced) or U+309A (half voiced), or `nil` where there is none.
  static func voiced(_ base: UInt32, by mark: UInt32) -> UInt32? {
    let isKatakana = base >= 0x30A0
    let hiragana = isKatakana ? base - 0x60 : base
    let isHalf = mark == 0x309A
    switch hiragana {
    case 0x304B...0x3062 where !isHalf && hiragana % 2 == 1: return base + 1
    case 0x3064...0x3069 where !isHalf && hiragana % 2 == 0: return base + 1
    case 0x306F...0x307D where hiragana % 3 == 0: return base + (isHalf ? 2 : 1)
    case 0x3046 where !isHalf: return isKatakana ? 0x30F4 : 0x3094
    case 0x308F...0x3092 where !isHalf && isKatakana: return base + 8
    default: return nil
    }
  }
}
