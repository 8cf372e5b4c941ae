import Resilience

/// The memory that bodies may take on one server, over all connections.
///
/// Bodies are collected before anybody has judged who sends them, so without a common bound a few
/// thousand strangers who each send a permitted body fill the memory.
final class BodyRoom: Sendable {
  private let free: Lock<Int>

  /// Makes room for so many bytes.
  init(bytes: Int) { free = Lock(max(0, bytes)) }

  /// Takes room; answers false, and takes none, when there is not enough.
  func take(_ bytes: Int) -> Bool {
    free.withLock { free in
      guard bytes <= free else { return false }
      free -= bytes
      return true
    }
  }

  /// Gives room back that was taken.
  func giveBack(_ bytes: Int) {
    if bytes > 0 { free.withLock { $0 += bytes } }
  }
}
