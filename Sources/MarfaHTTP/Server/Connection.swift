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
    /// A head has arrived, the end of its body has not.
    case readingBody
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
    /// How much of a body has arrived, in bytes.
    var bodyBytes = 0
  }

  /// How many ticks of the server's watch a client may take, and what a body has to bring.
  struct Patience: Sendable {
    /// Ticks that a head may take, and a body that brings nothing.
    let head: Int
    /// Further ticks that may pass between two requests.
    let idle: Int
    /// Bytes of a body that each tick has to bring on average, once it took longer than a head.
    let bodyBytes: Int
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
      state.phase = .readingBody
      state.ticks = 0
      state.bodyBytes = 0
      return !state.isRetired
    }
  }

  /// A part of the body has arrived.
  func bodyArrived(_ count: Int) { state.withLock { $0.bodyBytes += count } }

  /// The body is complete, or no more of it is read: the request is at work.
  func bodyComplete() { state.withLock { $0.phase = .busy } }

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
      case .readingBody, .busy: true
      case .awaitingHead, .readingHead, .closed: false
      }
    }
  }

  /// Whether the client has sent what the library has not read yet: soon there is a request.
  var hasUnreadBytes: Bool {
    state.withLock { state in
      switch state.phase {
      case .readingBody, .busy, .closed:
        return false
      case .awaitingHead, .readingHead:
        return peek() == .bytes
      }
    }
  }

  /// Lets no further request start. Answers false, and changes nothing, while one is at work.
  func retire() -> Bool {
    state.withLock { state in
      switch state.phase {
      case .readingBody, .busy: return false
      case .awaitingHead, .readingHead, .closed: break
      }
      state.isRetired = true
      return true
    }
  }

  /// A stop ran past its deadline: cuts the request at work, lets none start.
  ///
  /// - Returns: whether a handler was at work on a request that is cut.
  @discardableResult
  func abort() -> Bool {
    let exchange = state.withLock { state in
      state.isRetired = true
      return state.exchange
    }
    return exchange?.abort() ?? false
  }

  /// One tick of the server's watch has passed: cuts a client that takes too long for its head or
  /// body, and lets a request at work know that its client has left.
  func tick(_ patience: Patience) {
    let abandoned = state.withLock { state -> Exchange? in
      state.ticks += 1
      let isTooSlow: Bool
      switch state.phase {
      case .closed: return nil
      // While a request is at work the library reads nothing, and so does not see the end.
      case .busy: return peek() == .end ? state.exchange : nil
      case .readingHead, .awaitingHead(isFirst: true):
        isTooSlow = state.ticks > patience.head
      case .awaitingHead(isFirst: false):
        isTooSlow = state.ticks > patience.head + patience.idle
      case .readingBody:
        // In the middle of chunks the library overlooks an end that comes with the last bytes.
        isTooSlow =
          peek() == .end
          || state.ticks > patience.head && state.bodyBytes / state.ticks < patience.bodyBytes
      }
      if isTooSlow { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return nil
    }
    abandoned?.clientLeft()
  }

  private enum Input {
    case nothing
    case bytes
    /// The client has ended its sending side, or the whole connection.
    case end
  }

  /// What the next read would find.
  private func peek() -> Input {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count > 0 { return .bytes }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
  }

  /// The library is about to close the descriptor.
  func closed() {
    state.withLock { state in
      state.phase = .closed
      state.exchange = nil
    }
  }
}
