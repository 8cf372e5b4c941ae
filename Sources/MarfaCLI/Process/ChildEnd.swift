/// How a child process ended.
enum ChildEnd: Sendable, Hashable, CustomStringConvertible {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case killed(Int32)

  var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}
