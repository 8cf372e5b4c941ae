/// How the usage of commands is written on a terminal.
enum UsageText {
  /// As wide as terminals are when nobody has made them wider, in columns.
  private static let width = 80

  /// How online commands find their server, in words that begin with who does.
  static func server(foundBy subject: String) -> [String] {
    [
      "\(subject) server by --data DIR of a server on this machine,",
      "by --url URL with --key-file FILE, or by MARFA_API_URL and MARFA_API_KEY.",
    ]
  }

  /// A usage without what may be left out.
  static func short(_ usage: String) -> String {
    usage.split(separator: " ").prefix { !$0.hasPrefix("[") }.joined(separator: " ")
  }

  /// A usage in lines that fit a terminal, broken before options only.
  static func wrapped(_ usage: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in parts(usage) {
      if line.isEmpty {
        line = part
      } else if line.count + 1 + part.count <= width {
        line += " " + part
      } else {
        lines.append(line)
        line = "    " + part
      }
    }
    return lines + [line]
  }

  /// The words, an option together with its value.
  private static func parts(_ usage: String) -> [String] {
    var parts: [String] = []
    var isOpen = false
    for word in usage.split(separator: " ") {
      if isOpen, let last = parts.popLast() {
        parts.append("\(last) \(word)")
      } else {
        parts.append(String(word))
      }
      isOpen = word.hasPrefix("[") ? !word.contains("]") : isOpen && !word.contains("]")
    }
    return parts
  }
}
