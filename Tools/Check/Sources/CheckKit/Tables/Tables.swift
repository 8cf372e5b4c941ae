/// What `docs/architecture.md` says in its two parseable blocks.
public struct Tables {
  /// The modules that each target may import, by the target's name.
  public var imports: [String: Set<String>] = [:]
  /// The modules of the system that every target may import.
  public var system: Set<String> = []
  /// The rank of each folder (or root file) of each target: a lower number is used by higher ones.
  public var ranks: [String: [String: Int]] = [:]
  /// The lines of the document that could not be read.
  public var findings: [Finding] = []

  private static let path = "docs/architecture.md"

  /// Reads the blocks whose fences say `layers` and `ranks`.
  public init(document: String) {
    var block: Substring?
    var number = 0
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, let block else { continue }
      switch block {
      case "layers": readLayer(name, words, number)
      case "ranks": readRanks(name, words, number)
      default: break
      }
    }
    if imports.isEmpty { say(1, "has no block fenced as ```layers: add the table of imports") }
    if ranks.isEmpty { say(1, "has no block fenced as ```ranks: add the ranks of the folders") }
    findCycle()
  }

  private mutating func say(_ line: Int, _ text: String) {
    findings.append(Finding(Self.path, line, text))
  }

  /// `MarfaEngine: MarfaModel MarfaSQL Resilience`; the name `system:` lists what all may import.
  private mutating func readLayer(_ name: String, _ words: [String], _ line: Int) {
    guard name.hasSuffix(":") else {
      return say(line, "write this layer as 'Target: Import Import'")
    }
    let target = String(name.dropLast())
    if target == "system" {
      system = Set(words.dropFirst())
    } else if imports.updateValue(Set(words.dropFirst()), forKey: target) != nil {
      say(line, "the layer \(target) is listed twice: keep one line")
    }
  }

  /// `MarfaModel: JSON < Values Errors < Types`: folders between two `<` share a rank.
  private mutating func readRanks(_ name: String, _ words: [String], _ line: Int) {
    guard name.hasSuffix(":") else {
      return say(line, "write these ranks as 'Target: A < B C < D'")
    }
    let target = String(name.dropLast())
    var rank = 0
    var folders = ranks[target] ?? [:]
    for word in words.dropFirst() {
      if word == "<" {
        rank += 1
      } else if folders.updateValue(rank, forKey: word) != nil {
        say(line, "the folder \(word) of \(target) is ranked twice: keep one place")
      }
    }
    ranks[target] = folders
  }

  /// A table with a cycle would let targets import each other in a ring.
  private mutating func findCycle() {
    for start in imports.keys.sorted() {
      var reached: Set<String> = []
      var open = Array(imports[start] ?? [])
      while let next = open.popLast() {
        guard reached.insert(next).inserted else { continue }
        open += imports[next] ?? []
      }
      if reached.contains(start) { say(1, "the layers form a ring through \(start): break it") }
    }
  }
}
