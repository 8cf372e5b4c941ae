import MarfaModel

/// Reads single values of a front matter, and lists and maps in brackets.
enum FrontMatterScalar {
  struct Fault: Error, Equatable {
    let reason: String
  }

  /// `key` and what stands behind the colon; `nil` when the line is no entry.
  static func split(_ line: Substring) -> (key: Substring, rest: Substring)? {
    var at = line.startIndex
    if let quote = line.first, quote == "\"" || quote == "'" {
      guard let end = endOfQuoted(line) else { return nil }
      at = end
      while at < line.endIndex, line[at] == " " { at = line.index(after: at) }
      guard at < line.endIndex, line[at] == ":" else { return nil }
    } else {
      while at < line.endIndex {
        if line[at] == ":" {
          let next = line.index(after: at)
          if next == line.endIndex || line[next] == " " || line[next] == "\t" { break }
        }
        if line[at] == "#", at > line.startIndex, line[line.index(before: at)] == " " { return nil }
        at = line.index(after: at)
      }
      guard at < line.endIndex else { return nil }
    }
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return (trimmed(line[..<at]), line[line.index(after: at)...].drop(while: blank))
  }

  /// The text without the comment behind it. A `#` begins one only after a blank.
  static func withoutComment(_ text: Substring) -> Substring {
    if text.hasPrefix("#") { return "" }
    var at = text.startIndex
    if let quote = text.first, quote == "\"" || quote == "'" {
      guard let end = endOfQuoted(text) else { return trimmed(text) }
      at = end
    }
    while at < text.endIndex {
      if text[at] == "#", at > text.startIndex, text[text.index(before: at)].isWhitespace {
        return trimmed(text[..<at])
      }
      at = text.index(after: at)
    }
    return trimmed(text)
  }

  /// One scalar: quoted text, number, truth value, nothing, or plain text.
  ///
  /// A number is one only when it reads as a JSON number and fits without loss; `007`, `1_000` and
  /// numbers with too many digits stay text. Dates stay the text that they are.
  static func value(of text: Substring) -> Result<JSONValue, Fault> {
    let text = trimmed(text)
    switch text.first {
    case "\"":
      guard endOfQuoted(text) == text.endIndex else { return .failure(unclosed(text)) }
      return doubleQuoted(text.dropFirst().dropLast())
    case "'":
      guard endOfQuoted(text) == text.endIndex else { return .failure(unclosed(text)) }
      return .success(
        .string(
          text.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false)
            .joined(separator: "'")))
    case nil: return .success(.string(""))
    default: return .success(plain(text))
    }
  }

  private static func plain(_ text: Substring) -> JSONValue {
    switch text {
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case "null", "Null", "NULL", "~": return .string("")
    default: return number(text) ?? .string(String(text))
    }
  }

  private static func number(_ text: Substring) -> JSONValue? {
    guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first),
      text.utf8.count <= 24, let value = try? JSONValue(json: String(text))
    else { return nil }
    let digits = text.utf8.prefix { $0 != 0x65 && $0 != 0x45 }.count { (0x30...0x39).contains($0) }
    switch value {
    case .integer: return value
    // A double keeps fifteen digits whatever they are.
    case .number: return digits <= 15 ? value : JSONValue?.none
    case .null, .bool, .string, .array, .object: return nil
    }
  }

  private static func unclosed(_ text: Substring) -> Fault {
    endOfQuoted(text) == nil
      ? Fault(reason: "a quote is never closed")
      : Fault(reason: "text stands behind a closing quote")
  }

  /// The place behind the closing quote; `nil` when there is none.
  private static func endOfQuoted(_ text: Substring) -> Substring.Index? {
    guard let quote = text.first else { return nil }
    var at = text.index(after: text.startIndex)
    while at < text.endIndex {
      let character = text[at]
      let next = text.index(after: at)
      if quote == "\"", character == "\\", next < text.endIndex {
        at = text.index(after: next)
        continue
      }
      if character == quote {
        if quote == "'", next < text.endIndex, text[next] == "'" {
          at = text.index(after: next)
          continue
        }
        return next
      }
      at = next
    }
    return nil
  }

  private static func doubleQuoted(_ text: Substring) -> Result<JSONValue, Fault> {
    var answer = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        answer.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": answer.append("\n")
      case "t": answer.append("\t")
      case "r": answer.append("\r")
      case "0": return .failure(Fault(reason: "a text can't hold the NUL character"))
      case "x": guard take(2, of: &rest, into: &answer) else { return .failure(escape("x")) }
      case "u": guard take(4, of: &rest, into: &answer) else { return .failure(escape("u")) }
      case "U": guard take(8, of: &rest, into: &answer) else { return .failure(escape("U")) }
      case let other? where ["\"", "\\", "/", " "].contains(other): answer.append(other)
      case let other: return .failure(escape(other.map(String.init) ?? ""))
      }
    }
    return .success(.string(answer))
  }

  private static func escape(_ name: String) -> Fault {
    Fault(reason: "'\\\(name)' is no escape that a quoted text knows")
  }

  private static func take(_ count: Int, of rest: inout Substring, into answer: inout String)
    -> Bool
  {
    let digits = rest.prefix(count)
    guard digits.count == count, let code = UInt32(digits, radix: 16), code != 0,
      let scalar = Unicode.Scalar(code)
    else { return false }
    answer.unicodeScalars.append(scalar)
    rest = rest.dropFirst(count)
    return true
  }

  static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}
