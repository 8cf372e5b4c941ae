import MarfaModel

/// Reads the lines of a front matter: the part of YAML that people write there.
///
/// It knows scalars, quoted strings, texts over several lines (`|`, `>`), lists in either form, and
/// maps one level deep. What lies deeper is kept as the text that it is.
struct FrontMatterReader {
  struct Fault: Error, Equatable {
    /// The line in the block, from 0.
    let line: Int
    let reason: String
  }

  private let lines: [Substring]
  private var at = 0

  init(_ lines: [Substring]) {
    self.lines = lines
  }

  mutating func values() throws(Fault) -> JSONObject {
    try map(indent: 0, depth: 0)
  }

  /// Whether a line begins an entry of a map.
  static func looksLikeEntry(_ line: Substring) -> Bool {
    guard let first = line.first, first.isLetter || first == "_" || first == "\"" || first == "'"
    else { return false }
    return FrontMatterScalar.split(line) != nil
  }

  private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private func isBlank(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.isEmpty || text.hasPrefix("#")
  }

  private mutating func map(indent: Int, depth: Int) throws(Fault) -> JSONObject {
    var found: JSONObject = [:]
    while at < lines.count {
      let line = lines[at]
      if isBlank(line) {
        at += 1
        continue
      }
      let own = Self.indent(line)
      if own < indent { break }
      if line.dropFirst(own).hasPrefix("\t") {
        throw Fault(line: at, reason: "a tab stands where spaces have to")
      }
      if own > indent { throw Fault(line: at, reason: "this line is indented under nothing") }
      let text = line.dropFirst(own)
      guard let (rawKey, rest) = FrontMatterScalar.split(text) else {
        throw Fault(line: at, reason: "'\(Self.short(text))' is no 'key: value'")
      }
      let key = try scalarText(rawKey)
      if key.isEmpty { throw Fault(line: at, reason: "a value without a key") }
      if found[key] != nil { throw Fault(line: at, reason: "the key '\(key)' stands twice") }
      at += 1
      found[key] = try value(rest, indent: indent, depth: depth)
    }
    return found
  }

  private func scalarText(_ text: Substring) throws(Fault) -> String {
    switch FrontMatterScalar.value(of: text) {
    case .success(let value): value.string ?? String(text)
    case .failure(let fault): throw Fault(line: at, reason: fault.reason)
    }
  }

  /// The value behind a key: on its line, or in the lines that are indented below it.
  private mutating func value(_ rest: Substring, indent: Int, depth: Int) throws(Fault) -> JSONValue
  {
    let text = FrontMatterScalar.withoutComment(rest)
    if let style = text.first, style == "|" || style == ">",
      text.dropFirst().allSatisfy({ $0 == "-" || $0 == "+" || $0.isNumber })
    {
      return .string(block(indent: indent, isFolded: style == ">"))
    }
    if !text.isEmpty { return try inline(text, indent: indent) }
    guard let next = nextFilled() else { return .string("") }
    let own = Self.indent(lines[next])
    let inner = lines[next].dropFirst(own)
    if inner == "-" || inner.hasPrefix("- ") {
      // A list may stand under its key without being indented.
      return own >= indent ? try list(indent: own, depth: depth) : .string("")
    }
    guard own > indent else { return .string("") }
    if inner.hasPrefix("\t") {
      throw Fault(line: next, reason: "a tab stands where spaces have to")
    }
    if FrontMatterScalar.split(inner) != nil {
      return depth == 0
        ? .object(try map(indent: own, depth: 1)) : .string(raw(deeperThan: indent))
    }
    return .string(folded(deeperThan: indent))
  }

  private func nextFilled() -> Int? {
    lines[at...].firstIndex { !isBlank($0) }
  }

  private mutating func inline(_ text: Substring, indent: Int) throws(Fault) -> JSONValue {
    let line = at - 1
    if text.hasPrefix("[") || text.hasPrefix("{") {
      var whole = String(text)
      // A list in brackets may go on over the lines below.
      while !FrontMatterScalar.isClosed(whole), at < lines.count {
        let next = lines[at]
        if !isBlank(next) {
          guard Self.indent(next) > indent || next.hasPrefix("]") || next.hasPrefix("}") else {
            break
          }
          whole += " " + next.drop { $0 == " " }
        }
        at += 1
      }
      switch FrontMatterScalar.flow(whole[...]) {
      case .success(let value): return value
      case .failure(let fault): throw Fault(line: line, reason: fault.reason)
      }
    }
    let isQuoted = text.hasPrefix("\"") || text.hasPrefix("'")
    if !isQuoted, let next = nextFilled(), next == at, Self.indent(lines[next]) > indent,
      FrontMatterScalar.split(lines[next].drop { $0 == " " }) == nil
    {
      // A plain text that goes on in the indented lines below it.
      return .string(String(text) + " " + folded(deeperThan: indent))
    }
    switch FrontMatterScalar.value(of: text) {
    case .success(let value): return value
    case .failure(let fault): throw Fault(line: line, reason: fault.reason)
    }
  }

  private mutating func list(indent: Int, depth: Int) throws(Fault) -> JSONValue {
    var found: [JSONValue] = []
    while at < lines.count {
      let line = lines[at]
      if isBlank(line) {
        at += 1
        continue
      }
      let own = Self.indent(line)
      let text = line.dropFirst(own)
      guard own == indent, text == "-" || text.hasPrefix("- ") else {
        if own > indent { throw Fault(line: at, reason: "this line is indented under nothing") }
        break
      }
      at += 1
      let entry = FrontMatterScalar.withoutComment(text.dropFirst(1).drop { $0 == " " })
      let isDeep = nextFilled().map { $0 == at && Self.indent(lines[$0]) > indent } ?? false
      if isDeep || (!entry.hasPrefix("\"") && FrontMatterScalar.split(entry) != nil) {
        // A map or a list inside a list: kept as the text that it is.
        let rest = isDeep ? raw(deeperThan: indent) : ""
        found.append(.string(entry.isEmpty || rest.isEmpty ? entry + rest : entry + "\n" + rest))
      } else {
        found.append(try inline(entry, indent: indent))
      }
    }
    return .array(found)
  }

  /// The lines of a `|` or `>` text, without their indentation.
  private mutating func block(indent: Int, isFolded: Bool) -> String {
    let taken = takeLines(deeperThan: indent)
    let margin = taken.filter { !$0.allSatisfy { $0 == " " } }.map(Self.indent).min() ?? 0
    var texts = taken.map { $0.dropFirst(min(margin, Self.indent($0))) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    guard isFolded else { return texts.joined(separator: "\n") }
    return texts.split(separator: "", omittingEmptySubsequences: false)
      .map { $0.joined(separator: " ") }.joined(separator: "\n")
  }

  private mutating func folded(deeperThan indent: Int) -> String {
    takeLines(deeperThan: indent).map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private mutating func raw(deeperThan indent: Int) -> String {
    block(indent: indent, isFolded: false)
  }

  private mutating func takeLines(deeperThan indent: Int) -> [Substring] {
    var taken: [Substring] = []
    while at < lines.count {
      let line = lines[at]
      let isEmpty = line.allSatisfy { $0 == " " || $0 == "\t" }
      guard isEmpty || Self.indent(line) > indent else { break }
      taken.append(line)
      at += 1
    }
    return taken
  }

  private static func short(_ text: Substring) -> String {
    text.count > 40 ? text.prefix(40) + "…" : String(text)
  }
}
