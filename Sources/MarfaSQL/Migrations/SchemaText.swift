/// The spelling of a schema's text, evened out so that only its meaning is compared.
public enum SchemaText {
  /// The text without comments, with each run of blanks as one space and none beside a bracket or
  /// comma. Quoted names and text stay as they are.
  public static func normalised(_ sql: String) -> String {
    var answer: [UInt8] = []
    var blankBefore = false
    let text = Array(sql.utf8)
    var index = 0
    func isTight(_ byte: UInt8) -> Bool { byte == 0x28 || byte == 0x29 || byte == 0x2C }
    func put(_ byte: UInt8) {
      if blankBefore, let last = answer.last, !isTight(last), !isTight(byte) {
        answer.append(0x20)
      }
      blankBefore = false
      answer.append(byte)
    }
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch byte {
      case 0x20, 0x09...0x0D:
        blankBefore = true
        index += 1
      case 0x2D where next == 0x2D:
        while index < text.count, text[index] != 0x0A { index += 1 }
        blankBefore = true
      case 0x2F where next == 0x2A:
        index += 2
        while index < text.count,
          !(text[index] == 0x2A && index + 1 < text.count && text[index + 1] == 0x2F)
        {
          index += 1
        }
        index += 2
        blankBefore = true
      case 0x27, 0x22, 0x60:
        put(byte)
        index += 1
        while index < text.count {
          answer.append(text[index])
          index += 1
          if text[index - 1] == byte { break }
        }
      default:
        put(byte)
        index += 1
      }
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
