import Foundation

/// What the product has to reach.
enum Goal: Sendable {
  /// Ours divided by theirs is at least this: for rates.
  case atLeast(Double)
  /// Ours divided by theirs is at most this: for times.
  case atMost(Double)
  /// Ours alone is under this, in the case's unit.
  case under(Double)

  /// Whether the goal is met; `nil` when a side is missing.
  func isMet(ours: Double?, theirs: Double?) -> Bool? {
    guard let ours else { return nil }
    switch self {
    case .atLeast(let ratio): return theirs.map { ours / $0 >= ratio }
    case .atMost(let ratio): return theirs.map { ours / $0 <= ratio }
    case .under(let most): return ours < most
    }
  }

  var text: String {
    switch self {
    case .atLeast(let ratio): String(format: "≥ %.2f", ratio)
    case .atMost(let ratio): String(format: "≤ %.2f", ratio)
    case .under(let most): String(format: "< %.0f", most)
    }
  }
}
