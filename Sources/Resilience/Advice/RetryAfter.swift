/// The `Retry-After` field of an answer (RFC 9110, section 10.2.3).
public enum RetryAfter {
  /// The longest wait that is honoured, whatever the server asks for: 300 seconds.
  public static let cap = Tuning.retryAfterCap

  /// Reads how long the server asks to be left alone.
  ///
  /// A date is measured against the answer's own `Date`, so a wrong clock on either side does not
  /// matter; without a readable one, against the local wall clock.
  ///
  /// - Parameters:
  ///   - value: the field's value: whole seconds, or a date.
  ///   - date: the value of the answer's `Date` field, if it had one.
  ///   - clock: the clock that stands in when the answer had no date.
  /// - Returns: the wait, from zero to 300 seconds; `nil` when there is no readable value, which
  ///   is not the same as zero.
  public static func parse(
    _ value: String?, date: String? = nil, clock: any WaitingClock = SystemClock()
  ) -> Duration? {
    guard let value else { return nil }
    let text = value.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    let trimmed = String(text)
    guard !trimmed.isEmpty else { return nil }
    if trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than fit are a very long time, which is the cap.
      return min(Int64(trimmed).map { .seconds($0) } ?? cap, cap)
    }
    guard let until = HTTPDate.unixSeconds(trimmed) else { return nil }
    let from = date.flatMap { HTTPDate.unixSeconds($0) } ?? clock.unixMilliseconds / 1000
    return min(max(.seconds(until - from), .zero), cap)
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}
