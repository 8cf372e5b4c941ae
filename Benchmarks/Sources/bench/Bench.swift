import Foundation
import Marfa

/// The program: reads its arguments, runs the cases, prints the table.
enum Bench {
  private struct Arguments {
    var json: String?
    var only: [String] = []
    var scale = 1.0
    var lists = false

    init(_ words: [String]) throws(Usage) {
      var rest = words[...]
      while let word = rest.popFirst() {
        switch word {
        case "--list": lists = true
        case "--json": json = try Self.value(of: word, &rest)
        case "--only": only.append(try Self.value(of: word, &rest))
        case "--scale":
          let text = try Self.value(of: word, &rest)
          guard let number = Double(text), number > 0, number <= 10 else {
            throw Usage(reason: "--scale takes a number above 0 and up to 10, not '\(text)'")
          }
          scale = number
        default: throw Usage(reason: "unknown argument '\(word)'")
        }
      }
    }

    private static func value(of name: String, _ rest: inout ArraySlice<String>) throws(Usage)
      -> String
    {
      guard let value = rest.popFirst() else { throw Usage(reason: "\(name) needs a value") }
      return value
    }
  }

  private struct Usage: Error {
    let reason: String
  }

  /// Runs the program; answers its exit status: 1 when a goal was missed, 2 when it could not run.
  static func main(_ words: [String]) async -> Int32 {
    if words.first == "child" { return await Child.main(Array(words.dropFirst())) }
    let arguments: Arguments
    do {
      arguments = try Arguments(words)
    } catch {
      say(
        "bench: \(error.reason)\nusage: bench [--json FILE] [--only NAME]... [--list] [--scale N]")
      return 2
    }
    let cases = Cases.all.filter { arguments.only.isEmpty || arguments.only.contains($0.name) }
    if arguments.lists {
      for one in cases { print("\(one.name): \(one.summary)") }
      return 0
    }
    guard !cases.isEmpty else {
      say("bench: no case has that name; --list shows them")
      return 2
    }
    do {
      let workspace = try Workspace(scale: arguments.scale)
      defer { workspace.remove() }
      var rows: [Row] = []
      for one in cases {
        say("bench: \(one.name): \(one.summary)")
        do {
          rows.append(try await measure(one, workspace))
        } catch {
          // The others still have something to tell.
          rows.append(Row(one, failure: "\(error)"))
        }
      }
      print(Table(rows: rows).text)
      if let file = arguments.json { try write(rows, to: file, scale: arguments.scale) }
      if rows.contains(where: { $0.failure != nil }) { return 2 }
      return rows.contains { $0.isMet == false } ? 1 : 0
    } catch {
      say("bench: \(error)")
      return 2
    }
  }

  /// The sides take turns, so that a machine that slows down slows both.
  private static func measure(_ one: Case, _ workspace: Workspace) async throws -> Row {
    var ours: [Case.Sample] = []
    var theirs: [Case.Sample] = []
    for _ in 0..<one.rounds {
      if let side = one.theirs { theirs.append(try await side(workspace)) }
      ours.append(try await one.ours(workspace))
    }
    return Row(
      one, ours: median(ours)?.value, theirs: median(theirs)?.value,
      note: median(ours)?.note ?? "")
  }

  private static func median(_ samples: [Case.Sample]) -> Case.Sample? {
    samples.isEmpty ? nil : samples.sorted { $0.value < $1.value }[samples.count / 2]
  }

  private static func write(_ rows: [Row], to file: String, scale: Double) throws {
    let report: JSONObject = [
      "scale": .number(scale), "cases": .array(rows.map { .object($0.json) }),
    ]
    try (report.json() + "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// Progress and complaints go beside the table, so that it can be piped.
  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
