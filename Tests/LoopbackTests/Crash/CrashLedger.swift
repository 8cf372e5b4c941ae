import Marfa
import MarfaModel
import Resilience
import Testing

/// What was acknowledged before each crash, and what therefore must be there after all of them.
struct CrashLedger {
  /// Notes that were scripted, acknowledged or not, by id, with the word that marks each.
  private(set) var scripted: [String: String] = [:]
  /// Notes whose create was acknowledged.
  private(set) var created: Set<String> = []
  /// The last acknowledged title of a note, as its number.
  private(set) var titled: [String: Int] = [:]
  /// How many edits of a note were scripted.
  private(set) var edits: [String: Int] = [:]
  /// Notes whose tag was acknowledged.
  private(set) var tagged: Set<String> = []

  /// Writes the lines of one run: new notes, edits and tags of them, drains between.
  ///
  /// - Parameter known: notes of earlier runs that can be edited too.
  mutating func script(
    _ random: inout SeededGenerator, round: Int, length: Int, drains: Bool
  ) throws -> String {
    var lines: [JSONObject] = []
    var ids = created.sorted().suffix(3).map(\.self)
    for number in 0..<length {
      let id = UUIDv7Minter.shared.mint(milliseconds: SystemClock().unixMilliseconds).text
      let mark = "round \(round) note \(number)"
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        scripted[id] = mark
        ids.append(id)
        lines.append([
          "do": "create", "id": .string(id), "type": "core.note",
          "properties": ["body": "b", "mark": .string(mark), "title": "0"],
        ])
      case 3:
        guard let id = ids.randomElement(using: &random) else { continue }
        let next = (edits[id] ?? 0) + 1
        edits[id] = next
        lines.append([
          "do": "update", "id": .string(id), "properties": ["title": .string(String(next))],
        ])
      case 4:
        guard let id = ids.randomElement(using: &random) else { continue }
        lines.append(["do": "add_tag", "id": .string(id), "tag": "kept"])
      default: if drains { lines.append(["do": "drain"]) }
      }
    }
    if drains { lines.append(["do": "drain"]) }
    return try lines.map { try $0.json() + "\n" }.joined()
  }

  /// Takes down what a child had acknowledged.
  mutating func take(_ answers: [JSONObject]) {
    for answer in answers {
      guard let id = answer["item_id"]?.string else { continue }
      switch answer["kind"]?.string {
      case "create_item": created.insert(id)
      case "update_item":
        let title = answer["body"]?.object?["properties"]?.object?["title"]?.string
        titled[id] = max(titled[id] ?? 0, title.flatMap { Int($0) } ?? 0)
      case "add_tag": tagged.insert(id)
      default: break
      }
    }
  }

  /// What is missing among the items that somebody holds.
  func missing(among items: [String: Item]) -> [String] {
    var missing: [String] = []
    for id in created {
      guard let item = items[id] else {
        missing.append("the note \(id)")
        continue
      }
      if item.properties["mark"]?.string != scripted[id] { missing.append("the text of \(id)") }
      let title = item.properties["title"]?.string.flatMap { Int($0) } ?? -1
      if title < titled[id] ?? 0 { missing.append("title \(titled[id] ?? 0) of \(id)") }
    }
    for id in tagged where items[id]?.tags.contains("kept") != true {
      missing.append("the tag of \(id)")
    }
    return missing
  }

  /// What is there twice, or was never written.
  func surplus(among items: [String: Item]) -> [String] {
    var marks: [String: Int] = [:]
    var surplus: [String] = []
    for (id, item) in items {
      if let mark = item.properties["mark"]?.string { marks[mark, default: 0] += 1 }
      if scripted[id] == nil { surplus.append("the note \(id)") }
      // One version for the create, one for each edit that changed something.
      if item.version > Int64(1 + (edits[id] ?? 0)) { surplus.append("a version of \(id)") }
      if item.tags.count > 1 { surplus.append("a tag of \(id)") }
    }
    return surplus + marks.filter { $0.value > 1 }.map { "twice “\($0.key)”" }
  }
}
