/// The id of the last event of a server's log that was taken; 0 is before the first.
public enum EventCursor {
  /// Reads the digits of a cursor: `0`, or a number without sign and leading zero that fits 64 bits.
  public static func parse(_ text: String) -> Int64? {
    var value: Int64 = 0
    guard !text.isEmpty, text == "0" || text.utf8.first != 0x30 else { return nil }
    for byte in text.utf8 {
      guard 0x30...0x39 ~= byte else { return nil }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, stillTooLarge) = product.addingReportingOverflow(Int64(byte) - 0x30)
      guard !tooLarge, !stillTooLarge else { return nil }
      value = sum
    }
    return value
  }

  /// Reads a cursor that is sent as a number or as its digits.
  public static func read(_ value: JSONValue) -> Int64? {
    if let text = value.string { return parse(text) }
    return value.whole.flatMap { $0 >= 0 ? $0 : nil }
  }
}
