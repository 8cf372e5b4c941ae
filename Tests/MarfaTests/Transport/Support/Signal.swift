import Foundation
import Resilience

/// Something that happens once and that tasks and threads can wait for.
final class Signal: Sendable {
  private struct State {
    var isFired = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())
  private let threads = DispatchSemaphore(value: 0)

  var isFired: Bool { state.withLock { $0.isFired } }

  func fire() {
    let waiting = state.withLock { state in
      state.isFired = true
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
    threads.signal()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isFired = state.withLock { state in
        if !state.isFired { state.waiting.append(continuation) }
        return state.isFired
      }
      if isFired { continuation.resume() }
    }
  }

  /// Blocks the calling thread; never to be called in a task.
  func waitOnThread() {
    threads.wait()
    threads.signal()
  }
}
