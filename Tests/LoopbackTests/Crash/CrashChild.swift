import Foundation
import Marfa
import MarfaModel
import Resilience

@testable import MarfaCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A `marfa device apply` that is ended by SIGKILL.
final class CrashChild: Sendable {
  private struct State {
    var lines: [JSONObject] = []
    var isOver = false
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Lock(State())
  private let watch = ChildWatch()
  private let processId: Int32

  /// Starts the program with a file of lines as its input.
  ///
  /// - Parameter environment: variables beside those of this process.
  init(script: URL, arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = try MarfaProgram.file
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: script)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { [watch] process in
      watch.ended(
        process.terminationReason == .exit
          ? .exited(process.terminationStatus) : .killed(process.terminationStatus))
    }
    try process.run()
    try? output.fileHandleForWriting.close()
    processId = process.processIdentifier
    let reading = output.fileHandleForReading
    Thread.detachNewThread { [state] in Self.collect(reading, into: state) }
  }

  /// What it has answered so far; a line that was cut off counts as not answered.
  var answers: [JSONObject] { state.withLock { $0.lines } }

  /// Waits until it has answered so many lines, or has ended.
  func answered(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.lines.count >= count || state.isOver { return true }
        state.waiter = (count, continuation)
        return false
      }
      if isDue { continuation.resume() }
    }
  }

  /// Ends it at once, and returns when it is gone and all that it said was read.
  ///
  /// - Returns: whether it was still at work.
  func end() async -> Bool {
    if watch.end == nil { kill(processId, SIGKILL) }
    let end = await watch.wait()
    await answered(.max)
    return end == .killed(SIGKILL)
  }

  /// Waits until it has ended by itself.
  ///
  /// - Returns: whether it was killed.
  func ended() async -> Bool {
    await answered(.max)
    return await watch.wait() == .killed(SIGKILL)
  }

  private static func collect(_ handle: FileHandle, into state: Lock<State>) {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(handle.fileDescriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      rest += buffer[..<count]
      var lines: [JSONObject] = []
      while let end = rest.firstIndex(of: 0x0A) {
        if let line = try? JSONObject(bytes: Array(rest[..<end])) { lines.append(line) }
        rest.removeSubrange(...end)
      }
      let due: CheckedContinuation<Void, Never>? = state.withLock { state in
        state.lines += lines
        guard let waiter = state.waiter, state.lines.count >= waiter.count else { return nil }
        state.waiter = nil
        return waiter.continuation
      }
      due?.resume()
    }
    let due: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isOver = true
      defer { state.waiter = nil }
      return state.waiter?.continuation
    }
    due?.resume()
    try? handle.close()
  }
}
