import Foundation
import Marfa
import MarfaModel
import Resilience

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A `marfa serve` in a process of its own.
///
/// The child holds on to a pipe from this process and stops when it closes, so that it never
/// outlives its parent, whatever ends that.
final class ServerProcess: Sendable {
  /// Where the server can be reached.
  let address: URL
  /// The file that holds its first key.
  let keyFile: URL
  /// The number of its process.
  let processId: Int32

  private let watch: ChildWatch
  private let lifeline: FileHandle
  private let log: URL

  /// Starts a server and returns when it listens.
  ///
  /// - Parameters:
  ///   - program: the `marfa` program.
  ///   - folder: the data folder of the server.
  ///   - log: the file that takes what the server has to say, added at its end.
  /// - Throws: `CommandFailure` with the server's own words when it does not come up;
  ///   `CancellationError`. No process is left behind.
  static func start(program: URL, folder: URL, host: String, port: Int, log: URL) async throws
    -> ServerProcess
  {
    let process = Process()
    process.executableURL = program
    process.arguments = [
      "serve", "--data", folder.path, "--host", host, "--port", String(port), "--quiet",
      "--until-input-ends", "--json",
    ]
    let (input, output) = (Pipe(), Pipe())
    let words = try logHandle(log)
    let written = try words.seekToEnd()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = words
    let watch = ChildWatch()
    process.terminationHandler = { process in
      watch.ended(
        process.terminationReason == .exit
          ? .exited(process.terminationStatus) : .killed(process.terminationStatus))
    }
    do {
      try process.run()
    } catch {
      throw CommandFailure(
        .refused, code: "no_server_process", "The server's process can't be started.",
        hint: "Is \(program.path) a program that may be run?")
    }
    // A copy of the writing end here would keep the reading from ever ending.
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
    try? words.close()
    let id = process.processIdentifier
    do {
      let line = try await withTimeout(Tuning.startTimeout) {
        await firstLine(output.fileHandleForReading)
      }
      guard let said = line.flatMap({ try? JSONObject(json: $0) }),
        let address = said["address"]?.string.flatMap({ URL(string: $0) }),
        let keyFile = said["key_file"]?.string
      else {
        _ = await watch.wait()
        throw failure(saidIn: log, after: written, watch.end)
      }
      return ServerProcess(
        address: address, keyFile: URL(fileURLWithPath: keyFile), processId: id, watch: watch,
        lifeline: input.fileHandleForWriting, log: log)
    } catch {
      if watch.end == nil { kill(id, SIGKILL) }
      _ = await Task { await watch.wait() }.value
      throw error is NetworkError
        ? CommandFailure(
          .later, code: "no_server_process", "The server did not come up in time.",
          hint: "Its words are in \(log.path)") : error
    }
  }

  private init(
    address: URL, keyFile: URL, processId: Int32, watch: ChildWatch, lifeline: FileHandle, log: URL
  ) {
    self.address = address
    self.keyFile = keyFile
    self.processId = processId
    self.watch = watch
    self.lifeline = lifeline
    self.log = log
  }

  /// Where it is and the key to it.
  ///
  /// - Throws: `CommandFailure` when the key can't be read.
  func server() throws -> Server {
    guard let key = try? String(contentsOf: keyFile, encoding: .utf8) else {
      throw CommandFailure(
        .refused, code: "no_credential", "The server's key in \(keyFile.path) can't be read.")
    }
    return Server(url: address, key: key.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// How it ended; `nil` while it runs.
  var end: ChildEnd? { watch.end }

  /// Waits for its end; `nil` when the waiting task is cancelled first.
  func ended() async -> ChildEnd? { await watch.wait() }

  /// Asks it to stop and waits until its process has ended, by force after a deadline.
  ///
  /// It goes through in a cancelled task too.
  func stop() async -> ChildEnd {
    if let end = watch.end { return end }
    kill(processId, SIGTERM)
    let end = try? await Task { [watch] in
      try await withTimeout(Tuning.stopTimeout) { await watch.wait() }
    }.value
    if let end = end ?? nil { return end }
    kill(processId, SIGKILL)
    return await Task { [watch] in await watch.wait() }.value ?? .killed(SIGKILL)
  }

  /// Reads up to the first newline, on a thread of its own; `nil` when the stream ends before.
  private static func firstLine(_ handle: FileHandle) async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(handle.fileDescriptor, &byte, 1) == 1 {
          if byte == 0x0A {
            continuation.resume(returning: String(decoding: line, as: UTF8.self))
            return
          }
          line.append(byte)
        }
        continuation.resume(returning: nil)
      }
    }
  }

  private static func logHandle(_ log: URL) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: log.path) {
      _ = FileManager.default.createFile(
        atPath: log.path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    guard let handle = try? FileHandle(forWritingTo: log) else {
      throw CommandFailure(
        .copy, code: "folder", "The server's log \(log.path) can't be written.",
        hint: "Name another folder with --data DIR.")
    }
    return handle
  }

  /// What a server that did not come up said last.
  private static func failure(saidIn log: URL, after offset: UInt64, _ end: ChildEnd?)
    -> CommandFailure
  {
    var words = ""
    if let handle = try? FileHandle(forReadingFrom: log) {
      try? handle.seek(toOffset: offset)
      words = String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
      try? handle.close()
    }
    let said = words.split(separator: "\n").last.flatMap { try? JSONObject(json: String($0)) }
    guard let error = said?["error"]?.object, let message = error["message"]?.string else {
      let how = end.map { "\($0)" } ?? "ended"
      return CommandFailure(
        .refused, code: "server_ended", "The server's process \(how) before it listened.",
        hint: "Its words are in \(log.path)")
    }
    let status = error["exit_status"]?.integer.flatMap { ExitStatus(rawValue: Int32(clamping: $0)) }
    return CommandFailure(
      status ?? .refused, code: error["code"]?.string ?? "server_ended", message,
      hint: error["hint"]?.string)
  }
}
