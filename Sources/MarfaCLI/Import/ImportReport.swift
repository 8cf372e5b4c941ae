import MarfaModel

/// What an import did, and what it could not take.
struct ImportReport: Sendable {
  /// Markdown files that were found.
  var files: Int
  /// What stood in the way of a file, or of a part of one.
  var issues: [ImportIssue]
  /// Items made.
  var created = 0
  /// Items that were there already and were brought up to date.
  var updated = 0
  /// Connections made.
  var links = 0
  /// Connections that were there already.
  var linksHeld = 0
  /// The items that the notes became, by the notes' source ids.
  var ids: [String: String] = [:]
  /// Notes that the server refused, with its sentence.
  var refused: [(path: String, why: String)] = []

  /// Makes a report of what was read.
  init(files: Int, issues: [ImportIssue]) {
    self.files = files
    self.issues = issues
  }

  /// Whether every file became an item.
  var isWhole: Bool { refused.isEmpty && !issues.contains { $0.leavesOut } }

  /// The report as a table of counts, and a line for everything that was not taken as it stands.
  func print(to console: Console, mostIssues: Int = 20) {
    var table = Table(["import", "count"], rightAligned: [1])
    for (name, count) in [
      ("Markdown files", files), ("items created", created), ("items updated", updated),
      ("links drawn", links), ("links already there", linksHeld),
      ("files left out", issues.count { $0.leavesOut } + refused.count),
    ] {
      table.add([name, String(count)])
    }
    for line in table.lines { console.say(line) }
    for issue in issues.prefix(mostIssues) { console.say("  \(issue)") }
    if issues.count > mostIssues {
      console.say("  … and \(issues.count - mostIssues) more; --json lists all")
    }
    for (path, why) in refused { console.say("  \(path): \(why)") }
  }

  /// The report as JSON, with everything that was not taken.
  var json: JSONObject {
    [
      "files": .integer(Int64(files)), "created": .integer(Int64(created)),
      "updated": .integer(Int64(updated)), "links": .integer(Int64(links)),
      "links_held": .integer(Int64(linksHeld)),
      "issues": .array(
        issues.map { issue in
          [
            "path": .string(issue.path), "line": issue.line.map { .integer(Int64($0)) } ?? .null,
            "kind": .string(issue.kind.rawValue), "reason": .string(issue.reason),
            "left_out": .bool(issue.leavesOut),
          ]
        }),
      "refused": .array(
        refused.map { ["path": .string($0.path), "reason": .string($0.why)] }),
    ]
  }
}
