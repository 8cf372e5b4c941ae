/// A request body while it arrives: kept up to its cap, counted beyond it.
struct IncomingBody {
  /// What was kept; empty once there is an overflow.
  private(set) var bytes: [UInt8] = []
  /// Whether more came, or was announced, than may be kept.
  private(set) var isOverflow = false
  private var discarded = 0
  private let cap: Int
  private let discardCap: Int

  init(cap: Int, discardCap: Int, announced: Int?) {
    self.cap = max(0, cap)
    self.discardCap = max(0, discardCap)
    guard let announced else { return }
    if announced > self.cap {
      isOverflow = true
    } else {
      bytes.reserveCapacity(min(announced, Tuning.bodyReserveBytes))
    }
  }

  /// Whether so much was thrown away that the connection should be cut.
  var isBeyondPatience: Bool { discarded > discardCap }

  /// Takes what arrived.
  mutating func append(_ arrived: UnsafeRawBufferPointer) {
    if !isOverflow && arrived.count <= cap - bytes.count {
      bytes.append(contentsOf: arrived)
      return
    }
    isOverflow = true
    // Counts like a body whose excess was announced: all of it, what had been kept included.
    discarded += bytes.count + arrived.count
    bytes = []
  }

  /// Gives the bytes away, so that they have one owner.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
