/// A link or an embed, as a body writes it.
package struct BodyReference: Sendable, Hashable {
  /// How the item is meant.
  package enum Form: Sendable, Hashable, CaseIterable {
    /// By a title, an id, or a file's name anywhere.
    case name
    /// By a path from where the body lies, or from the root when it starts with a slash.
    case path
  }

  /// How the item is meant.
  package let form: Form
  /// What stands between the brackets, alias and heading included, or the path as written.
  package let text: String
  /// The name alone, or the path with its escapes undone.
  package let name: String
  /// Whether nothing can be found by it: a path that is written with a bare space.
  package let isBroken: Bool

  /// Makes a reference.
  package init(form: Form, text: String, name: String, isBroken: Bool = false) {
    self.form = form
    self.text = text
    self.name = name
    self.isBroken = isBroken
  }

  /// Reads what stands between double brackets; `nil` when that names nothing.
  init?(wiki inner: String) {
    let text = inner.trimmed
    guard text.utf8.first != UInt8(ascii: "#") else { return nil }
    var name = text
    if let cut = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") })
    {
      name = String(text[..<cut])
      // In a table the bar of an alias is written \|.
      if text.utf8[cut] == UInt8(ascii: "|"), name.hasSuffix("\\") { name.removeLast() }
      name = name.trimmed
    }
    guard !name.isEmpty else { return nil }
    self.init(form: ItemName.isRelativePath(name) ? .path : .name, text: text, name: name)
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
