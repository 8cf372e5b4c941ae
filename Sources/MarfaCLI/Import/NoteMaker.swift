import MarfaModel

/// Makes a note of a file's text: front matter to properties and tags, and a title from somewhere.
struct NoteMaker {
  let limits: ImportLimits
  private(set) var issues: [ImportIssue] = []

  /// The fields of the note's type that only hold text, and may not be taken by other values.
  private static let textFields: Set<String> = ["language", "notes"]

  init(limits: ImportLimits) {
    self.limits = limits
  }

  /// A note without its links, and the other names that its front matter gives it.
  struct Made {
    var note: ImportedNote
    var aliases: [String]
    /// How many lines of the file stand before the body.
    var linesBefore: Int
  }

  mutating func make(path: String, text: String) -> Made {
    let front = FrontMatter(of: text)
    if let fault = front.fault {
      say(
        path, .frontMatter, "the front matter stays in the body: \(fault.reason)", line: fault.line)
    }
    let body = String(text.utf8.dropFirst(front.bodyStart)) ?? text
    var properties: JSONObject = [:]
    var tags: [String] = []
    var title: String?
    var aliases: [String] = []
    for (key, value) in front.values {
      switch key.lowercased() {
      case "title":
        title = Self.text(value)
        if title == nil { keep(value, as: key, in: &properties, path) }
      case "tags", "tag":
        let leftover = take(value, into: &tags)
        if !leftover.isEmpty {
          keep(.array(leftover), as: key, in: &properties, path)
        }
      case "body":
        keep(value, as: key, in: &properties, path)
      case let name where Self.textFields.contains(name):
        if case .string(let text) = value, Self.mayBe(name, text) {
          properties[name] = value
        } else {
          keep(value, as: key, in: &properties, path)
        }
      default:
        if key.lowercased() == "aliases" || key.lowercased() == "alias" {
          aliases += (value.array ?? [value]).compactMap(Self.text)
        }
        properties[key] = value
      }
    }
    let name = Self.name(of: path)
    // Behind the block even when it stays in the body: its marks would look like a heading's.
    let prose = String(text.utf8.dropFirst(front.end)) ?? body
    let chosen = title.flatMap { $0.isEmpty ? nil : $0 } ?? MarkdownText(prose).firstHeading ?? name
    let note = ImportedNote(
      path: path, title: chosen, body: body, properties: properties, tags: tags, links: [])
    return Made(note: note, aliases: aliases, linesBefore: front.lines)
  }

  private mutating func say(
    _ path: String, _ kind: ImportIssue.Kind, _ reason: String, line: Int? = nil
  ) {
    issues.append(ImportIssue(path: path, line: line, kind: kind, reason: reason))
  }

  /// Keeps a value that can't stand under its own name under one that is free.
  private mutating func keep(
    _ value: JSONValue, as key: String, in properties: inout JSONObject, _ path: String
  ) {
    var name = "front_matter_\(key)"
    while properties[name] != nil { name += "_" }
    properties[name] = value
    say(path, .renamed, "'\(key)' of the front matter can't be used as it is: kept as '\(name)'")
  }

  /// Takes tags out of a list or a text with commas; answers what can't be a tag.
  private func take(_ value: JSONValue, into tags: inout [String]) -> [JSONValue] {
    let entries: [JSONValue] =
      switch value {
      case .array(let list): list
      case .string(let text) where text.isEmpty: []
      case .string(let text):
        text.split(separator: ",").map { .string(String(FrontMatterScalar.trimmed($0))) }
      default: [value]
      }
    var leftover: [JSONValue] = []
    for entry in entries {
      guard var text = Self.text(entry) else {
        leftover.append(entry)
        continue
      }
      if text.hasPrefix("#") { text.removeFirst() }
      text = String(FrontMatterScalar.trimmed(text[...]))
      if text.isEmpty || tags.contains(text) { continue }
      if text.utf16.count > limits.tagUnits || tags.count >= limits.tags {
        leftover.append(entry)
      } else {
        tags.append(text)
      }
    }
    return leftover
  }

  /// The text of a single value; a number or a truth value as it is written.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer, .number, .bool: try? value.json()
    case .null, .array, .object: nil
    }
  }

  /// A language has to be a tag such as `en` or `zh-Hant`.
  private static func mayBe(_ name: String, _ text: String) -> Bool {
    guard name == "language" else { return true }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter)
    else {
      return false
    }
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// The file's name without what tells its kind.
  static func name(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".markdown", ".md"] where name.lowercased().hasSuffix(ending) {
      if name.count > ending.count { name = String(name.dropLast(ending.count)) }
    }
    return name
  }
}
