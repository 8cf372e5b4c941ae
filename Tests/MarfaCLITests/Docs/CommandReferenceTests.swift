import Foundation
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("The command reference, docs/cli.md")
struct CommandReferenceTests {
  private let text: String

  init() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/cli.md")
    text = try String(contentsOf: page, encoding: .utf8)
  }

  /// What stands under a heading, up to the next one of its rank or above.
  private func section(_ heading: String) throws -> Substring {
    let start = try #require(text.range(of: "\n\(heading)\n"), "\(heading) is missing")
    let rest = text[start.upperBound...]
    return rest[..<(rest.range(of: "\n##")?.lowerBound ?? rest.endIndex)]
  }

  /// Every `--name` in a text.
  private func options(in text: Substring) -> Set<String> {
    Set(text.matches(of: /--([a-z][a-z-]*)/).map { String($0.output.1) })
  }

  @Test("every command has a section with its usage and all of its options, and no others")
  func commands() throws {
    let shared = options(in: try section("## How a server is found"))
    #expect(shared == ["url", "key-file", "data"])
    for (name, command) in MarfaCommand.table {
      let section = try section("### `marfa \(name)`")
      #expect(section.contains("\nmarfa \(command.usage)\n"))
      let known = command.options.union(command.flags)
      let told = options(in: section)
      #expect(told.subtracting(known).subtracting(["json"]).isEmpty, "\(name)")
      #expect(known.subtracting(told).subtracting(shared).isEmpty, "\(name)")
      for option in known.subtracting(shared) {
        #expect(command.usage.contains("--\(option)"), "\(name): \(option)")
      }
    }
    let headings = text.matches(of: /\n### `marfa ([a-z ]+)`\n/).map { String($0.output.1) }
    #expect(headings == MarfaCommand.table.map(\.name.description))
  }

  @Test("the table of exit statuses is that of the program")
  func statuses() throws {
    var rows: [String] = []
    for status in ExitStatus.allCases {
      let remedies = Self.remedies.filter { ExitStatus($0.remedy) == status }.map { "`\($0.word)`" }
      rows.append(remedies.isEmpty ? "–" : remedies.joined(separator: ", "))
    }
    let table = try section("## Exit status").matches(of: /\n\| ([0-9]) \| .* \| (.*) \|/)
    #expect(table.map { String($0.output.1) } == ExitStatus.allCases.map { "\($0.rawValue)" })
    #expect(table.map { String($0.output.2) } == rows)
  }

  @Test("the verbs of device and the words of apply are all there")
  func verbs() throws {
    let section = try section("### `marfa device`")
    for verb in DeviceVerb.allCases { #expect(section.contains("| `\(verb.rawValue)` |")) }
    for word in DeviceStep.words { #expect(section.contains("`\(word)`"), "\(word)") }
  }

  private static let remedies: [(remedy: Remedy, word: String)] = [
    (.wait(nil), "wait"), (.network, "network"), (.newKey, "newKey"), (.hydrate, "hydrate"),
    (.grant, "grant"), (.reread, "reread"), (.fixInput, "fixInput"),
    (.checkAddress, "checkAddress"), (.update, "update"), (.freeSpace, "freeSpace"),
    (.confirm, "confirm"), (.reopen, "reopen"), (.nothing, "nothing"),
  ]
}
