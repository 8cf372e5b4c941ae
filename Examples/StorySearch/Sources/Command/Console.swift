import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the command writes: results to one stream, everything else to the other.
public struct Console: Sendable {
  let out: @Sendable (String) -> Void
  let err: @Sendable (String) -> Void
  let isTerminal: Bool

  /// Makes a console of two functions.
  ///
  /// - Parameter isTerminal: whether a person watches; progress is shown to nobody else.
  public init(
    isTerminal: Bool, out: @escaping @Sendable (String) -> Void,
    err: @escaping @Sendable (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.out = out
    self.err = err
  }

  /// The process's own streams.
  public static func standard() -> Console {
    // A pipe that was closed (`stories … | head -1`) is the end of the work, not a crash.
    signal(SIGPIPE, SIG_IGN)
    return Console(
      isTerminal: isatty(STDERR_FILENO) == 1,
      out: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      err: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
  }

  func say(_ line: String) { out(line + "\n") }

  func note(_ line: String) { err(line + "\n") }

  /// Shows something while work goes on, and takes it away afterwards.
  func showing<T>(_ text: String, _ work: () async throws -> T) async rethrows -> T {
    guard isTerminal else { return try await work() }
    err("\r\(text)")
    defer { err("\r" + String(repeating: " ", count: text.count) + "\r") }
    return try await work()
  }
}
