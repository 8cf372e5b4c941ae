import Resilience

/// Collects the lines of an access log.
final class LogLines: Sendable {
  private let held = Lock<[String]>([])

  /// Takes one line.
  func append(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    held.withLock { $0.append(text) }
  }

  /// The lines so far.
  var all: [String] { held.withLock { $0 } }
}
