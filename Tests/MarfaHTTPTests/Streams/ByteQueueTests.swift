import Testing

@testable import MarfaHTTP

@Suite("The queue of bytes")
struct ByteQueueTests {
  private func take(_ queue: inout ByteQueue, _ count: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let moved = buffer.withUnsafeMutableBytes { queue.move(into: $0) }
    return Array(buffer.prefix(moved))
  }

  @Test("bytes come out in order over the bounds of the arrays they came in")
  func order() {
    var queue = ByteQueue()
    queue.append([1, 2, 3])
    queue.append([])
    queue.append([4])
    queue.append([5, 6])
    #expect(queue.count == 6)
    #expect(take(&queue, 2) == [1, 2])
    #expect(take(&queue, 3) == [3, 4, 5])
    queue.append([7])
    #expect(take(&queue, 10) == [6, 7])
    #expect(queue.count == 0)
    #expect(take(&queue, 10) == [])
  }

  @Test("a long run of small appends and moves loses nothing", arguments: [1, 3, 7, 64])
  func longRun(step: Int) {
    var queue = ByteQueue()
    var expected: [UInt8] = []
    var taken: [UInt8] = []
    for number in 0..<1000 {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 5)
      queue.append(bytes)
      expected += bytes
      if number % 3 == 0 { taken += take(&queue, step) }
    }
    while queue.count > 0 { taken += take(&queue, step) }
    #expect(taken == expected)
  }

  @Test("forgetting leaves an empty queue that can be used again")
  func removeAll() {
    var queue = ByteQueue()
    queue.append([1, 2])
    queue.removeAll()
    #expect(queue.count == 0)
    queue.append([3])
    #expect(take(&queue, 5) == [3])
  }
}
