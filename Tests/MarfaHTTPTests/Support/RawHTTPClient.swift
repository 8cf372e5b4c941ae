import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A client that says exactly what a test wants it to say, over a plain socket.
///
/// The blocking calls run on a queue of the client's own: a test that blocked one of Swift's
/// threads could keep the very handler from running that it waits for. Nothing waits longer than
/// ten seconds.
// Unchecked: `received` and `descriptor` are only touched on `queue`, or in `init` and `deinit`.
final class RawHTTPClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "marfa.test.client")
  private var descriptor: Int32
  private var received: [UInt8] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ step: String) { description = "\(step): \(String(cString: strerror(errno)))" }
    init(text: String) { description = text }
  }

  /// Connects to 127.0.0.1.
  ///
  /// - Parameter receiveBuffer: the kernel's receive buffer in bytes, to make a reader that stalls
  ///   felt soon.
  init(port: Int, receiveBuffer: Int? = nil) throws {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw Failure("socket") }
    if let receiveBuffer { set(SO_RCVBUF, Int32(receiveBuffer)) }
    set(SO_RCVTIMEO, timeval(tv_sec: 10, tv_usec: 0))
    set(SO_SNDTIMEO, timeval(tv_sec: 10, tv_usec: 0))
    // What a test sends is to arrive at once, not when what was sent before is acknowledged.
    set(TCP_NODELAY, Int32(1), level: Int32(IPPROTO_TCP))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let failed = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard failed == 0 else {
      let failure = Failure("connect")
      Self.closeDescriptor(descriptor)
      descriptor = -1
      throw failure
    }
  }

  deinit { if descriptor >= 0 { Self.closeDescriptor(descriptor) } }

  // MARK: Sending

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    try await onQueue { [self] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { buffer in
          Self.sendQuietly(descriptor, buffer)
        }
        guard sent > 0 else { throw Failure("send") }
        rest = rest.dropFirst(sent)
      }
    }
  }

  /// Whether the server's system has not said of every byte that it is there.
  func hasUnacknowledged() async throws -> Bool {
    try await onQueue { [self] in
      var count: Int32 = 0
      guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { throw Failure("ioctl") }
      return count > 0
    }
  }

  /// Sends a request with the two fields that every request needs.
  func request(
    _ method: String = "GET", _ target: String = "/", headers: [String] = [], body: String? = nil
  ) async throws {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  // MARK: Receiving

  /// The next answer. `toHead` says that it belongs to a `HEAD` request and so has no body.
  func response(toHead: Bool = false) async throws -> RawHTTPResponse {
    try await onQueue { [self] in
      let head = try readThrough("\r\n\r\n")
      var response = try RawHTTPResponse(head: head)
      if toHead || response.status == 204 || response.status == 304 || response.status < 200 {
        return response
      }
      if response["Transfer-Encoding"] == "chunked" {
        response.body = try readChunks()
      } else if let length = response["Content-Length"].flatMap({ Int($0) }) {
        response.body = try read(exactly: length)
      } else {
        response.body = try readToEndOfInput()
      }
      return response
    }
  }

  /// Everything up to and including a text.
  func read(through text: String) async throws -> String {
    try await onQueue { [self] in
      String(decoding: try readThrough(text), as: UTF8.self)
    }
  }

  /// Everything until the server closes.
  func readToEnd() async throws -> String {
    try await onQueue { [self] in String(decoding: try readToEndOfInput(), as: UTF8.self) }
  }

  /// Some bytes; empty at the end of input.
  func readSome() async throws -> [UInt8] {
    try await onQueue { [self] in
      if received.isEmpty { _ = try fill() }
      defer { received = [] }
      return received
    }
  }

  /// Whether the server has closed the connection; waits for it.
  func isClosed() async -> Bool {
    (try? await onQueue { [self] in try received.isEmpty && !fill() }) ?? true
  }

  // MARK: Ending

  func closeWriting() async throws {
    try await onQueue { [self] in _ = shutdown(descriptor, Int32(SHUT_WR)) }
  }

  func close() async throws {
    try await onQueue { [self] in
      Self.closeDescriptor(descriptor)
      descriptor = -1
    }
  }

  /// Closes with a reset instead of a proper end.
  func reset() async throws {
    try await onQueue { [self] in set(SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
    try await close()
  }

  // MARK: On the queue

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  /// Reads once; answers false at the end of input.
  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure("recv") }
    received += buffer.prefix(count)
    return count > 0
  }

  private func readThrough(_ text: String) throws -> [UInt8] {
    let mark = Array(text.utf8)
    var start = 0
    while true {
      if received.count >= mark.count {
        for index in start...(received.count - mark.count)
        where received[index] == mark[0]
          && received[index..<(index + mark.count)].elementsEqual(mark)
        {
          return take(index + mark.count)
        }
        start = received.count - mark.count + 1
      }
      guard try fill() else {
        throw Failure(
          text: "closed before \(text.debugDescription), after "
            + String(decoding: received, as: UTF8.self).debugDescription)
      }
    }
  }

  private func read(exactly count: Int) throws -> [UInt8] {
    while received.count < count {
      guard try fill() else {
        throw Failure(text: "closed after \(received.count) of \(count) bytes")
      }
    }
    return take(count)
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = String(decoding: try readThrough("\r\n"), as: UTF8.self)
      guard let size = Int(line.dropLast(), radix: 16) ?? Int(line.trimmed, radix: 16) else {
        throw Failure(text: "not a chunk size: \(line.debugDescription)")
      }
      body += try read(exactly: size)
      _ = try readThrough("\r\n")
      if size == 0 { return body }
    }
  }

  private func readToEndOfInput() throws -> [UInt8] {
    while try fill() {}
    return take(received.count)
  }

  private func take(_ count: Int) -> [UInt8] {
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  private func set<Value: BitwiseCopyable>(
    _ option: Int32, _ value: Value, level: Int32 = SOL_SOCKET
  ) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
  }

  private static func closeDescriptor(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private static func sendQuietly(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(descriptor, buffer.baseAddress, buffer.count, 0)
    #endif
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
