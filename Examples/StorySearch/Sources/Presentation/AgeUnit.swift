/// The unit in which an age is told.
enum AgeUnit: Sendable {
  case second, minute, hour, day

  /// The largest unit of which there is at least one, and how many.
  static func of(_ duration: Duration) -> (count: Int64, unit: AgeUnit) {
    let seconds = max(duration.components.seconds, 0)
    return switch seconds {
    case ..<60: (seconds, .second)
    case ..<3_600: (seconds / 60, .minute)
    case ..<86_400: (seconds / 3_600, .hour)
    default: (seconds / 86_400, .day)
    }
  }
}
