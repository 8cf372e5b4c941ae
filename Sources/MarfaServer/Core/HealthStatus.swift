/// How a part of the server does, worst last.
enum HealthStatus: Int, Sendable, Comparable {
  /// It works.
  case ok
  /// It works, but something is short.
  case degraded
  /// It does not work.
  case down

  /// The word on the wire.
  var word: String {
    switch self {
    case .ok: "ok"
    case .degraded: "degraded"
    case .down: "down"
    }
  }

  /// Whether the left is better than the right.
  static func < (left: HealthStatus, right: HealthStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}
