import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let streamType = SOCK_STREAM
#endif

/// A server of bare sockets that does to its peer what a test says: cuts, stalls, garbage.
///
/// Each connection has a thread; the handler is called once for each connection.
final class WireServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let accepts: Bool
  private let counts = Lock(Counts())

  private struct Counts {
    var accepted = 0
    var open = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// - Parameters:
  ///   - backlog: how many connections the system takes before they are accepted.
  ///   - accepts: whether connections are accepted at all.
  init(
    backlog: Int32 = 512, accepts: Bool = true,
    _ handler: @escaping @Sendable (WireConnection) -> Void
  ) {
    let listener = socket(AF_INET, streamType, 0)
    self.listener = listener
    self.accepts = accepts
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        precondition(bind(listener, generic, size) == 0, "no local port")
        precondition(listen(listener, backlog) == 0, "no local port")
        getsockname(listener, generic, &size)
        return generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
    guard accepts else { return }
    let counts = counts
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          // Closed by the thread that uses it: its number may go to another server's listener.
          close(listener)
          return
        }
        counts.withLock { counts in
          counts.accepted += 1
          counts.open += 1
        }
        Thread.detachNewThread {
          let connection = WireConnection(descriptor)
          handler(connection)
          connection.close()
          let waiting = counts.withLock { counts in
            counts.open -= 1
            guard counts.open == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { counts.waiting = [] }
            return counts.waiting
          }
          waiting.forEach { $0.resume() }
        }
      }
    }
  }

  deinit {
    // Ends the waiting in `accept`, now and later.
    shutdown(listener, Int32(SHUT_RDWR))
    if !accepts { close(listener) }
  }

  /// A server that answers each request of a connection by `answer`, until the peer is gone.
  static func answering(
    _ answer: @escaping @Sendable (WireRequest) -> String
  ) -> WireServer {
    WireServer { connection in
      while let request = connection.readRequest() { connection.write(answer(request)) }
    }
  }

  var accepted: Int { counts.withLock { $0.accepted } }

  func url(_ path: String = "/") -> String {
    "http://127.0.0.1:\(port)\(path)"
  }

  /// Waits until every connection has ended on this side as well.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = counts.withLock { counts in
        if counts.open > 0 { counts.waiting.append(continuation) }
        return counts.open == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
