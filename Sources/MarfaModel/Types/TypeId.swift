/// The grammar of type identifiers: `publisher.name`, such as `core.note` or `app.shop.order`.
///
/// Two or more segments joined by dots, each a lowercase letter followed by lowercase letters,
/// digits, `-` and `_`; at most 128 characters in all. Under `app` exactly two segments follow.
public enum TypeId {
  /// The most characters that an identifier may have.
  public static let lengthLimit = 128

  /// First segments that name parts of the product's interface and so can begin no type.
  public static let reservedRoots: Set<String> = [
    "audit", "blobs", "config", "connectors", "content", "edge", "grants", "instance", "items",
    "keys", "metadata", "profile", "schema", "space", "webhooks",
  ]

  /// First segments of the types that the product ships; nobody else can register under them.
  public static let platformRoots: Set<String> = ["core", "system", "marfa"]

  /// The type of saved views: the one `system` type whose items are written like any other.
  public static let view = "system.view"

  /// The type of folders, whose items have doors of their own.
  public static let folder = "system.folder"

  /// Whether a text is a well-formed identifier. It may be unregistered.
  public static func isValid(_ text: String) -> Bool { fault(in: text) == nil }

  /// What is wrong with a text as an identifier, in a sentence; `nil` when it is well formed.
  public static func fault(in text: String) -> String? {
    guard let segments = segments(of: text) else {
      return "A type is two or more lowercase words joined by dots, such as core.note."
    }
    if segments.count < 2 { return "A type needs a publisher and a name, such as core.note." }
    if reservedRoots.contains(segments[0]) {
      return "No type can begin with “\(segments[0])”: the word is reserved."
    }
    if segments[0] == "app", segments.count != 3 {
      return "A type under “app” has exactly two further words: app.<app>.<type>."
    }
    return nil
  }

  /// The refusal of a malformed identifier at a place of a request; `nil` when it is well formed.
  public static func refusal(of text: String, path: String) -> RuleRefusal? {
    fault(in: text).map { .validation(path: path, $0) }
  }

  /// The first segment, all of it: `core` of `core.note`.
  public static func root(of id: String) -> String {
    String(id.prefix { $0 != "." })
  }

  /// Whether the product ships the type or shipped it once, so that it cannot be changed.
  public static func isPlatform(_ id: String) -> Bool { platformRoots.contains(root(of: id)) }

  /// Whether items of the type belong to the product itself and not to people.
  public static func isSystem(_ id: String) -> Bool { root(of: id) == "system" }

  /// Whether an identifier is another one or lies under it by its dotted name.
  public static func isAtOrUnder(_ id: String, _ ancestor: String) -> Bool {
    let (id, ancestor) = (id.utf8, ancestor.utf8)
    guard id.count > ancestor.count else { return id.elementsEqual(ancestor) }
    return id.starts(with: ancestor)
      && id[id.index(id.startIndex, offsetBy: ancestor.count)] == UInt8(ascii: ".")
  }

  /// The segments of a text whose every segment is well formed, `nil` otherwise.
  static func segments(of text: String) -> [String]? {
    guard !text.isEmpty, text.utf8.count <= lengthLimit else { return nil }
    var segments: [String] = []
    for segment in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard isSegment(segment) else { return nil }
      segments.append(String(segment))
    }
    return segments
  }

  private static func isSegment(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
