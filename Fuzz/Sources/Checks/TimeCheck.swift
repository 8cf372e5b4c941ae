import MarfaModel

/// Normalises times; the canonical form must be a fixed point.
public enum TimeCheck: Check {
  public static let name = "time"

  public static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let instant = Timestamp(text) else { return }
    require(instant.text.utf8.count == 24, "the canonical form has another length")
    require(Timestamp(instant.text) == instant, "the canonical form is another instant")
    require(Timestamp.normalized(instant.text) == instant.text, "not a fixed point")
    require(Timestamp(milliseconds: instant.milliseconds) == instant, "out of range")
  }

  public static let shapes: [Shape] = [
    Shape("fraction", repeating: "1", after: "2026-03-01T08:00:00."),
    Shape("fraction of midnight", repeating: "0", after: "2026-03-01T24:00:00."),
    Shape("digits", repeating: "2"),
  ]
}
