import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The memory of a ``Lock``: the state and its mutex in one object, at an address that never moves.
@usableFromInline
final class LockStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
  /// Makes the memory, with the mutex ready.
  // Inlined as the lock is: every request makes one.
  @inlinable
  static func make(_ initial: State) -> LockStorage {
    let made = LockStorage.create(minimumCapacity: 1) { _ in initial }
    made.withUnsafeMutablePointerToElements { mutex in
      // Fails only for attributes, and none are given.
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }
    // `create` makes an object of the class that it is called on, and only its type doesn't say so.
    return unsafeDowncast(made, to: LockStorage.self)
  }

  deinit {
    withUnsafeMutablePointerToElements { mutex in
      pthread_mutex_destroy(mutex)
      mutex.deinitialize(count: 1)
    }
  }
}
