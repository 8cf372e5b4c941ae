import CMicroHTTPD
import Foundation
import Resilience

/// One network thread of the library, without a listening socket: connections are added to it.
///
/// The library's own thread pool cannot be combined with added connections alone, so a server has
/// one daemon for each thread.
// Unchecked: the library allows adding connections from any thread; it is stopped once.
struct Daemon: @unchecked Sendable {
  private let raw: OpaquePointer

  /// Starts a thread whose callbacks go to `core`, which must outlive it.
  ///
  /// - Returns: `nil` when the system has no thread or descriptors left.
  init?(core: ServerCore) {
    let options = core.options
    var flags = MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue
    flags |= MHD_USE_ITC.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    #if os(Linux)
      flags |= MHD_USE_EPOLL.rawValue
    #else
      flags |= MHD_USE_POLL.rawValue
    #endif
    let started = marfa_mhd_start(
      flags, Unmanaged.passUnretained(core).toOpaque(), Self.handleRequest, Self.requestCompleted,
      Self.requestLine, Self.connectionChanged, Self.keepEscapes,
      max(Tuning.leastConnectionMemoryBytes, options.connectionMemoryBytes),
      // The server bounds the connections by itself, over all threads, before it accepts them.
      UInt32(clamping: max(1, options.maxConnections)),
      options.libraryTimeout.wholeSeconds)
    guard let started else { return nil }
    raw = started
  }

  /// Hands over a connected socket. Answers false when it was closed instead.
  func add(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    MHD_add_connection(raw, descriptor, address, length) == .YES
  }

  /// Ends the thread and closes its connections; waits for that. None may be suspended.
  func stop() { MHD_stop_daemon(raw) }

  private static let requestLine:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { context, target, connection in
      guard let context, let connection, let known = marfa_mhd_socket_context(connection) else {
        return nil
      }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      let link = Unmanaged<Connection>.fromOpaque(known).takeUnretainedValue()
      let exchange = Exchange(
        core: core, link: link, connection: ConnectionPointer(raw: connection),
        target: RequestTarget(target.map { String(cString: $0) } ?? ""))
      link.exchangeBegan(exchange)
      // Released when the library reports the request as completed.
      return Unmanaged.passRetained(exchange).toOpaque()
    }

  private static let handleRequest:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result = { _, _, _, method, version, data, size, context in
      guard let size, let exchange = context?.pointee else { return .NO }
      let arrived = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
      size.pointee = 0
      return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .called(method: method, version: version, data: arrived) ? .YES : .NO
    }

  private static let requestCompleted:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void = { _, _, context, code in
      guard let context, let exchange = context.pointee else { return }
      context.pointee = nil
      Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue()
        .completed(keepsConnection: code == .REQUEST_TERMINATED_COMPLETED_OK)
    }

  private static let connectionChanged:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void = { context, connection, link, code in
      guard let context, let connection, let link else { return }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      if let known = link.pointee {
        link.pointee = nil
        core.connectionEnded(Unmanaged<Connection>.fromOpaque(known).takeRetainedValue())
      } else if code == .CONNECTION_NOTIFY_STARTED {
        let began = core.connectionBegan(descriptor: marfa_mhd_descriptor(connection))
        link.pointee = Unmanaged.passRetained(began).toOpaque()
      }
    }

  /// Leaves the target as it was sent: the library would decode it in place.
  private static let keepEscapes:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int = { _, _, text in text.map { strlen($0) } ?? 0 }
}
