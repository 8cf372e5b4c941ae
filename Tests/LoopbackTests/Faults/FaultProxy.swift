import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let streamType = SOCK_STREAM
#endif

/// Stands between a client and a server on 127.0.0.1 and does to each connection what a test says.
///
/// A thread of its own serves each connection and a second one carries the answers back.
final class FaultProxy: Sendable {
  /// What becomes of a connection.
  enum Fault: Sendable {
    /// It is carried through.
    case none
    /// It is carried through after this long.
    case late(milliseconds: Int32)
    /// It is reset at once.
    case reset
    /// So many bytes of the answers come through, and then it is closed.
    case truncated(bytes: Int)
    /// Each request is answered by this text in place of the server.
    case answered(String)
  }

  let port: UInt16
  private let target: UInt16
  private let listener: Int32
  private let state: Lock<State>

  private struct State {
    var plan: @Sendable (Int) -> Fault
    var accepted = 0
    var open: [Int: [ProxySocket]] = [:]
  }

  /// - Parameters:
  ///   - target: the port of the server.
  ///   - plan: what becomes of the connection of a number, counted from 0.
  init(to target: UInt16, plan: @escaping @Sendable (Int) -> Fault = { _ in .none }) throws {
    self.target = target
    state = Lock(State(plan: plan))
    let listener = socket(AF_INET, streamType, 0)
    self.listener = listener
    var (address, size) = ProxySocket.address(port: 0)
    var port: UInt16 = 0
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard bind(listener, generic, size) == 0, listen(listener, 128) == 0,
          getsockname(listener, generic, &size) == 0
        else { return false }
        port = generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
        return true
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    self.port = port
    Thread.detachNewThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, let self else {
          if descriptor >= 0 { close(descriptor) }
          // Closed by the thread that uses it: its number may go to another listener.
          close(listener)
          return
        }
        serve(ProxySocket(descriptor))
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Connections that came so far.
  var accepted: Int { state.withLock { $0.accepted } }

  /// Does something else from now on; connections that are open stay.
  func plan(_ plan: @escaping @Sendable (Int) -> Fault) { state.withLock { $0.plan = plan } }

  /// Resets every connection that is open.
  func cut() {
    for socket in state.withLock({ $0.open.values.flatMap { $0 } }) { socket.reset() }
  }

  private func serve(_ client: ProxySocket) {
    let (number, fault) = state.withLock { state in
      let number = state.accepted
      state.accepted += 1
      state.open[number] = [client]
      return (number, state.plan(number))
    }
    Thread.detachNewThread { [self] in
      switch fault {
      case .none: carry(client, number, most: .max)
      case .late(let milliseconds):
        poll(nil, 0, milliseconds)
        carry(client, number, most: .max)
      case .reset: client.reset()
      case .truncated(let bytes): carry(client, number, most: bytes)
      case .answered(let text):
        while client.readHead() { if !client.write(Array(text.utf8)) { break } }
      }
      client.close()
      state.withLock { _ = $0.open.removeValue(forKey: number) }
    }
  }

  private func carry(_ client: ProxySocket, _ number: Int, most: Int) {
    guard let server = ProxySocket.connected(to: target) else { return client.reset() }
    state.withLock { $0.open[number]?.append(server) }
    let isBackDone = ThreadSignal()
    Thread.detachNewThread {
      var left = most
      while left > 0, let bytes = server.read(), client.write(Array(bytes.prefix(left))) {
        left -= bytes.count
      }
      client.shut()
      server.shut()
      isBackDone.signal()
    }
    while let bytes = client.read(), server.write(bytes) {}
    server.shut()
    isBackDone.wait()
    server.close()
  }
}
