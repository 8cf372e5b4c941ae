/// Finds double brackets, each pair within one line.
struct WikiMarks {
  /// A pair of double brackets.
  struct Mark {
    /// Where it starts: at the `!` of an embed, else at the first bracket.
    let start: Int
    /// After its last bracket.
    let end: Int
    /// Whether a `!` stands before it.
    let isEmbed: Bool

    /// What stands between the brackets.
    func text(in bytes: [UInt8]) -> String {
      String(decoding: bytes[(start + (isEmbed ? 3 : 2))..<(end - 2)], as: UTF8.self)
    }
  }

  /// The pairs, in order. Of several openings before one closing, the last one counts.
  static func find(in bytes: [UInt8]) -> [Mark] {
    var marks: [Mark] = []
    var open: (inner: Int, isEmbed: Bool)?
    var bang = -1
    var place = 0
    while place < bytes.count {
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch bytes[place] {
      case 0x0A, 0x0D:
        open = nil
        place += 1
      case UInt8(ascii: "\\") where next.isEscapable && (open == nil || next != UInt8(ascii: "]")):
        // Inside the brackets a backslash may end a name, so it keeps no bracket from closing.
        place += 2
      case UInt8(ascii: "!"):
        bang = place
        place += 1
      case UInt8(ascii: "[") where next == UInt8(ascii: "["):
        open = (place + 2, bang == place - 1 && place > 0)
        // One further, so that of three brackets the last two can be the pair.
        place += 1
      case UInt8(ascii: "]") where next == UInt8(ascii: "]"):
        if let open, open.inner <= place {
          let start = open.inner - (open.isEmbed ? 3 : 2)
          marks.append(Mark(start: start, end: place + 2, isEmbed: open.isEmbed))
        }
        open = nil
        place += 2
      default: place += 1
      }
    }
    return marks
  }
}

extension UInt8 {
  /// Whether a backslash before this makes it an ordinary character: all ASCII punctuation.
  var isEscapable: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Whether this is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether this ends a line.
  var endsLine: Bool { self == 0x0A || self == 0x0D }
}
