import Foundation
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Command lines that are not understood")
struct UsageTests {
  /// A command line and a piece of what is said about it.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: [String]
    let says: String

    init(_ line: String, _ says: String) {
      self.line = line.split(separator: " ").map(String.init)
      self.says = says
    }

    init(_ line: [String], _ says: String) {
      self.line = line
      self.says = says
    }

    var testDescription: String { line.joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(["serve", "--data", ""], "--data DIR"),
    Case("nonsense", "nonsense is not a command"),
    Case("items nonsense", "items nonsense is not a command"),
    Case("items", "items is not a command"),
    Case("serve", "--data DIR"),
    Case("serve --data", "--data needs a value"),
    Case("serve --data /tmp further", "no further words"),
    Case("serve --data /tmp --port 65536", "0 to 65535"),
    Case("serve --data /tmp --port many", "0 to 65535"),
    Case("serve --color red", "--color is not an option here"),
    Case("serve --quiet=yes", "--quiet is not an option here"),
    Case("import", "one folder"),
    Case("import a b", "one folder"),
    Case("import /nowhere/at/all", "/nowhere/at/all is not a folder"),
    Case("demo", "one folder"),
    Case("demo /nowhere/at/all --once", "/nowhere/at/all is not a folder"),
    Case("demo / --port -1", "0 to 65535"),
    Case("items get", "one id"),
    Case("items get not-an-id", "not the id of an item"),
    Case("items list --limit 0", "1 to 100000"),
    Case("items create", "--type"),
    Case("items create --type core.note --properties [1]", "not a JSON object"),
    Case("search", "words to look for"),
    Case("search x --limit 101", "1 to 100"),
    Case("keys create --label x", "--label and --source"),
    Case("keys create --label x --source y --type core.note", "NAME=read or NAME=write"),
    Case("keys revoke", "id of one key"),
    Case("keys revoke x", "id of one key"),
    Case("device", "--db PATH"),
    Case("device --db /tmp/x", "device takes one of hydrate"),
    Case("device --db /tmp/x explode", "device takes one of hydrate"),
    Case("status --url nonsense", "must be an http or https address"),
  ]

  @Test("each ends with status 2 and one line that says what is wrong", arguments: cases)
  func text(_ usage: Case) async throws {
    let outcome = await (try CommandBench()).run(usage.line)
    #expect(outcome.status == 2)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.contains(usage.says))
    #expect(outcome.err.hasPrefix("marfa: ") && outcome.err.count { $0 == "\n" } == 1)
  }

  @Test("each is one JSON object under --json", arguments: cases)
  func json(_ usage: Case) async throws {
    let outcome = await (try CommandBench()).run(usage.line + ["--json"])
    #expect(outcome.status == 2)
    #expect(outcome.out.isEmpty)
    let error = try #require(outcome.error)
    #expect(error["code"] == "usage")
    #expect(error["exit_status"] == .integer(2))
    #expect(error["message"]?.string?.contains(usage.says) == true)
  }

  @Test("no words at all show the help and end with 2; asking for help ends with 0")
  func help() async throws {
    let bench = try CommandBench()
    let nothing = await bench.run()
    #expect(nothing.status == 2)
    let help = await bench.run("help")
    #expect(help.status == 0 && help.out == nothing.out)
    for (name, command) in MarfaCommand.table {
      #expect(help.out.contains("\(UsageText.short(command.usage)) "))
      let one = await bench.run(
        name.description.split(separator: " ").map(String.init) + ["--help"])
      let words = one.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(one.status == 0 && words.hasPrefix("marfa \(command.usage) "))
      // Fits a terminal that nobody has made wider.
      #expect(one.out.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(one.out)")
    }
    let device = await bench.run("device", "--help").out
    #expect(DeviceVerb.allCases.allSatisfy { device.contains("\n\($0.rawValue) ") })
    let json = await bench.run("serve", "--help", "--json")
    #expect(json.json?.object?["usage"]?.string == ServeCommand.usage)
    let version = await bench.run("version", "--json")
    #expect(version.json?.object?["version"]?.string?.isEmpty == false)
  }

  @Test("a double dash ends the options, --json and --help too")
  func doubleDash() async throws {
    let bench = try CommandBench()
    let outcome = await bench.run(
      "search", "--url", CommandBench.nowhere, "--", "--json", "--help",
      environment: ["MARFA_API_KEY": "x"])
    #expect(outcome.status == 3)
    #expect(outcome.err.hasPrefix("marfa: "))
  }

  @Test("an option takes its value behind an equals sign as well, an empty one too")
  func equals() throws {
    let parsed = try Arguments(
      ["--type=a=b", "--limit", "--5", "word", "--tag=", "--once"],
      options: ["type", "limit", "tag"], flags: ["once"])
    #expect(parsed["type"] == "a=b")
    #expect(parsed["limit"] == "--5")
    #expect(parsed["tag"] == "")
    #expect(parsed.words == ["word"])
    #expect(parsed.has("once"))
  }
}
