import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Reading addresses out of the system's socket structures.
enum SocketAddress {
  /// The numeric address of a connected socket's other end, without port; empty if unknown.
  ///
  /// An IPv4 address mapped into IPv6 loses its prefix.
  static func peer(of descriptor: Int32) -> String {
    withStorage { address, length in getpeername(descriptor, address, &length) == 0 }
      .map { numericHost($0.storage, $0.length) } ?? ""
  }

  /// The port a socket is bound to.
  static func localPort(of descriptor: Int32) -> Int? {
    let found = withStorage { address, length in getsockname(descriptor, address, &length) == 0 }
    guard var (storage, _) = found else { return nil }
    return withUnsafeBytes(of: &storage) { bytes in
      // Both families keep the port in network order at the same place, after the family.
      Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    }
  }

  private static func withStorage(
    _ fill: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> (storage: sockaddr_storage, length: socklen_t)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isFilled = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { fill($0, &length) }
    }
    return isFilled ? (storage, length) : nil
  }

  private static func numericHost(_ storage: sockaddr_storage, _ length: socklen_t) -> String {
    var storage = storage
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let failed = withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo($0, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard failed == 0 else { return "" }
    let text = host.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
  }
}
