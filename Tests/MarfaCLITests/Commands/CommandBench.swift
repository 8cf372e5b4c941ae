import Foundation
import MarfaModel
import MarfaServer
import Resilience

@testable import MarfaCLI

/// Runs commands in process and keeps what they print.
final class CommandBench: Sendable {
  /// What one command came to.
  struct Outcome: Sendable {
    let status: Int32
    let out: String
    let err: String

    /// The one JSON value on standard output.
    var json: JSONValue? { try? JSONValue(bytes: Array(out.utf8)) }
    /// The one JSON error object on standard error.
    var error: JSONObject? { (try? JSONObject(json: err))?["error"]?.object }
  }

  /// A folder that is gone when the test is.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-cli-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Runs a command line.
  func run(_ arguments: String..., environment: [String: String] = [:]) async -> Outcome {
    await run(arguments, environment: environment)
  }

  /// Runs a command line.
  func run(_ arguments: [String], environment: [String: String] = [:]) async -> Outcome {
    let written = Lock((out: "", err: ""))
    let console = Console(
      isJSON: MarfaCommand.isJSON(arguments),
      out: { text in written.withLock { $0.out += text } },
      err: { text in written.withLock { $0.err += text } })
    let status = await MarfaCommand.run(arguments, environment: environment, console: console)
    return written.withLock { Outcome(status: status, out: $0.out, err: $0.err) }
  }

  /// Starts a server on a data folder of its own, gives its options to the work, and stops it.
  func serving<T>(_ work: (_ options: [String]) async throws -> T) async throws -> T {
    let data = folder.appending(path: "server")
    let server = try await MarfaServer.start(
      ServerConfiguration(folder: data, port: 0, stopDeadline: .seconds(1), log: .none))
    do {
      let outcome = try await work(
        ["--url", server.address.absoluteString, "--data", data.path])
      await server.stop()
      return outcome
    } catch {
      await server.stop()
      throw error
    }
  }

  /// An address at which nothing listens.
  static let nowhere = "http://127.0.0.1:1"
}

/// The command's own statuses; the testing library has a type of the same name.
typealias ExitStatus = MarfaCLI.ExitStatus
