import Foundation
import Marfa

/// What a command works with: where it writes, and the environment it was started in.
struct CommandContext: Sendable {
  let console: Console
  let environment: [String: String]

  /// The server that a command speaks to.
  ///
  /// `--url` with `--key-file` or `--data` come first; else the two variables of the environment;
  /// else the server of this machine with the key of `--data`.
  func server(_ arguments: Arguments) throws -> Server {
    let key = try key(arguments)
    if let address = arguments["url"] {
      guard let url = URL(string: address), url.host?.isEmpty == false else {
        throw CommandFailure.usage("--url must be an http or https address.")
      }
      guard let key = key ?? environment["MARFA_API_KEY"], !key.isEmpty else {
        throw Self.noCredential
      }
      return Server(url: url, key: key)
    }
    if let key, let url = URL(string: environment["MARFA_API_URL"] ?? Self.localAddress) {
      return Server(url: url, key: key)
    }
    do {
      if let server = try Server.fromEnvironment(environment) { return server }
    } catch {
      throw CommandFailure.usage(error.description)
    }
    throw Self.noCredential
  }

  /// Whether a server is named by options or by the environment.
  func namesServer(_ arguments: Arguments) -> Bool {
    ["url", "key-file", "data"].contains { arguments[$0] != nil }
      || ["MARFA_API_URL", "MARFA_API_KEY"].contains { environment[$0]?.isEmpty == false }
  }

  private static let localAddress = "http://127.0.0.1:8600"

  private static let noCredential = CommandFailure(
    .credential, code: "no_credential", "No server and key are known.",
    hint: "Give --data DIR of a server on this machine, or --url URL --key-file FILE.")

  private func key(_ arguments: Arguments) throws -> String? {
    let file: URL
    if let path = arguments["key-file"] {
      file = URL(fileURLWithPath: path)
    } else if let folder = arguments["data"] {
      file = URL(fileURLWithPath: folder).appendingPathComponent("first.key")
    } else {
      return nil
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw CommandFailure(
        .usage, code: "no_credential", "The key file can't be read.",
        hint: "A server writes its first key into its data folder when it is first started.")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs work with a client, and lets go of the network afterwards.
  func online<T>(_ arguments: Arguments, _ work: (Client) async throws -> T) async throws -> T {
    let client = Client(server: try server(arguments))
    do {
      let outcome = try await work(client)
      await client.close()
      return outcome
    } catch {
      await client.close()
      throw error
    }
  }
}
