import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A value that is only reached while a lock is held.
///
/// The project's one lock. It stands on a mutex of the system: measured on Linux,
/// `Synchronization.Mutex` collapses when eight threads contend for it (40 times slower, 30 times
/// the processor time) and the thread sanitizer does not understand it; `NSLock` takes two objects
/// more for each lock, and a call into Foundation for each use. Hold it for a few instructions,
/// never across input, output or an `await`.
// Unchecked: the state is only touched inside `withLock`, which holds the mutex beside it.
public struct Lock<State>: @unchecked Sendable {
  @usableFromInline let storage: LockStorage<State>

  /// Makes a lock around its first state.
  @inlinable
  public init(_ initial: sending State) {
    storage = LockStorage.make(initial)
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
    try storage.withUnsafeMutablePointers { state, mutex throws(Failure) in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}
