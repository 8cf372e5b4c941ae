import Foundation
import MarfaModel
import Resilience

/// Writes one JSON line for each answered request.
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

  /// Writes one line.
  func write(_ entry: Entry) {
    switch output {
    case .nowhere: break
    case .writer(let writer): writer.write(Self.line(entry))
    case .function(let function): function(Self.line(entry))
    }
  }

  /// The line of a request, written straight into its bytes: it is made for each one.
  private static func line(_ entry: Entry) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(320)
    line += #"{"time":""#.utf8
    line += Timestamp(clamping: entry.time).text.utf8
    line += #"","request_id":""#.utf8
    // Its shape, like that of codes and the ids of keys, has nothing that JSON would escape.
    line += entry.requestId.utf8
    line += #"","method":"#.utf8
    line += quoted(entry.method)
    line += #","path":"#.utf8
    line += quoted(shape(of: entry.path))
    line += #","status":"#.utf8
    line += String(entry.status).utf8
    line += #","ms":"#.utf8
    line += milliseconds(entry.took).utf8
    if let code = entry.code {
      line += #","code":""#.utf8
      line += code.utf8
      line += #"""#.utf8
    }
    if let credential = entry.credential {
      line += #","key_id":""#.utf8
      line += credential.utf8
      line += #"""#.utf8
    }
    line += "}\n".utf8
    return line
  }

  private static func quoted(_ text: String) -> [UInt8] {
    // Every text can be written as JSON.
    (try? JSONValue.string(text).jsonBytes()) ?? [0x22, 0x22]
  }

  /// A duration in milliseconds, to the hundredth.
  private static func milliseconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let hundredths = max(0, seconds * 100_000 + attoseconds / 10_000_000_000_000)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The path with everything a person may have written (a tag, a namespace) left out.
  private static func shape(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard path.utf8.starts(with: "/items/".utf8),
      path.utf8.reduce(0, { $1 == slash ? $0 + 1 : $0 }) > 3
    else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return segments.prefix(4).joined(separator: "/") + "/…"
  }
}
