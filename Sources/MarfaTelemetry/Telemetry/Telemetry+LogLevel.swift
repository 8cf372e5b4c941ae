extension Telemetry {
  /// The weight of an event, the lightest first.
  public enum LogLevel: Sendable, Hashable, CaseIterable, Comparable {
    /// A step of a step.
    case trace
    /// What helps its makers find a fault.
    case debug
    /// What happens in the ordinary course.
    case info
    /// What may come to harm.
    case warning
    /// What failed.
    case error
    /// What ended the app or a part of it.
    case fatal

    /// The level as OTLP writes it.
    var severity: Severity {
      switch self {
      case .trace: Severity(number: 1, text: "TRACE")
      case .debug: Severity(number: 5, text: "DEBUG")
      case .info: Severity(number: 9, text: "INFO")
      case .warning: Severity(number: 13, text: "WARN")
      case .error: Severity(number: 17, text: "ERROR")
      case .fatal: Severity(number: 21, text: "FATAL")
      }
    }
  }
}
