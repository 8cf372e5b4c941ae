import Marfa

/// What is to become of a write.
enum ExpectedVerdict: Sendable, Hashable, CustomStringConvertible {
  /// The server takes it as it is.
  case accepted
  /// The server takes it and merges these fields with another change.
  case merged([String])
  /// The server keeps both values of these fields.
  case conflicted([String])

  /// Whether this is what became of it.
  func holds(for verdict: Verdict?) -> Bool {
    switch (self, verdict) {
    case (.accepted, .accepted): true
    case (.merged(let expected), .merged(let fields)): expected == fields
    case (.conflicted(let expected), .conflicted(_, let fields)): expected == fields
    case (_, _): false
    }
  }

  var description: String {
    switch self {
    case .accepted: "accepted"
    case .merged(let fields): "merged: \(fields.joined(separator: ", "))"
    case .conflicted(let fields): "conflicted: \(fields.joined(separator: ", "))"
    }
  }
}
