/// Splits Swift source into tokens, and remembers the comments.
///
/// It knows as much of the language as the rules need: nested comments, raw and multi-line strings,
/// interpolation. Lines of conditional compilation are left out, so that every branch is read.
struct Lexer {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private(set) var tokens: [Token] = []
  /// The text of each comment, by the line it starts on. A block comment is told by every line.
  private(set) var comments: [Int: String] = [:]
  /// The first characters of each string literal, by the index of its token.
  private(set) var strings: [Int: String] = [:]

  init(_ text: String) {
    bytes = Array(text.utf8)
    while at < bytes.count { step() }
  }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    at + ahead < bytes.count ? bytes[at + ahead] : 0
  }

  private mutating func advance() {
    if bytes[at] == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func step() {
    let byte = peek()
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      advance()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
      lineComment()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      blockComment()
    case UInt8(ascii: "\""):
      string(hashes: 0)
    case UInt8(ascii: "#"):
      hash()
    case UInt8(ascii: "`"):
      quotedWord()
    default:
      if Self.startsWord(byte) {
        word()
      } else if Self.isDigit(byte) {
        number()
      } else {
        tokens.append(Token(kind: .mark, text: String(UnicodeScalar(byte)), line: line))
        at += 1
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func startsWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func word() {
    let start = at
    while at < bytes.count, Self.startsWord(bytes[at]) || Self.isDigit(bytes[at]) { at += 1 }
    tokens.append(Token(kind: .word, text: text(from: start, to: at), line: line))
  }

  private mutating func quotedWord() {
    let start = at + 1
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "`"), bytes[at] != UInt8(ascii: "\n") {
      at += 1
    }
    tokens.append(Token(kind: .word, text: text(from: start, to: at), line: line))
    if peek() == UInt8(ascii: "`") { at += 1 }
  }

  private mutating func number() {
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      let isPoint = byte == UInt8(ascii: ".") && Self.isDigit(peek(1))
      guard Self.startsWord(byte) || Self.isDigit(byte) || isPoint else { break }
      at += 1
    }
    tokens.append(Token(kind: .number, text: text(from: start, to: at), line: line))
  }

  /// A raw string, a line of conditional compilation, or a macro's mark.
  private mutating func hash() {
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if peek(hashes) == UInt8(ascii: "\"") {
      at += hashes
      string(hashes: hashes)
      return
    }
    for directive in ["#if", "#elseif", "#else", "#endif", "#sourceLocation"]
    where bytes[at...].starts(with: directive.utf8) {
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
      return
    }
    tokens.append(Token(kind: .mark, text: "#", line: line))
    at += 1
  }

  private mutating func lineComment() {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    comments[line] = text(from: start, to: at)
  }

  private mutating func blockComment() {
    var depth = 0
    var start = at
    while at < bytes.count {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        at += 2
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        at += 2
        if depth == 0 { break }
      } else if peek() == UInt8(ascii: "\n") {
        comments[line] = text(from: start, to: at)
        advance()
        start = at
      } else {
        at += 1
      }
    }
    comments[line] = text(from: start, to: min(at, bytes.count))
  }

  /// Reads a string literal. A single-line one that is never closed ends with its line.
  private mutating func string(hashes: Int) {
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    let index = tokens.count
    tokens.append(Token(kind: .string, text: "", line: line))
    at += quotes
    let start = at
    while at < bytes.count {
      if !isLong, peek() == UInt8(ascii: "\n") { break }
      if isEnd(quotes: quotes, hashes: hashes) {
        strings[index] = text(from: start, to: at)
        at += quotes + hashes
        return
      }
      if isEscape(hashes: hashes) {
        at += 1 + hashes
        if peek() == UInt8(ascii: "(") { interpolation() } else if at < bytes.count { advance() }
        continue
      }
      advance()
    }
    strings[index] = text(from: start, to: min(at, bytes.count))
  }

  private func isEnd(quotes: Int, hashes: Int) -> Bool {
    for offset in 0..<quotes where peek(offset) != UInt8(ascii: "\"") { return false }
    for offset in 0..<hashes where peek(quotes + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  private func isEscape(hashes: Int) -> Bool {
    guard peek() == UInt8(ascii: "\\") else { return false }
    for offset in 0..<hashes where peek(1 + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Reads the code between `\(` and its `)` as ordinary tokens.
  private mutating func interpolation() {
    var depth = 0
    while at < bytes.count {
      let byte = peek()
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      step()
      if depth == 0 { return }
    }
  }
}
