import MarfaModel

extension FrontMatterScalar {
  /// Whether every bracket that was opened is closed again.
  static func isClosed(_ text: String) -> Bool {
    var depth = 0
    var quote: Character?
    var before: Character = " "
    for character in text {
      if let open = quote {
        if character == open, !(open == "\"" && before == "\\") { quote = nil }
      } else if character == "\"" || (character == "'" && " [{,:".contains(before)) {
        quote = character
      } else if character == "[" || character == "{" {
        depth += 1
      } else if character == "]" || character == "}" {
        depth -= 1
      }
      before = character
    }
    return depth <= 0
  }

  /// A list `[a, b]` or a map `{a: b}`. What is nested deeper is kept as text.
  static func flow(_ text: Substring) -> Result<JSONValue, Fault> {
    let text = trimmed(withoutFlowComment(text))
    guard let open = text.first, let close = text.last,
      (open, close) == ("[", "]") || (open, close) == ("{", "}")
    else {
      return .failure(Fault(reason: "a bracket is never closed, or text stands behind it"))
    }
    guard let parts = parts(of: text.dropFirst().dropLast()) else {
      return .failure(Fault(reason: "the brackets or quotes don't match"))
    }
    if open == "[" {
      var list: [JSONValue] = []
      for part in parts {
        switch element(part) {
        case .success(let value): list.append(value)
        case .failure(let fault): return .failure(fault)
        }
      }
      return .success(.array(list))
    }
    var map: JSONObject = [:]
    for part in parts {
      guard let (rawKey, rest) = split(part) ?? (part.isEmpty ? nil : (part, "")) else { continue }
      guard case .success(let key) = value(of: rawKey) else {
        return .failure(Fault(reason: "the key '\(rawKey)' can't be read"))
      }
      let name = key.string ?? String(rawKey)
      guard map[name] == nil else {
        return .failure(Fault(reason: "the key '\(rawKey)' stands twice"))
      }
      switch element(rest) {
      case .success(let value): map[name] = value
      case .failure(let fault): return .failure(fault)
      }
    }
    return .success(.object(map))
  }

  private static func element(_ text: Substring) -> Result<JSONValue, Fault> {
    text.hasPrefix("[") || text.hasPrefix("{") ? .success(.string(String(text))) : value(of: text)
  }

  /// A comment behind the closing bracket.
  private static func withoutFlowComment(_ text: Substring) -> Substring {
    guard let hash = text.lastIndex(of: "#"),
      let close = text.lastIndex(where: { $0 == "]" || $0 == "}" }),
      close < hash
    else { return text }
    return text[...close]
  }

  /// The texts between the commas of the outermost level; `nil` when brackets don't match.
  private static func parts(of text: Substring) -> [Substring]? {
    var found: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var quote: Character?
    var before: Character = " "
    var at = text.startIndex
    while at < text.endIndex {
      let character = text[at]
      defer { before = character }
      if let open = quote {
        if character == "\\", open == "\"" { at = text.index(after: at) }
        if character == open { quote = nil }
        if at == text.endIndex { return nil }
      } else if character == "\"" || character == "'", " [{,:".contains(before) {
        quote = character
      } else if character == "[" || character == "{" {
        depth += 1
      } else if character == "]" || character == "}" {
        depth -= 1
        if depth < 0 { return nil }
      } else if character == ",", depth == 0 {
        found.append(trimmed(text[start..<at]))
        start = text.index(after: at)
      }
      at = text.index(after: at)
    }
    guard depth == 0, quote == nil else { return nil }
    let last = trimmed(text[start...])
    // A comma may stand behind the last element.
    if !last.isEmpty { found.append(last) }
    return found
  }
}
