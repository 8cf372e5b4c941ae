import Foundation
import MarfaModel
import Resilience

/// Writes one JSON line for each answered request.
///
/// A line holds what happened and how long it took; never a query, a body, a key or an address.
struct AccessLog: Sendable {
  /// One answered request.
  struct Entry: Sendable {
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
    if case .nowhere = output { return }
    var line: JSONObject = [
      "request_id": .string(entry.requestId),
      "method": .string(entry.method),
      "path": .string(Self.shape(of: entry.path)),
      "status": .integer(Int64(entry.status)),
      "ms": .number(Self.milliseconds(entry.took)),
    ]
    if let code = entry.code { line["code"] = .string(code) }
    if let credential = entry.credential { line["key_id"] = .string(credential) }
    guard var bytes = try? JSONValue.object(line).jsonBytes() else { return }
    bytes.append(UInt8(ascii: "\n"))
    switch output {
    case .nowhere: break
    case .writer(let writer): writer.write(bytes)
    case .function(let function): function(bytes)
    }
  }

  /// A duration in milliseconds, to the hundredth.
  private static func milliseconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    let hundredths = Double(seconds) * 100_000 + Double(attoseconds) / 1e13
    return hundredths.rounded() / 100
  }

  /// The path with everything a person may have written (a tag, a namespace) left out.
  private static func shape(of path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count > 4, segments[1] == "items" else { return path }
    return segments.prefix(4).joined(separator: "/") + "/…"
  }
}
