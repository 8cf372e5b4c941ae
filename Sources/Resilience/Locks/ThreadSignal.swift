import Dispatch

/// Wakes a thread that waits for work.
///
/// It guards nothing: what is shared stands behind a ``Lock``. Only for threads of the project's own,
/// never for a task, which must not hold up a thread of the pool.
package final class ThreadSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Wakes one waiting thread, or lets the next one that waits go on at once.
  package func signal() { semaphore.signal() }

  /// Waits for the next signal.
  package func wait() { semaphore.wait() }

  /// Waits for the next signal, but no longer than this.
  package func wait(upTo time: Duration) {
    let (seconds, attoseconds) = time.components
    _ = semaphore.wait(timeout: .now() + (Double(seconds) + Double(attoseconds) / 1e18))
  }
}
