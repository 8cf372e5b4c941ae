import Foundation
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the command writes, and where a person's lines come from.
public struct Console: Sendable {
  let out: @Sendable (String) -> Void
  let err: @Sendable (String) -> Void
  let lines: AsyncStream<String>

  /// Makes a console of two functions and the lines that a person enters.
  public init(
    out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void,
    lines: AsyncStream<String>
  ) {
    self.out = out
    self.err = err
    self.lines = lines
  }

  /// The process's own streams.
  public static func standard() -> Console {
    // A pipe that was closed is the end of the work, not a crash.
    signal(SIGPIPE, SIG_IGN)
    let (lines, inbox) = AsyncStream.makeStream(of: String.self)
    // Reading a terminal blocks, so a thread of its own does it.
    Thread.detachNewThread {
      while let line = readLine() { inbox.yield(line) }
      inbox.finish()
    }
    return Console(
      out: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      err: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      lines: lines)
  }

  func say(_ line: String) { out(line + "\n") }

  func note(_ line: String) { err(line + "\n") }
}
