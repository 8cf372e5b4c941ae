/// The variable segments of a path by their names: few, so they are searched from the front.
struct PathValues: Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// Adds a segment.
  mutating func append(_ name: String, _ value: String) { pairs.append((name, value)) }

  /// The segment of a name.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}
