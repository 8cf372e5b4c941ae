import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One accepted connection, read and written by its server's thread.
final class WireConnection: @unchecked Sendable {
  // Unchecked: used by the one thread that its server made for it.
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isClosed = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads a request with its body; `nil` once the peer is gone.
  func readRequest() -> WireRequest? {
    guard let head = readHead() else { return nil }
    var lines = head.components(separatedBy: "\r\n")
    let line = lines.removeFirst()
    let headers = lines.compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (String(line[..<colon]), String(value))
    }
    let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap {
      Int($0.value)
    }
    guard let body = read(exactly: length ?? 0) else { return nil }
    return WireRequest(line: line, headers: headers, body: body)
  }

  /// Reads the head of a request and leaves its body in the connection.
  func readHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = buffer.firstRange(of: end) {
        let head = String(decoding: buffer[..<place.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<place.upperBound)
        return head
      }
      guard readMore() else { return nil }
    }
  }

  func read(exactly count: Int) -> [UInt8]? {
    while buffer.count < count { guard readMore() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// Blocks until the peer has closed its side.
  func waitForPeerToClose() {
    while readMore() { buffer = [] }
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer.append(contentsOf: chunk[..<count])
    return true
  }

  func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Writes all bytes.
  ///
  /// - Returns: false when the peer is gone.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        send(descriptor, all.baseAddress?.advanced(by: offset), bytes.count - offset, noSignal)
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Makes writing give up after so many milliseconds in which the peer takes nothing.
  func setWriteStall(milliseconds: Int) {
    var limit = timeval(tv_sec: 0, tv_usec: .init(milliseconds * 1_000))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Writes what the peer takes.
  ///
  /// - Returns: how many bytes; none when it took nothing for the stall time, `nil` when it is gone.
  func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
    if count < 0 { return errno == EAGAIN ? 0 : nil }
    return count
  }

  /// Ends the connection in good order.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(descriptor, Int32(SHUT_RDWR))
    closeDescriptor(descriptor)
  }

  /// Ends the connection by a reset, as a crash of the machine or a firewall does.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger,
      socklen_t(MemoryLayout.size(ofValue: linger)))
    guard !isClosed else { return }
    isClosed = true
    closeDescriptor(descriptor)
  }
}

private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}

#if canImport(Glibc)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let noSignal: Int32 = 0
#endif
