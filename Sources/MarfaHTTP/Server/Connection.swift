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
  private enum Phase {
    /// Nothing, or a part of a head, has arrived.
    case awaitingHead(isFirst: Bool)
    /// A request line has arrived, its fields have not.
    case readingHead
    /// A request is at work.
    case busy
    case closed
  }

  private struct State: Sendable {
    var phase = Phase.awaitingHead(isFirst: true)
    /// Whether no request may start any more.
    var isRetired = false
    var exchange: Exchange?
    var ticks = 0
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
      state.phase = .readingHead
      state.ticks = 0
    }
  }

  /// The head is complete. Answers false when no request may start any more.
  func headComplete() -> Bool {
    state.withLock { state in
      state.phase = .busy
      return !state.isRetired
    }
  }

  /// The library is done with the request.
  func exchangeEnded() {
    state.withLock { state in
      state.exchange = nil
      state.phase = .awaitingHead(isFirst: false)
      state.ticks = 0
    }
  }

  /// Whether a request is at work.
  var isBusy: Bool {
    state.withLock { state in
      switch state.phase {
      case .busy: true
      case .awaitingHead, .readingHead, .closed: false
      }
    }
  }

  /// Whether the client has sent what the library has not read yet: soon there is a request.
  var hasUnreadBytes: Bool {
    state.withLock { state in
      switch state.phase {
      case .busy, .closed:
        return false
      case .awaitingHead, .readingHead:
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
      }
    }
  }

  /// Lets no further request start. Answers false, and changes nothing, while one is at work.
  func retire() -> Bool {
    state.withLock { state in
      if case .busy = state.phase { return false }
      state.isRetired = true
      return true
    }
  }

  /// A stop ran past its deadline: cuts the request at work, lets none start.
  func abort() {
    let exchange = state.withLock { state in
      state.isRetired = true
      return state.exchange
    }
    exchange?.abort()
  }

  /// One tick of the server's watch has passed: cuts a client that takes too long for its head.
  ///
  /// - Parameters:
  ///   - headTicks: how many ticks a head may take.
  ///   - idleTicks: how many ticks more may pass between two requests.
  func tick(headTicks: Int, idleTicks: Int) {
    state.withLock { state in
      state.ticks += 1
      let allowed: Int
      switch state.phase {
      case .busy, .closed: return
      case .readingHead, .awaitingHead(isFirst: true): allowed = headTicks
      case .awaitingHead(isFirst: false): allowed = headTicks + idleTicks
      }
      if state.ticks > allowed { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// The library is about to close the descriptor.
  func closed() {
    state.withLock { state in
      state.phase = .closed
      state.exchange = nil
    }
  }
}
