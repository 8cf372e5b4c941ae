import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A bound, listening, non-blocking socket.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  let port: Int

  /// Binds and listens.
  ///
  /// - Parameters:
  ///   - host: a numeric address or a name. The first address of a name that can be bound is used,
  ///     the old kind before the new: that is where clients of a name like `localhost` look.
  ///   - port: 0 to 65535; 0 lets the system choose.
  static func open(host: String, port: Int) throws(HTTPServerError) -> ListeningSocket {
    guard (0...65_535).contains(port) else { throw .badPort(port) }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &list)
    guard failure == 0, let first = list else {
      throw .badHost(host: host, reason: String(cString: gai_strerror(failure)))
    }
    defer { freeaddrinfo(first) }
    var lastError = HTTPServerError.badHost(host: host, reason: "no address found")
    let entries = Array(sequence(first: first, next: { $0.pointee.ai_next }))
    let old = entries.filter { $0.pointee.ai_family == AF_INET }
    for entry in old + entries.filter({ $0.pointee.ai_family != AF_INET }) {
      do {
        return try open(entry.pointee, host: host, port: port)
      } catch {
        lastError = error
      }
    }
    throw lastError
  }

  private static var streamType: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  private static func open(
    _ address: addrinfo, host: String, port: Int
  ) throws(HTTPServerError) -> ListeningSocket {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw failure("opening a socket", host: host, port: port) }
    do {
      return try prepare(descriptor, address, host: host, port: port)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func prepare(
    _ descriptor: Int32, _ address: addrinfo, host: String, port: Int
  ) throws(HTTPServerError) -> ListeningSocket {
    setNonBlockingAndPrivate(descriptor)
    // A restarted server must not wait for the connections of the one before it to time out.
    var on: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      throw failure("binding", host: host, port: port)
    }
    guard listen(descriptor, Tuning.listenQueueLength) == 0 else {
      throw failure("listening", host: host, port: port)
    }
    guard let bound = SocketAddress.localPort(of: descriptor) else {
      throw failure("reading the port", host: host, port: port)
    }
    return ListeningSocket(descriptor: descriptor, port: bound)
  }

  /// Keeps a descriptor from blocking a thread, and from reaching programs that are started.
  static func setNonBlockingAndPrivate(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
  }

  /// Closes a socket that no acceptor has taken over.
  func closeUnused() { close(descriptor) }

  private static func failure(_ step: String, host: String, port: Int) -> HTTPServerError {
    let code = errno
    switch code {
    case EADDRINUSE: return .addressInUse(host: host, port: port)
    case EACCES, EPERM: return .permissionDenied(host: host, port: port)
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      return .badHost(host: host, reason: String(cString: strerror(code)))
    default: return .system(step: step, reason: String(cString: strerror(code)))
    }
  }
}
