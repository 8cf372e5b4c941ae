import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  import Darwin
  private let streamType = SOCK_STREAM
  private let noSignal: Int32 = 0
#endif

/// One end of a proxy's connection. Two threads may use it; only `close` gives its number back, and
/// what comes after that does nothing.
final class ProxySocket: Sendable {
  private let descriptor: Lock<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

  /// Connects to a port of this machine; `nil` when nobody listens there.
  static func connected(to port: UInt16) -> ProxySocket? {
    let descriptor = socket(AF_INET, streamType, 0)
    var (address, size) = address(port: port)
    let outcome = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size)
      }
    }
    guard outcome == 0 else {
      closeDescriptor(descriptor)
      return nil
    }
    return ProxySocket(descriptor)
  }

  static func address(port: UInt16) -> (sockaddr_in, socklen_t) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return (address, socklen_t(MemoryLayout<sockaddr_in>.size))
  }

  private var number: Int32? { descriptor.withLock { $0 } }

  /// What comes next; `nil` once the peer is gone.
  func read() -> [UInt8]? {
    guard let number else { return nil }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &chunk, chunk.count, 0)
    return count > 0 ? Array(chunk[..<count]) : nil
  }

  /// Skips a request's head; `false` once the peer is gone.
  func readHead() -> Bool {
    var seen: [UInt8] = []
    while let bytes = read() {
      seen += bytes
      if seen.firstRange(of: Array("\r\n\r\n".utf8)) != nil { return true }
    }
    return false
  }

  /// Writes all bytes; `false` when the peer is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    guard let number else { return false }
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        send(number, all.baseAddress?.advanced(by: offset), bytes.count - offset, noSignal)
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Ends both directions, which wakes whoever reads.
  func shut() {
    descriptor.withLock { if let number = $0 { _ = shutdown(number, Int32(SHUT_RDWR)) } }
  }

  /// Ends it by a reset, as a firewall does; the thread that reads gives the number back.
  func reset() {
    descriptor.withLock { descriptor in
      guard let number = descriptor else { return }
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      _ = shutdown(number, Int32(SHUT_RDWR))
    }
  }

  /// Gives its number back.
  func close() {
    let number = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    if let number { closeDescriptor(number) }
  }
}

private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
