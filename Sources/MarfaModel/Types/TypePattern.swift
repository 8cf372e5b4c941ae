/// What names types in a list narrowing or in a key's permissions: `*`, `ns.*` or one identifier.
public enum TypePattern: Sendable, Hashable {
  /// Every type (`*`).
  case all
  /// The named type, what lies under it by name, and what declares it as an ancestor (`core.*`).
  case under(String)
  /// One type.
  case exactly(String)

  /// Reads a pattern; `nil` when its grammar is wrong.
  ///
  /// A wildcard's name needs well-formed segments only: `core.*` and `keys.*` are patterns, and
  /// may match nothing.
  public init?(_ text: String) {
    if text == "*" {
      self = .all
    } else if text.hasSuffix(".*") {
      let name = String(text.dropLast(2))
      guard TypeId.segments(of: name) != nil else { return nil }
      self = .under(name)
    } else {
      guard TypeId.isValid(text) else { return nil }
      self = .exactly(text)
    }
  }

  /// The pattern as it is written.
  public var text: String {
    switch self {
    case .all: "*"
    case .under(let name): "\(name).*"
    case .exactly(let id): id
    }
  }
}
