import Foundation
import Resilience

/// The right to be the one writer of a store, held by a lock that the kernel lets go.
///
/// The lock is on a file of its own beside the store (`<store>.lock`), readable by its owner
/// only, which stays when the lock goes. It dies with the process, whatever ends it, and is taken
/// or refused at once: nobody waits.
public final class SQLiteWriterClaim: Sendable {
  /// The open lock file, or -1 once it was released.
  private let descriptor: Lock<Int32>

  private init(_ descriptor: Int32) {
    self.descriptor = Lock(descriptor)
  }

  deinit {
    release()
  }

  /// Takes the writer's role of the store at this path.
  ///
  /// - Returns: the claim, or `nil` when another holds it, in this process or another.
  /// - Throws: ``SQLError`` when the lock file can't be made or opened.
  public static func take(store path: String) throws -> SQLiteWriterClaim? {
    let file = path + ".lock"
    // A lock file that was replaced between opening and locking guards nothing: look again.
    for _ in 0..<8 {
      let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure(errno) }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        if code == EINTR { continue }
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw failure(code)
      }
      if isStillThere(descriptor, file) { return SQLiteWriterClaim(descriptor) }
      close(descriptor)
    }
    throw SQLError(kind: .busy, operation: "claim the writer's role")
  }

  /// Gives the role back. Harmless when repeated.
  public func release() {
    let held = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard held >= 0 else { return }
    // A child process that is just being started holds the descriptor too, until it becomes another
    // program: closing alone would leave the lock with it for that moment.
    flock(held, LOCK_UN)
    close(held)
  }

  private static func isStillThere(_ descriptor: Int32, _ file: String) -> Bool {
    var locked = stat()
    var named = stat()
    return fstat(descriptor, &locked) == 0 && stat(file, &named) == 0
      && locked.st_ino == named.st_ino && locked.st_dev == named.st_dev
  }

  private static func failure(_ code: Int32) -> SQLError {
    OwnerOnlyFile.failure(code, "claim the writer's role")
  }
}
