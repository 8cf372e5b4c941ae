import Dispatch
import Foundation
import MarfaModel
import MarfaServer
import Resilience

/// `marfa serve`: the server of one data folder, until it is asked to stop.
enum ServeCommand: Command {
  static let usage =
    "serve --data DIR [--host ADDRESS] [--port NUMBER] [--public-url URL] [--quiet] "
    + "[--until-input-ends]"
  static let summary = "Serve the data folder until Control-C"
  static let options: Set<String> = ["data", "host", "port", "public-url"]
  static let flags: Set<String> = ["quiet", "until-input-ends"]

  static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> ExitStatus {
    guard let folder = arguments["data"], !folder.isEmpty else {
      throw CommandFailure.usage("serve needs the folder to keep its data in: --data DIR")
    }
    guard arguments.words.isEmpty else {
      throw CommandFailure.usage("serve takes no further words.")
    }
    var configuration = ServerConfiguration(folder: URL(fileURLWithPath: folder))
    if let host = arguments["host"] { configuration.host = host }
    if let port = try arguments.integer("port", in: 0...65_535) { configuration.port = port }
    if let address = arguments["public-url"] {
      guard let url = URL(string: address), url.host?.isEmpty == false,
        url.scheme == "http" || url.scheme == "https"
      else { throw CommandFailure.usage("--public-url must be an http or https address.") }
      configuration.publicAddress = url
    }
    if arguments.has("quiet") { configuration.log = .none }
    let server: MarfaServer
    do {
      server = try await MarfaServer.start(configuration)
    } catch {
      throw CommandFailure(.copy, code: error.code, error.message)
    }
    context.console.say("marfa serves \(folder) at \(server.address.absoluteString)")
    if FileManager.default.fileExists(atPath: server.keyFile.path) {
      context.console.say("The first key is in \(server.keyFile.path)")
    }
    context.console.result([
      "address": .string(server.address.absoluteString),
      "key_file": .string(server.keyFile.path), "instance_id": .string(server.instanceId),
    ])
    await Shutdown.requested(orInputEnds: arguments.has("until-input-ends"))
    async let told: Void = tell("marfa: stopping", context.console)
    let isClean = await server.stop()
    await told
    return await ended(isClean: isClean, context.console)
  }

  /// The status of a server that was stopped: 0 when every request got its answer, else 1.
  static func ended(isClean: Bool, _ console: Console) async -> ExitStatus {
    guard isClean else {
      await tell("marfa: a request took too long and was cut without its answer", console)
      return .refused
    }
    return .done
  }

  /// Says something, but waits for no reader: a standard error that is full must not keep the
  /// server from stopping.
  private static func tell(_ text: String, _ console: Console) async {
    try? await withTimeout(.milliseconds(500)) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          console.note(text)
          continuation.resume()
        }
      }
    }
  }
}
