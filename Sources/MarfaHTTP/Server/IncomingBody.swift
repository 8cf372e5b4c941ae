/// A request body while it arrives: kept up to its cap, counted beyond it.
struct IncomingBody {
  /// What was kept; empty once there is an overflow.
  private(set) var bytes: [UInt8] = []
  /// Whether more came, or was announced, than may be kept.
  private(set) var isOverflow = false
  /// Whether it would have been kept if others had left room for it.
  private(set) var lacksRoom = false
  private var discarded = 0
  private var taken = 0
  private let cap: Int
  private let discardCap: Int
  private let room: BodyRoom?
  /// What takes the bytes in place of ``bytes``.
  private(set) var sink: (any HTTPBodySink)?

  /// - Parameters:
  ///   - room: what all bodies share; `nil` for a request without a body.
  ///   - sink: what takes the bytes, whatever the cap.
  init(
    cap: Int, discardCap: Int, announced: Int?, room: BodyRoom?, sink: (any HTTPBodySink)? = nil
  ) {
    self.cap = max(0, cap)
    self.discardCap = max(0, discardCap)
    self.room = room
    self.sink = sink
    if let sink {
      isOverflow = sink.isFull
      return
    }
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
    if let sink {
      if !isOverflow { sink.take(arrived) }
      isOverflow = sink.isFull
      if isOverflow { discarded += arrived.count }
      return
    }
    if !isOverflow && arrived.count <= cap - bytes.count {
      if room?.take(arrived.count) ?? true {
        taken += arrived.count
        bytes.append(contentsOf: arrived)
        return
      }
      lacksRoom = true
    }
    isOverflow = true
    // Counts like a body whose excess was announced: all of it, what had been kept included.
    discarded += bytes.count + arrived.count
    bytes = []
    giveRoomBack()
  }

  /// Gives the bytes away, so that they have one owner. Their room stays taken.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The request is over: its bytes are nobody's any more.
  mutating func giveRoomBack() {
    sink = nil
    room?.giveBack(taken)
    taken = 0
  }
}
