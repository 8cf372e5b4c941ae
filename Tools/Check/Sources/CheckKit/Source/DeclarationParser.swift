/// Finds the declarations in a file's tokens, without looking into bodies of functions.
struct DeclarationParser {
  private let tokens: [Token]
  private var at = 0
  private var found: [Declaration] = []

  private static let modifiers: Set<String> = [
    "public", "open", "internal", "package", "private", "fileprivate", "static", "final",
    "override", "mutating", "nonmutating", "nonisolated", "isolated", "lazy", "weak", "unowned",
    "required", "convenience", "indirect", "dynamic", "optional", "prefix", "postfix", "infix",
    "consuming", "borrowing", "distributed", "sending",
  ]

  init(tokens: [Token]) {
    self.tokens = tokens
  }

  mutating func parse() -> [Declaration] {
    members(of: nil, enclosing: [])
    return found
  }

  private struct Scope {
    let kind: Declaration.Kind
    let access: Declaration.Access
    let statesAccess: Bool
  }

  private var current: Token? { at < tokens.count ? tokens[at] : nil }

  private func isMark(_ text: String, at index: Int) -> Bool {
    index < tokens.count && tokens[index].kind == .mark && tokens[index].text == text
  }

  private mutating func members(of scope: Scope?, enclosing: [String]) {
    while at < tokens.count {
      if isMark("}", at: at) {
        if scope != nil { return }
        at += 1
        continue
      }
      declaration(in: scope, enclosing: enclosing)
    }
  }

  private mutating func declaration(in scope: Scope?, enclosing: [String]) {
    let start = at
    let modifiers = prefix()
    guard let token = current else { return }
    guard token.kind == .word, let kind = keyword(modifiers: modifiers) else {
      skipOne()
      return
    }
    if kind == .case, scope?.kind != .enum { return skipOne() }
    at += 1
    let (name, generics) = nameAndGenerics(kind)
    let access = access(modifiers, kind: kind, in: scope)
    let index = found.count
    found.append(
      Declaration(
        kind: kind, name: name, access: access, firstLine: tokens[start].line, line: token.line,
        depth: enclosing.count, enclosing: enclosing, range: start..<at, generics: generics))
    if kind.isScope {
      while let next = current, !(next.kind == .mark && next.text == "{") {
        if next.kind == .mark, next.text == "}" { break }
        at += 1
      }
      guard isMark("{", at: at) else { return }
      at += 1
      let stated = modifiers.contains { Self.access(named: $0) != nil }
      members(
        of: Scope(kind: kind, access: access, statesAccess: stated), enclosing: enclosing + [name])
      if isMark("}", at: at) { at += 1 }
    } else {
      rest()
    }
    found[index].range = start..<at
  }

  /// Reads attributes and modifiers.
  private mutating func prefix() -> [String] {
    var modifiers: [String] = []
    while let token = current {
      if token.kind == .mark, token.text == "@" {
        at += 2
        while isMark(".", at: at) { at += 2 }
        if isMark("(", at: at), at > 0, tokens[at].line == tokens[at - 1].line { skipBalanced() }
      } else if token.kind == .word, Self.modifiers.contains(token.text) {
        at += 1
        if isMark("(", at: at) {
          let argument = at + 1 < tokens.count ? tokens[at + 1].text : ""
          skipBalanced()
          modifiers.append("\(token.text)(\(argument))")
        } else {
          modifiers.append(token.text)
        }
      } else if token.kind == .word, token.text == "class", nextIsMember {
        at += 1
      } else {
        return modifiers
      }
    }
    return modifiers
  }

  /// Whether `class` is a modifier here: `class func`, `class var`.
  private var nextIsMember: Bool {
    guard at + 1 < tokens.count else { return false }
    return ["func", "var", "subscript", "override", "final"].contains(tokens[at + 1].text)
  }

  private func keyword(modifiers: [String]) -> Declaration.Kind? {
    guard let token = current, let kind = Declaration.Kind(rawValue: token.text) else { return nil }
    let next = at + 1 < tokens.count ? tokens[at + 1] : nil
    switch kind {
    case .actor, .macro:
      // Only a keyword before a name: both may also be the name of a value.
      return next?.kind == .word ? kind : nil
    case .`init`:
      return next.map { ["(", "?", "<", "!"].contains($0.text) } == true ? kind : nil
    default:
      return kind
    }
  }

