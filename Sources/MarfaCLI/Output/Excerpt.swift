/// An excerpt of a search as plain text.
enum Excerpt {
  /// The text with matches in square brackets, on one line.
  static func plain(_ html: String) -> String {
    var text = html
    for (from, to) in [
      ("<mark>", "["), ("</mark>", "]"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
      ("&#39;", "'"), ("&amp;", "&"),
    ] {
      text = text.split(separator: from, omittingEmptySubsequences: false).joined(separator: to)
    }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
