/// A stack of values that a reader builds lists from, by moving and never by counting references.
struct JSONScratch<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// Reads one. The place must be below `count`.
  subscript(place: Int) -> Element {
    assert(place < count)
    return base[place]
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Takes everything from a place on, as a list of its own.
  mutating func take(from start: Int) -> [Element] {
    let length = count - start
    guard length > 0 else { return [] }
    let source = base + start
    count = start
    return Array(unsafeUninitializedCapacity: length) { target, filled in
      if let first = target.baseAddress {
        first.moveInitialize(from: source, count: length)
        filled = length
      }
    }
  }

  /// Takes the last one, if there is one.
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  /// Lets go of everything from a place on.
  mutating func drop(to start: Int) {
    (base + start).deinitialize(count: count - start)
    count = start
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
