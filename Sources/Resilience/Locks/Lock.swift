import Foundation

/// A value that is only reached while a lock is held.
///
/// The project's one lock. It stands on `NSLock`: measured on Linux, `Synchronization.Mutex`
/// collapses when eight threads contend for it (40 times slower, 30 times the processor time) and
/// the thread sanitizer does not understand it. Hold it for a few instructions, never across
/// input, output or an `await`.
// Unchecked: `state` is only touched inside `withLock`, which holds `lock`.
public final class Lock<State>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var state: State

  /// Makes a lock around its first state.
  public init(_ initial: sending State) {
    state = initial
  }

  /// Runs `body` with the state while the lock is held, and answers what it returns.
  ///
  /// - Parameter body: a short piece of work. Calling this lock again from inside deadlocks.
  /// - Returns: what `body` returns.
  // Inlined, so that each use is made for its types: every request takes a dozen locks.
  @inlinable
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
