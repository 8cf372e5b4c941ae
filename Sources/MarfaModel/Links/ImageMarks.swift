/// Finds images with a path, `![alt](path "title")`.
struct ImageMarks {
  /// An image whose path may name a file.
  struct Mark {
    /// Where its `!` stands.
    let start: Int
    /// What it shows.
    let reference: BodyReference
  }

  /// The images, in the order their brackets close.
  static func find(in bytes: [UInt8]) -> [Mark] {
    var marks: [Mark] = []
    var brackets: [Int?] = []
    var isBlankLine = true
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      if byte.endsLine {
        // A description ends with its paragraph.
        if isBlankLine { brackets.removeAll(keepingCapacity: true) }
        isBlankLine = true
        place += 1
        if byte == 0x0D, next == 0x0A { place += 1 }
        continue
      }
      if !byte.isBlank { isBlankLine = false }
      switch byte {
      case UInt8(ascii: "\\") where next.isEscapable: place += 2
      case UInt8(ascii: "!") where next == UInt8(ascii: "["):
        brackets.append(place)
        place += 2
      case UInt8(ascii: "["):
        brackets.append(nil)
        place += 1
      case UInt8(ascii: "]"):
        place += 1
        guard let start = brackets.popLast() ?? nil, next == UInt8(ascii: "("),
          let destination = ImageDestination(bytes, after: place + 1)
        else { continue }
        place = destination.end
        if let reference = destination.reference {
          marks.append(Mark(start: start, reference: reference))
        }
      default: place += 1
      }
    }
    return marks
  }
}
