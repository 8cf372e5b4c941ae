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
  let echo: @Sendable (Bool) -> Void

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - out: writes what was asked for.
  ///   - err: writes everything else.
  ///   - lines: what a person enters.
  ///   - echo: lets a terminal show what is entered, or not.
  public init(
    out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void,
    lines: AsyncStream<String>, echo: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.out = out
    self.err = err
    self.lines = lines
    self.echo = echo
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
      lines: lines, echo: { $0 ? HiddenInput.show() : HiddenInput.hide(STDIN_FILENO) })
  }

  func say(_ line: String) { out(line + "\n") }

  func note(_ line: String) { err(line + "\n") }

  /// The line that is entered behind a question, which no terminal shows; `nil` at the end of the
  /// input.
  func secret(_ question: String) async -> String? {
    echo(false)
    err(question)
    defer {
      echo(true)
      // The line end was not shown either.
      err("\n")
    }
    for await line in lines { return line }
    return nil
  }
}