  private static func access(named modifier: String) -> Declaration.Access? {
    switch modifier {
    case "public", "open": .public
    case "package": .package
    case "internal": .internal
    case "fileprivate": .fileprivate
    case "private": .private
    default: nil
    }
  }

  private func access(_ modifiers: [String], kind: Declaration.Kind, in scope: Scope?)
    -> Declaration.Access
  {
    let stated = modifiers.lazy.compactMap(Self.access(named:)).first
    if let stated { return stated }
    guard let scope else { return .internal }
    if kind == .case || scope.kind == .protocol { return scope.access }
    if scope.kind == .extension, scope.statesAccess { return scope.access }
    return min(scope.access, .internal)
  }

  private mutating func nameAndGenerics(_ kind: Declaration.Kind) -> (String, [String]) {
    var name = kind == .`init` ? "init" : ""
    switch kind {
    case .`init`, .`subscript`, .`deinit`:
      if name.isEmpty { name = kind.rawValue }
    case .func where current?.kind == .mark:
      while let token = current, token.kind == .mark, token.text != "(" {
        name += token.text
        at += 1
      }
      // An operator's arguments have no labels.
      return (name, [])
    default:
      if let token = current, token.kind == .word {
        name = token.text
        at += 1
        while kind == .extension || kind == .import, isMark(".", at: at), at + 1 < tokens.count {
          name += "." + tokens[at + 1].text
          at += 2
        }
      }
    }
    var generics: [String] = []
    if isMark("<", at: at) { generics = genericParameters() }
    if kind == .`init` || kind == .func || kind == .`subscript` { name += labels() }
    return (name, generics)
  }

  /// Reads `<A, B: C>` and answers `A`, `B`.
  private mutating func genericParameters() -> [String] {
    var names: [String] = []
    var depth = 0
    var expectsName = true
    while let token = current {
      at += 1
      if token.kind == .mark, token.text == "<" {
        depth += 1
      } else if token.kind == .mark, token.text == ">" {
        depth -= 1
        if depth == 0 { break }
      } else if token.kind == .mark, token.text == ",", depth == 1 {
        expectsName = true
      } else if token.kind == .word, expectsName, !["each", "let"].contains(token.text) {
        names.append(token.text)
        expectsName = false
      }
    }
    return names
  }

  /// The argument labels as `(from:to:)`, read without moving on.
  private func labels() -> String {
    var index = at
    while isMark("?", at: index) || isMark("!", at: index) { index += 1 }
    guard isMark("(", at: index) else { return "" }
    var depth = 0
    var answer = "("
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .mark, ["(", "[", "{"].contains(token.text) {
        depth += 1
      } else if token.kind == .mark, [")", "]", "}"].contains(token.text) {
        depth -= 1
        if depth == 0 { break }
      } else if depth == 1, token.kind == .word,
        [",", "("].contains(tokens[index - 1].text)
      {
        answer += token.text + ":"
      }
      index += 1
    }
    return answer + ")"
  }

  /// Moves to the declaration's end: a new line that starts another, or the brace that closes all.
  private mutating func rest() {
    while let token = current {
      if token.kind == .mark {
        switch token.text {
        case "{", "(", "[":
          skipBalanced()
          continue
        case "}", ")", "]":
          return
        case ";":
          at += 1
          return
        default: break
        }
      }
      if at > 0, token.line > tokens[at - 1].line, startsDeclaration { return }
      at += 1
    }
  }

  private var startsDeclaration: Bool {
    guard let token = current else { return true }
    if token.kind == .mark { return token.text == "@" || token.text == "#" }
    guard token.kind == .word else { return false }
    // After a dot or an operator a keyword is a member's name.
    if isMark(".", at: at - 1) || isMark("=", at: at - 1) { return false }
    return Self.modifiers.contains(token.text) || keyword(modifiers: []) != nil
  }

  private mutating func skipOne() {
    guard let token = current else { return }
    if token.kind == .mark, ["{", "(", "["].contains(token.text) {
      skipBalanced()
    } else {
      at += 1
    }
  }

  private mutating func skipBalanced() {
    var depth = 0
    while let token = current {
      at += 1
      guard token.kind == .mark else { continue }
      if ["{", "(", "["].contains(token.text) { depth += 1 }
      if ["}", ")", "]"].contains(token.text) {
        depth -= 1
        if depth <= 0 { return }
      }
    }
  }
}
