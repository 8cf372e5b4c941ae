import Foundation

/// What a figure counts.
enum Unit: String, Sendable {
  case perSecond = "/s"
  case microseconds = "µs"
  case milliseconds = "ms"
  case seconds = "s"
  case mebibytes = "MiB"

  /// The figure as the table shows it.
  func text(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 1 ? 1 : 3
    return String(format: "%.\(digits)f %@", value, rawValue)
  }
}
