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

/// A `marfa demo`, or another command, in a process of its own, as a person starts it.
final class DemoProcess: Sendable {
  private let watch = ChildWatch()
  private let out: URL
  private let err: URL
  let processId: Int32

  /// Starts a demo; what it says is kept in files under `folder`.
  convenience init(_ arguments: [String], in folder: URL, environment: [String: String] = [:])
    throws
  {
    try self.init(command: ["demo"] + arguments, in: folder, environment: environment)
  }

  /// Starts a command; what it says is kept in files under `folder`.
  ///
  /// - Parameter environment: what is added to the environment of the tests.
  init(command: [String], in folder: URL, environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = try MarfaProgram.file
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (out, err) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [out, err] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.terminationHandler = { [watch] process in
      watch.ended(
        process.terminationReason == .exit
          ? .exited(process.terminationStatus) : .killed(process.terminationStatus))
    }
    try process.run()
    processId = process.processIdentifier
  }

  /// What it has said on both streams.
  var said: (out: String, err: String) {
    get throws {
      (
        try String(contentsOf: out, encoding: .utf8), try String(contentsOf: err, encoding: .utf8)
      )
    }
  }

  /// Waits until it has said something, or has ended.
  func says(_ text: String) async throws -> Bool {
    while watch.end == nil {
      if try said.out.contains(text) { return true }
      try await SystemClock().sleep(for: .milliseconds(20))
    }
    return try said.out.contains(text)
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { _ = kill(processId, number) }

  /// Sends it a signal as soon as it has said something.
  ///
  /// A thread of its own watches, so that busy tests beside this one can't delay the signal until
  /// all is done.
  func signal(_ number: Int32, whenSaid text: String) {
    let (watch, out, processId) = (watch, out, processId)
    Thread.detachNewThread {
      while watch.end == nil {
        if let said = try? String(contentsOf: out, encoding: .utf8), said.contains(text) {
          _ = kill(processId, number)
          return
        }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }

  /// Waits for its end.
  func ended() async -> ChildEnd? { await watch.wait() }

  /// The process of its server, as it said.
  var serverProcessId: Int32? {
    get throws {
      let words = try said.out.split(whereSeparator: \.isWhitespace)
      return words.firstIndex(of: "process").map { words[$0 + 1] }.flatMap { Int32($0) }
    }
  }

  /// Whether a process is gone, its end included.
  static func isGone(_ processId: Int32) async throws -> Bool {
    for _ in 0..<250 {
      if kill(processId, 0) != 0 { return true }
      try await SystemClock().sleep(for: .milliseconds(20))
    }
    return false
  }
}
