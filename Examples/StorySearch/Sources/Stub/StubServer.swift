import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The search interface on this machine, with faults on demand. Real sockets, one thread a call.
public final class StubServer: Sendable {
  /// What a request gets.
  public enum Reply: Sendable {
    /// A whole answer.
    case answer(Int, [String: String] = [:], String = "")
    /// The head and half of the body that it promises, then the connection is cut.
    case cut
    /// Bytes that are no HTTP.
    case garbage
    /// Nothing, until the server stops.
    case silence
    /// Another reply, so much later.
    indirect case late(Duration, Reply)
  }

  private struct State {
    var requests: [String] = []
    var held: [Int32] = []
    var isStopped = false
  }

  private let port: Int
  private let listener: Int32
  private let state = Lock(State())
  private let reply: @Sendable (_ path: String, _ number: Int) -> Reply

  /// Starts a server on a free port of 127.0.0.1.
  ///
  /// - Parameter reply: what the request of a path gets; `number` counts the requests of this path
  ///   from 1.
  public init(_ reply: @escaping @Sendable (_ path: String, _ number: Int) -> Reply) throws {
    self.reply = reply
    listener = Self.makeSocket()
    var address = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, length) = (listener, size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard isBound, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accepting() }
  }

  /// The address above `search` and `items`.
  public var base: String { "http://127.0.0.1:\(port)/api/v1" }

  /// The paths that were asked for, without their queries.
  public var requests: [String] { state.withLock { $0.requests.map(Self.path) } }

  /// The same with their queries.
  public var targets: [String] { state.withLock { $0.requests } }

  /// Ends it: connections that are held are closed, and nobody can connect any more.
  public func stop() {
    let held = state.withLock { state -> [Int32]? in
      guard !state.isStopped else { return nil }
      state.isStopped = true
      defer { state.held = [] }
      return state.held
    }
    // A second time the listener's number may be another server's.
    guard let held else { return }
    held.forEach { _ = close($0) }
    shutdown(listener, Int32(SHUT_RDWR))
    // Where that does not wake the thread that accepts, a connection does. The thread itself closes
    // the listener: closed here, its number could be another server's by the next `accept`.
    let waking = Self.makeSocket()
    var address = Self.address(port: UInt16(port))
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(waking, $0, length) }
    }
    close(waking)
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  private static func path(_ target: String) -> String {
    String(target.prefix { $0 != "?" })
  }

  private func accepting() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0, !state.withLock({ $0.isStopped }) else {
        if connection >= 0 { close(connection) }
        close(listener)
        return
      }
      Thread.detachNewThread { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    var head = ""
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !head.contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else {
        close(connection)
        return
      }
      head += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    let words = head.split(separator: " ")
    let target = words.count > 1 ? String(words[1]) : ""
    let path = Self.path(target)
    let number = state.withLock { state in
      state.requests.append(target)
      return state.requests.count { Self.path($0) == path }
    }
    answer(connection, reply(path, number))
  }

  private func answer(_ connection: Int32, _ reply: Reply) {
    switch reply {
    case .late(let delay, let later):
      // The thread is this connection's own.
      Thread.sleep(forTimeInterval: delay.fractionalSeconds)
      answer(connection, later)
      return
    case .answer(let status, let headers, let body):
      var answer = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n"
      for (name, value) in headers { answer += "\(name): \(value)\r\n" }
      send(answer + "Connection: close\r\n\r\n" + body, connection)
    case .cut:
      send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"hits\":[", connection)
    case .garbage: send("\u{1}\u{2}no such thing\r\n\r\n", connection)
    case .silence:
      let isHeld = state.withLock { state in
        if !state.isStopped { state.held.append(connection) }
        return !state.isStopped
      }
      if isHeld { return }
    }
    shutdown(connection, Int32(SHUT_RDWR))
    close(connection)
  }

  private func send(_ text: String, _ connection: Int32) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    #if canImport(Glibc)
      _ = Glibc.send(connection, bytes, bytes.count, flags)
    #else
      _ = Darwin.send(connection, bytes, bytes.count, flags)
    #endif
  }
}
