extension Telemetry {
  /// The value of an attribute: a number, a truth value, or a text fixed in the source.
  ///
  /// It can be made of nothing else, so that no conformance to ``TelemetryValue`` can bring in a
  /// text that was read at run time.
  public struct AttributeValue: Sendable {
    let content: AttributeContent

    /// Makes a whole number.
    public init(_ value: some FixedWidthInteger & Sendable) {
      // One beyond the format's 64 bits with a sign is told as the nearest double.
      content = Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
    }

    /// Makes a number; one that is not finite is told as such.
    public init(_ value: Double) {
      content = .number(value)
    }

    /// Makes a truth value.
    public init(_ value: Bool) {
      content = .truth(value)
    }

    /// Makes a text that stands in the source.
    public init(_ value: StaticString) {
      content = .text(value)
    }
  }
}
