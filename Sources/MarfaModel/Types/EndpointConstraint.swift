/// What an edge type asks of the item at one of its ends.
public enum EndpointConstraint: Sendable, Hashable {
  /// Any item (`*`).
  case any
  /// An item whose type has a role (`role:container`).
  case role(String)
  /// An item of a type or of one under it.
  case type(String)

  /// Reads a constraint as it is written.
  public init(_ text: String) {
    if text == "*" {
      self = .any
    } else if text.hasPrefix("role:") {
      self = .role(String(text.dropFirst("role:".count)))
    } else {
      self = .type(text)
    }
  }
}
