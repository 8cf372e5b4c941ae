/// What may stand as an attribute's value: numbers, truth values and texts fixed in the source.
///
/// A text that is read at run time is none of these and does not compile.
public protocol TelemetryValue: Sendable {
  /// The value as it is sent.
  var telemetryValue: Telemetry.AttributeValue { get }
}

extension Int: TelemetryValue {
  /// The number.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}

extension Int64: TelemetryValue {
  /// The number.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}

extension UInt64: TelemetryValue {
  /// The number, as the nearest double when it is beyond `Int64`.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}

extension Double: TelemetryValue {
  /// The number.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}

extension Bool: TelemetryValue {
  /// The truth value.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}

extension StaticString: TelemetryValue {
  /// The text.
  public var telemetryValue: Telemetry.AttributeValue { .init(self) }
}
