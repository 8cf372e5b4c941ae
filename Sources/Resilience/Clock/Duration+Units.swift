extension Duration {
  /// The whole milliseconds in it, rounded toward zero and held within `Int64`.
  public var wholeMilliseconds: Int64 {
    scaled(perSecond: 1_000)
  }

  /// The whole nanoseconds in it, rounded toward zero and held within `Int64` (292 years).
  public var wholeNanoseconds: Int64 {
    scaled(perSecond: 1_000_000_000)
  }

  /// The same time as a fraction of seconds, for C interfaces and printing.
  public var fractionalSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  private func scaled(perSecond units: Int64) -> Int64 {
    let (seconds, attoseconds) = components
    let rest = attoseconds / (1_000_000_000_000_000_000 / units)
    let whole = seconds.multipliedReportingOverflow(by: units)
    let sum = whole.partialValue.addingReportingOverflow(rest)
    guard !whole.overflow, !sum.overflow else { return seconds < 0 ? .min : .max }
    return sum.partialValue
  }
}
