import Foundation

/// A child of this program, seen from its parent.
final class ChildProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  init(_ words: [String]) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["child"] + words
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func endInput() throws {
    try input.fileHandleForWriting.close()
  }

  /// The next line that the child says.
  func line() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw BaselineError(description: "a child process ended without its answer")
      }
      buffer += more
    }
  }

  /// Waits for the child's end.
  func finish() throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BaselineError(description: "a child process ended with \(process.terminationStatus)")
    }
  }
}
