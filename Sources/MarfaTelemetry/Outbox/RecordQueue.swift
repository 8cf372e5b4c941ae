/// Records in the order of their arrival; taking from the front is cheap.
struct RecordQueue: Sendable {
  private var storage: [LogRecord] = []
  private var head = 0

  var count: Int { storage.count - head }
  var first: LogRecord? { count > 0 ? storage[head] : nil }

  /// The record at a place counted from the front; `nil` behind the last.
  func record(at place: Int) -> LogRecord? { place < count ? storage[head + place] : nil }

  mutating func append(_ record: LogRecord) { storage.append(record) }

  /// Takes up to `count` records from the front.
  mutating func take(_ count: Int) -> [LogRecord] {
    let end = head + min(count, self.count)
    defer {
      head = end
      compact()
    }
    return Array(storage[head..<end])
  }

  mutating func dropFirst() {
    guard count > 0 else { return }
    head += 1
    compact()
  }

  mutating func removeAll() {
    storage = []
    head = 0
  }

  /// Moves the rest to the front once as many were taken as may wait: rarely, but bounded.
  private mutating func compact() {
    guard head == storage.count || head >= Tuning.capacity else { return }
    storage.removeFirst(head)
    head = 0
  }
}
