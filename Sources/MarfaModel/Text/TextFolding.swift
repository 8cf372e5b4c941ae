import Foundation
import Resilience

/// What each Unicode scalar is to a search, and what it is compared as.
///
/// Case, diacritics, width and other compatible forms are folded away. Worked out from Unicode's
/// properties the first time a block of 256 scalars is met, and kept for the whole process.
struct TextFolding {
  /// What a scalar does to the words around it.
  enum Role: UInt32 {
    /// It stands between words.
    case separator
    /// It is part of a word.
    case word
    /// It is part of a run that is written without spaces and found by pairs.
    case run
    /// It belongs to the word before it, as vowel signs of Indic scripts do; alone it is nothing.
    case mark
    /// It changes nothing: diacritics, joiners, marks of direction.
    case dropped
    /// It voices the kana before it (U+3099, U+309A).
    case voicing
  }

  /// A role, and the scalars that stand for one.
  struct Entry {
    fileprivate let bits: UInt32
    private static let roleShift: UInt32 = 24
    private static let expansionFlag: UInt32 = 1 << 23

    fileprivate init(_ role: Role, folded: UInt32) {
      bits = role.rawValue << Self.roleShift | folded
    }

    fileprivate init(_ role: Role, expansion: Int) {
      bits = role.rawValue << Self.roleShift | Self.expansionFlag | UInt32(expansion)
    }

    var role: Role { Role(rawValue: bits >> Self.roleShift) ?? .separator }
    /// The folded scalar, unless there is an expansion.
    var folded: UInt32 { bits & (Self.expansionFlag - 1) }
    var isExpansion: Bool { bits & Self.expansionFlag != 0 }
  }

  /// Where in `entries` each block begins, counted in blocks from one; zero for one not met yet.
  private var blocks: [UInt16] = Array(repeating: 0, count: 0x110000 >> 8)
  private var entries: [Entry] = []
  private var expansions: [[UInt32]] = []

  /// Every block that was met in this process.
  ///
  /// A query is a few words, and working out one block costs more than reading a thousand of them:
  /// without this, each query in another script than the last would pay for it again.
  private static let met = Lock(TextFolding())

  /// What is known so far. What it does not know it learns when it is asked.
  static var known: TextFolding { met.withLock { $0 } }

  private init() {}

  /// What a scalar is. The value must be one of a Unicode scalar.
  mutating func entry(_ value: UInt32) -> Entry {
    let block = Int(value >> 8)
    if blocks[block] == 0 { meet(block) }
    return entries[(Int(blocks[block]) - 1) << 8 | Int(value & 0xFF)]
  }

  private mutating func meet(_ block: Int) {
    self = Self.met.withLock { met in
      if met.blocks[block] == 0 { met.makeBlock(block) }
      return met
    }
  }

  private mutating func makeBlock(_ block: Int) {
    for offset in UInt32(0)..<256 { entries.append(makeEntry(UInt32(block) << 8 | offset)) }
    blocks[block] = UInt16(entries.count >> 8)
  }

  /// The scalars that an entry with an expansion stands for.
  func expansion(_ entry: Entry) -> [UInt32] { expansions[Int(entry.folded)] }

  // MARK: Working out

  private mutating func makeEntry(_ value: UInt32) -> Entry {
    guard let scalar = Unicode.Scalar(value) else { return Entry(.separator, folded: value) }
    let role = Self.role(scalar)
    switch role {
    case .separator, .dropped, .voicing: return Entry(role, folded: value)
    case .word, .run, .mark: break
    }
    if 0xAC00...0xD7A3 ~= value || scalar.properties.isUnifiedIdeograph {
      // Hangul syllables stay whole; most ideographs have no other form.
      return Entry(role, folded: value)
    }
    let folded = Self.fold(scalar)
    guard let first = folded.first else { return Entry(.dropped, folded: value) }
    // A mark of its own stays one; a sign that stands for a kana or an ideograph is of a run.
    let foldedRole = role == .mark ? role : Self.role(first)
    if folded.count == 1 { return Entry(foldedRole, folded: first.value) }
    expansions.append(folded.map(\.value))
    return Entry(foldedRole, expansion: expansions.count - 1)
  }

  private static func role(_ scalar: Unicode.Scalar) -> Role {
    let properties = scalar.properties
    // A zero-width space is there to part words; its like are there to be overlooked.
    if scalar.value == 0x200B { return .separator }
    if properties.isDefaultIgnorableCodePoint { return .dropped }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      // The Arabic tatweel only stretches a word.
      if scalar.value == 0x0640 { return .dropped }
      return ScriptRanges.isWrittenWithoutSpaces(scalar.value) ? .run : .word
    case .decimalNumber: return .word
    case .nonspacingMark, .spacingMark, .enclosingMark:
      if scalar.value == 0x3099 || scalar.value == 0x309A { return .voicing }
      if ScriptRanges.isWrittenWithoutSpaces(scalar.value) { return .run }
      return isVowelSign(scalar) ? .mark : .dropped
    case .format: return .dropped
    default: return .separator
    }
  }

  /// Whether a mark is a letter of its script rather than a diacritic.
  ///
  /// Vowel signs have the combining class 0 and viramas 9, but for Tibetan, which has its own.
  private static func isVowelSign(_ mark: Unicode.Scalar) -> Bool {
    let properties = mark.properties
    if properties.generalCategory == .enclosingMark { return false }
    let combining = properties.canonicalCombiningClass.rawValue
    return combining == 0 || combining == 9 || 0x0F71...0x0F84 ~= mark.value
  }

  private static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.properties.generalCategory == .decimalNumber,
      let digit = scalar.properties.numericValue,
      let folded = Unicode.Scalar(0x30 + UInt32(digit))
    {
      return [folded]
    }
    let compatible = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
    let lowered = compatible.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
      .flatMap { letters[$0.value].map { Array($0.unicodeScalars) } ?? [$0] }
    let roles = lowered.map(role)
    // A fraction or a number in brackets would fall apart: it stays as it is.
    guard !roles.contains(.separator) else { return [scalar] }
    return zip(lowered, roles).filter { $0.1 != .dropped }.map(\.0)
  }

  /// Letters that Unicode does not take apart, though people take them for one another.
  private static let letters: [UInt32: String] = [
    0x00DF: "ss", 0x03C2: "σ", 0x0131: "i", 0x00E6: "ae", 0x0153: "oe", 0x00F8: "o", 0x0111: "d",
    0x0127: "h", 0x0142: "l", 0x0167: "t", 0x0180: "b", 0x01B6: "z", 0x0268: "i", 0x0289: "u",
    0x0247: "e", 0x0249: "j", 0x024D: "r", 0x024F: "y", 0x01E5: "g", 0x023C: "c", 0x2C65: "a",
    0x2C66: "t", 0x019A: "l", 0x0275: "o",
  ]
}
