import Resilience

/// An event as it waits to be sent: fixed texts and plain values.
struct LogRecord: Sendable {
  let event: StaticString
  let severity: Severity
  let attributes: [(name: StaticString, value: AttributeContent)]
  let unixMilliseconds: Int64
  /// When it began to wait.
  let arrival: MonotonicInstant
}
