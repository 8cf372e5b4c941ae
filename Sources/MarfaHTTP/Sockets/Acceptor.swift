import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Takes new connections from a listening socket and hands them on.
///
/// The library could accept by itself, but taking its listening socket away while it runs
/// (`MHD_quiesce_daemon`) races with its threads: both remove the socket from the thread's epoll
/// set, and the one that comes second ends the process. It also would leave connections that wait
/// in the system's queue to be reset.
// Unchecked: the variables are only touched on `queue`.
final class Acceptor: @unchecked Sendable {
  /// What the acceptor asks of its owner, always on its own queue.
  struct Owner: Sendable {
    /// A connection may be accepted; counts it.
    let admit: @Sendable () -> Bool
    /// An admitted connection did not come about.
    let dismiss: @Sendable () -> Void
    /// The system has no descriptor left: `resume` is expected in a while.
    let paused: @Sendable () -> Void
    /// Takes a new connection over, descriptor included.
    let take: @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
  }

  private let queue = DispatchQueue(label: "marfa.http.accept")
  private let socket: ListeningSocket
  private let owner: Owner
  private let source: any DispatchSourceRead
  private var isPaused = false
  private var isStopped = false

  init(_ socket: ListeningSocket, owner: Owner) {
    self.socket = socket
    self.owner = owner
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    // Kept alive by the source until `stop`, which takes the handler off again.
    source.setEventHandler { self.acceptWaiting() }
    source.activate()
  }

  /// There may be room again.
  func resume() {
    queue.async { [self] in
      guard isPaused, !isStopped else { return }
      isPaused = false
      source.resume()
    }
  }

  /// Accepts what has already connected, then closes the socket; new clients are refused at once.
  func stop() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        guard !isStopped else { return continuation.resume() }
        isStopped = true
        acceptWaiting()
        source.setCancelHandler { [socket] in
          close(socket.descriptor)
          continuation.resume()
        }
        source.setEventHandler {}
        source.cancel()
        if isPaused { source.resume() }
      }
    }
  }

  private func acceptWaiting() {
    while owner.admit() {
      guard acceptOne() else { return owner.dismiss() }
    }
    pause()
  }

  /// Accepts one connection; answers false when there is none for now.
  private func acceptOne() -> Bool {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        while true {
          let descriptor = accept(socket.descriptor, address, &length)
          if descriptor >= 0 {
            ListeningSocket.setNonBlockingAndPrivate(descriptor)
            owner.take(descriptor, address, length)
            return true
          }
          switch errno {
          case EINTR, ECONNABORTED: continue
          case EAGAIN, EWOULDBLOCK: return false
          default:
            // No descriptors or memory left: the socket stays readable, so waiting for it would
            // spin. The owner resumes this when a connection closes, or on its watch.
            pause()
            owner.paused()
            return false
          }
        }
      }
    }
  }

  private func pause() {
    guard !isPaused, !isStopped else { return }
    isPaused = true
    source.suspend()
  }
}
