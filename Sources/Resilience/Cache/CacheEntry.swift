/// A value that a cache keeps, with the moment it was stored.
public struct CacheEntry<Value: Sendable>: Sendable {
  /// What is kept.
  public var value: Value
  /// When it was stored: milliseconds since 1970-01-01 00:00 UTC by the wall clock.
  ///
  /// Wall time, because the entry may outlive the process and its clocks.
  public var storedAt: Int64

  /// Makes an entry.
  public init(value: Value, storedAt: Int64) {
    self.value = value
    self.storedAt = storedAt
  }

  /// Answers how old it is at a moment of the wall clock; never negative, whatever jumped.
  public func age(at unixMilliseconds: Int64) -> Duration {
    let (age, overflow) = unixMilliseconds.subtractingReportingOverflow(storedAt)
    return overflow ? .zero : .milliseconds(max(age, 0))
  }
}

extension CacheEntry: Equatable where Value: Equatable {}
extension CacheEntry: Hashable where Value: Hashable {}
