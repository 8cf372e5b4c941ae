import CMicroHTTPD
import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#endif

/// One client's connection: what must be known of it beside the library, to time and to end it.
///
/// The library closes the descriptor after `closed`; until then the number surely means this
/// connection. That is why the few calls on it, none of which can block, are made under the lock.
final class Connection: Sendable {
  private struct State: Sendable {
    var machine = ConnectionStateMachine()
    var exchange: Exchange?
  }

  /// The client's address without its port.
  let remoteAddress: String
  private let descriptor: Int32
  private let state = Lock(State())

  init(descriptor: Int32) {
    self.descriptor = descriptor
    remoteAddress = SocketAddress.peer(of: descriptor)
  }

  /// A request line has arrived.
  func exchangeBegan(_ exchange: Exchange) {
    state.withLock { state in
      state.exchange = exchange
      state.machine.requestLine()
    }
  }

  /// The head is complete. Answers false when no request may start any more.
  func headComplete() -> Bool { state.withLock { $0.machine.headComplete() } }

  /// A part of the body has arrived.
  func bodyArrived(_ count: Int) { state.withLock { $0.machine.bodyArrived(count) } }

  /// The body is complete, or no more of it is read: the request is at work.
  func bodyComplete() { state.withLock { $0.machine.bodyComplete() } }

  /// The library is done with the request.
  func exchangeEnded() {
    state.withLock { state in
      state.exchange = nil
      state.machine.requestEnded()
    }
  }

  /// Whether a request is at work.
  var isBusy: Bool { state.withLock { $0.machine.isBusy } }

  /// Whether the client has sent what the library has not read yet: soon there is a request.
  var hasUnreadBytes: Bool {
    state.withLock { state in
      switch state.machine.phase {
      case .readingBody, .busy, .closed: false
      case .awaitingHead, .readingHead: peek() == .bytes
      }
    }
  }

  /// Lets no further request start. Answers false, and changes nothing, while one is at work.
  func retire() -> Bool { state.withLock { $0.machine.retire() } }

  /// A stop ran past its deadline: cuts the request at work, lets none start.
  ///
  /// - Returns: whether a handler was at work on a request that is cut.
  @discardableResult
  func abort() -> Bool {
    let exchange = state.withLock { state in
      state.machine.abort()
      return state.exchange
    }
    return exchange?.abort() ?? false
  }

  /// One tick of the server's watch has passed: cuts a client that takes too long, and lets a
  /// request at work know that its client has left.
  func tick(_ patience: ConnectionStateMachine.Patience, isStopping: Bool) {
    // Asked before the lock is taken: the exchange has one of its own.
    let known = state.withLock { $0.exchange }
    let isAnswering = isStopping && known?.isAnswering == true
    let abandoned = state.withLock { state -> Exchange? in
      guard state.machine.phase != .closed else { return nil }
      var look =
        state.machine.isBusy
        ? self.look(isStopping: isStopping)
        : ConnectionStateMachine.Look(isStopping: isStopping)
      look.isAnswering = isAnswering && state.exchange === known
      switch state.machine.tick(look, patience) {
      case .keep: return nil
      case .abandon: return state.exchange
      case .cut:
        shutdown(descriptor, Int32(SHUT_RDWR))
        return nil
      }
    }
    abandoned?.clientLeft()
  }

  private func look(isStopping: Bool) -> ConnectionStateMachine.Look {
    var look = ConnectionStateMachine.Look(input: peek(), isStopping: isStopping)
    guard isStopping else { return look }
    var moved: UInt64 = 0
    var waiting: Int32 = 0
    guard marfa_socket_progress(descriptor, &moved, &waiting) != 0 else { return look }
    look.moved = moved
    look.hasUntaken = waiting > 0
    return look
  }

  /// What the next read would find.
  private func peek() -> ConnectionStateMachine.Look.Input {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count > 0 { return .bytes }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
  }

  /// The library is about to close the descriptor.
  func closed() {
    state.withLock { state in
      state.machine.closed()
      state.exchange = nil
    }
  }
}
