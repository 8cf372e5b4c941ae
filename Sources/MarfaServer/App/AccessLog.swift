import Foundation
import MarfaModel
import Resilience

/// Writes one JSON line for each answered request, and for each file that was found damaged.
///
/// A line holds what happened and how long it took; never a query, a body, a key or an address.
struct AccessLog: Sendable {
  /// One answered request.
  struct Entry: Sendable {
    /// When it was answered (Unix milliseconds).
    let time: Int64
    let requestId: String
    let method: String
    let path: String
    let status: Int
    let code: String?
    let credential: String?
    let took: Duration
  }

  /// A file whose bytes on the disk are not those that were brought.
  struct Finding: Sendable {
    /// When it was found (Unix milliseconds).
    let time: Int64
    let hash: BlobHash
  }

  private enum Output: Sendable {
    case nowhere
    case writer(LogWriter)
    case function(@Sendable ([UInt8]) -> Void)
  }

  private let output: Output

  /// Makes a log that hands each line, with its newline, to `output`.
  init(_ output: @escaping @Sendable ([UInt8]) -> Void) { self.output = .function(output) }

  /// The log that a configuration asks for.
  init(_ log: ServerConfiguration.Log) {
    output =
      switch log {
      case .standardError: .writer(LogWriter(STDERR_FILENO))
      case .none: .nowhere
      case .lines(let function): .function(function)
      }
  }

  /// Writes out what waits; lines that come later are dropped.
  func close() async {
    switch output {
    case .writer(let writer): await writer.close()
    case .nowhere, .function: break
    }
  }

  /// Writes the line of a request.
  func write(_ entry: Entry) { write { Self.line(entry) } }

  /// Writes the line of a finding: somebody has to bring the file again.
  func write(_ finding: Finding) {
    write {
      let time = Timestamp(clamping: finding.time).text
      return Array(
        #"{"time":"\#(time)","event":"blob.copy_struck","hash":"\#(finding.hash.text)"}\#n"#.utf8)
    }
  }

  private func write(_ line: () -> [UInt8]) {
    switch output {
    case .nowhere: break
    case .writer(let writer): writer.write(line())
    case .function(let function): function(line())
    }
  }

  /// The line of a request, written straight into its bytes: it is made for each one.
  private static func line(_ entry: Entry) -> [UInt8] {
    var line = JSONText(capacity: 320)
    line.put("time", Timestamp(clamping: entry.time).text)
    line.put("request_id", entry.requestId)
    line.put("method", entry.method)
    line.put("path", shape(of: entry.path))
    line.put("status", integer: Int64(entry.status))
    let (seconds, attoseconds) = entry.took.components
    line.put("ms", hundredths: seconds * 100_000 + attoseconds / 10_000_000_000_000)
    if let code = entry.code { line.put("code", code) }
    if let credential = entry.credential { line.put("key_id", credential) }
    return line.finish("\n")
  }

  /// The path with everything a person may have written (a tag, a namespace) left out.
  private static func shape(of path: String) -> String {
    guard slashes(in: path) > 3, path.hasPrefix("/items/") else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return segments.prefix(4).joined(separator: "/") + "/…"
  }

  private static func slashes(in path: String) -> Int {
    var path = path
    return path.withUTF8 { $0.count { $0 == UInt8(ascii: "/") } }
  }
}
