import Foundation
import MarfaModel
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command writes: results to one stream, progress and failures to the other.
final class Console: Sendable {
  /// Whether results are JSON.
  let isJSON: Bool
  /// Whether progress is shown.
  let showsProgress: Bool
  private let out: @Sendable (String) -> Void
  private let err: @Sendable (String) -> Void
  private let progress = Lock(0)

  /// Makes a console of two functions, for tests.
  init(
    isJSON: Bool, showsProgress: Bool = false, out: @escaping @Sendable (String) -> Void,
    err: @escaping @Sendable (String) -> Void
  ) {
    self.isJSON = isJSON
    self.showsProgress = showsProgress
    self.out = out
    self.err = err
  }

  /// The process's own streams. Progress is shown where somebody looks.
  static func standard(isJSON: Bool) -> Console {
    Console(
      isJSON: isJSON, showsProgress: isatty(2) == 1,
      out: { FileHandle.standardOutput.write(Data($0.utf8)) },
      err: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  /// Prints a line of text; nothing under `--json`.
  func say(_ line: String = "") {
    if !isJSON { out(line + "\n") }
  }

  /// Prints the command's one JSON result; nothing without `--json`.
  func result(_ value: JSONValue) {
    if isJSON { out(value.description + "\n") }
  }

  /// Prints a failure: one line with a hint, or one JSON object.
  func fail(_ failure: CommandFailure) {
    endProgress()
    if isJSON {
      err(JSONValue.object(failure.json).description + "\n")
    } else {
      err("marfa: \(failure.message)" + (failure.hint.map { " \($0)" } ?? "") + "\n")
    }
  }

  /// A line for people who watch, even under `--json`.
  func note(_ line: String) {
    endProgress()
    err(line + "\n")
  }

  /// Shows how far a long step is, in place of what was shown before.
  func step(_ text: String) {
    guard showsProgress else { return }
    let before = progress.withLock { length in
      defer { length = text.count }
      return length
    }
    err("\r" + text + String(repeating: " ", count: max(0, before - text.count)))
  }

  /// Clears the line of progress.
  func endProgress() {
    let length = progress.withLock { length in
      defer { length = 0 }
      return length
    }
    if length > 0 { err("\r" + String(repeating: " ", count: length) + "\r") }
  }
}
