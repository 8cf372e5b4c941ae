import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let streamType = SOCK_STREAM
#endif

/// A server of bare sockets on this machine that keeps every byte it is sent.
///
/// It answers each request by the same text and closes the connection.
package final class RawServer: Sendable {
  /// Where it listens.
  package let port: UInt16
  private let listener: Int32
  private let received = Lock([[UInt8]]())

  /// Starts it at a free port.
  package init(
    answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
  ) {
    let listener = socket(AF_INET, streamType, 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        precondition(bind(listener, generic, size) == 0, "no local port")
        precondition(listen(listener, 64) == 0, "no local port")
        getsockname(listener, generic, &size)
        return generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
    let received = received
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread {
          let bytes = Self.readRequest(descriptor)
          if !bytes.isEmpty { received.withLock { $0.append(bytes) } }
          let text = Array(answer.utf8)
          _ = text.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          close(descriptor)
        }
      }
    }
  }

  deinit {
    // Ends the waiting in `accept`, whose thread closes the listener.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Its address.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Every request so far, byte by byte.
  package var requests: [[UInt8]] { received.withLock { $0 } }

  /// Reads up to the end that the request's own length gives.
  private static func readRequest(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let length =
          head.components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        if bytes.count >= end.upperBound + length { return bytes }
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
