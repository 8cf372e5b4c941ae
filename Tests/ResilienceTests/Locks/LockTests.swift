import Resilience
import Testing

@Suite("The lock")
struct LockTests {
  private struct Refused: Error {}

  @Test("many tasks that count under one lock lose no count")
  func counting() async {
    let lock = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<5_000 { lock.withLock { $0 += 1 } } }
      }
    }
    #expect(lock.withLock { $0 } == 40_000)
  }

  @Test("a body that throws keeps what it changed and leaves the lock free")
  func throwing() {
    let lock = Lock(["a"])
    for _ in 0..<3 {
      #expect(throws: Refused.self) {
        try lock.withLock { state in
          state.append("b")
          throw Refused()
        }
      }
    }
    #expect(lock.withLock { $0 } == ["a", "b", "b", "b"])
  }

  @Test("what a lock holds goes with its last copy, and not before")
  func lifetime() {
    final class Held: Sendable {}
    weak var seen: Held?
    var copy: Lock<Held?>?
    do {
      let held = Held()
      seen = held
      let lock = Lock<Held?>(held)
      copy = lock
    }
    #expect(seen != nil)
    #expect(copy?.withLock { $0 != nil } == true)
    copy = nil
    #expect(seen == nil)
  }
}
