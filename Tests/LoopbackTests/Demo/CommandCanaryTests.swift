import Foundation
import MarfaModel
import RawSockets
import Testing

@testable import MarfaCLI

/// The program with its reporting switched on, against a project that keeps every byte.
@Suite("The canaries in the command line")
struct CommandCanaryTests {
  private let project = RawServer()

  private var reporting: [String: String] {
    [
      TelemetryVariable.choice.rawValue: "on", TelemetryVariable.host.rawValue: project.url,
      TelemetryVariable.token.rawValue: "phc_test",
    ]
  }

  @Test("a whole main job reports that it ended and nothing of what it worked on (R112-R114, R143)")
  func mainJob() async throws {
    let store = try StoreFolder()
    let folder = try CanaryFolder(in: store.file("canary-notes"))
    let data = store.file("canary-data")
    let demo = try DemoProcess(
      [folder.url.path, "--once", "--json", "--data", data.path, "--port", "18600"],
      in: store.url, environment: reporting)
    #expect(await demo.ended() == .exited(0))
    let report = try JSONObject(json: try demo.said.out)
    let imported = try #require(report["import"]?.object)
    #expect(imported["files"] == .integer(Int64(folder.count)))
    let secrets = try await secrets(report, data: data, in: store)
    // The job ended, and so did each of the two servers that it had: three reports, or more.
    let commands = project.requests.flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).matches(of: /"stringValue":"(demo|serve)"/)
        .map { String($0.output.1) }
    }
    #expect(commands.count { $0 == "demo" } == 1)
    #expect(commands.count { $0 == "serve" } == 2)
    #expect(findings(of: secrets).isEmpty)
  }

  @Test("commands that fail report the kind of failure and none of their words (R123-R126, R143)")
  func failures() async throws {
    let store = try StoreFolder()
    let keyFile = store.file("canary.key")
    try Data("mk_canary_key_0123456789".utf8).write(to: keyFile)
    let lines = [
      ["items", "get", "canary-item"], ["search", "canary words"],
      ["items", "create", "--type", "canary.type", "--title", "canary title"],
    ]
    for line in lines {
      let ended = try await marfa(
        line + ["--url", "http://127.0.0.1:1/canary", "--key-file", keyFile.path], in: store)
      #expect(ended != .exited(0))
    }
    let missing = try await marfa(
      ["device", "--db", store.file("canary.db").path, "search", "canary"], in: store)
    #expect(missing != .exited(0))
    let sent = project.requests.map { String(decoding: $0, as: UTF8.self) }
    #expect(sent.contains { $0.contains(#""type":"network""#) })
    #expect(findings(of: ["canary", keyFile.path]).isEmpty)
  }

  @Test("without the person's choice no connection is made (R95, R118)", arguments: ["", "off"])
  func off(choice: String) async throws {
    let store = try StoreFolder()
    var environment = reporting
    environment[TelemetryVariable.choice.rawValue] = choice
    let line = ["search", "word", "--url", "http://127.0.0.1:1", "--key-file", "none"]
    #expect(try await marfa(line, in: store, environment) != .exited(0))
    #expect(project.requests.isEmpty)
    // What the choice changes is seen: without it this test could not fail.
    environment[TelemetryVariable.choice.rawValue] = "on"
    #expect(try await marfa(line, in: store, environment) != .exited(0))
    #expect(!project.requests.isEmpty)
  }

  /// What must not be sent: every word of the notes, the address, the key, the server's id.
  private func secrets(_ report: JSONObject, data: URL, in store: StoreFolder) async throws
    -> [String]
  {
    let address = try #require(report["address"]?.string)
    let keyFile = try #require(report["key_file"]?.string)
    let key = try String(contentsOf: URL(filePath: keyFile), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let copy = data.appending(path: "copies-1/laptop.db").path
    let status = try DemoProcess(
      command: ["device", "--db", copy, "status", "--json"], in: store.url)
    #expect(await status.ended() == .exited(0))
    let instance = try #require(try JSONObject(json: try status.said.out)["instance"]?.string)
    return ["canary", address, keyFile, key, instance, data.path]
  }

  /// The requests in which a secret stands, plain, as hexadecimal digits, or in base 64.
  private func findings(of secrets: [String]) -> [String] {
    project.requests.compactMap { bytes in
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      let isFound = secrets.contains { secret in
        let data = Data(secret.utf8)
        return text.contains(secret.lowercased())
          || text.contains(data.map { String(format: "%02x", $0) }.joined())
          || text.contains(data.base64EncodedString().lowercased().prefix(8))
      }
      return isFound ? text : nil
    }
  }

  /// Runs the program to its end.
  private func marfa(
    _ words: [String], in store: StoreFolder, _ environment: [String: String]? = nil
  ) async throws -> ChildEnd? {
    let program = try DemoProcess(
      command: words, in: store.url, environment: environment ?? reporting)
    return await program.ended()
  }
}
