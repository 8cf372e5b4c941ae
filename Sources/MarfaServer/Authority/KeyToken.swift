/// The secret text of a key, as its holder presents it.
///
/// Printing one shows the beginning only, so that none gets into a log by accident.
struct KeyToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// What every key of this form begins with.
  static let prefix = "marfa_k1_"

  /// 256 random bits.
  private static let byteCount = 32
  /// The letters that 256 bits take at six bits a letter.
  private static let letterCount = 43
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The whole secret.
  let text: String

  /// Mints a key from the system's random source.
  init() {
    var generator = SystemRandomNumberGenerator()
    var text = Array(Self.prefix.utf8)
    var bits: UInt32 = 0
    var held = 0
    for _ in 0..<Self.byteCount {
      bits = bits << 8 | UInt32(UInt8.random(in: .min ... .max, using: &generator))
      held += 8
      while held >= 6 {
        held -= 6
        text.append(Self.letters[Int(bits >> UInt32(held) & 63)])
      }
    }
    text.append(Self.letters[Int(bits << UInt32(6 - held) & 63)])
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// Reads a key; `nil` when the text does not have the form of one.
  init?(_ text: String) {
    let secret = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.utf8.starts(with: Self.prefix.utf8), secret.count == Self.letterCount,
      secret.allSatisfy(Self.isLetter)
    else { return nil }
    self.text = text
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: true
    default: false
    }
  }

  /// The key of an `Authorization: Bearer …` header; `nil` for anything else.
  init?(bearer header: String?) {
    guard let header, let space = header.utf8.firstIndex(of: 0x20),
      header[..<space].lowercased() == "bearer"
    else { return nil }
    self.init(String(Substring(header.utf8[space...].drop { $0 == 0x20 })))
  }

  /// The beginning, without the secret.
  var description: String { "\(Self.prefix)…" }

  /// The beginning, without the secret.
  var debugDescription: String { description }
}
