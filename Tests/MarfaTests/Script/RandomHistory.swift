import MarfaModel
import MarfaTesting
import Resilience

@testable import Marfa

/// Lets a scripted server's items and edges live at random, each change told as an event.
struct RandomHistory {
  private let server: ScriptedServer
  private var chance: SeededGenerator
  private var items: [String: Item] = [:]
  private var edges: [String: Edge] = [:]
  private var made = 0
  private var clock: Int64 = 1_767_323_045_000

  init(_ server: ScriptedServer, seed: UInt64) {
    self.server = server
    chance = SeededGenerator(seed: seed)
  }

  /// A number below a bound, from the same chance as the history.
  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &chance) }

  /// Lets so many things happen.
  mutating func live(_ steps: Int) {
    for _ in 0..<steps { step() }
  }

  private mutating func step() {
    switch number(below: 12) {
    case 0, 1: create()
    case 2, 3, 4: change { $0.next(["body": .string("\($1)")], at: $2) }
    case 5:
      change { item, _, time in
        item.next([:], at: time, tier: item.tier == .library ? .feed : .library)
      }
    case 6:
      change { item, _, time in
        item.next([:], at: time, type: item.type == "core.note" ? "core.task" : "core.note")
      }
    case 7: toggleBin()
    case 8: purge()
    case 9, 10: createEdge()
    default: changeEdge()
    }
  }

  private mutating func tick() -> String {
    clock += 1_000
    return Timestamp(clamping: clock).text
  }

  private mutating func pick<T>(_ values: [String: T]) -> T? {
    let keys = values.keys.sorted()
    return keys.isEmpty ? nil : values[keys[number(below: keys.count)]]
  }

  private mutating func create() {
    made += 1
    let item = Fixture.item(
      ["body": "new"], id: id(made), type: number(below: 3) == 0 ? "core.task" : "core.note",
      tier: number(below: 3) == 0 ? .feed : .library, updatedAt: tick())
    items[item.id] = item
    server.publish(.created, item)
  }

  private mutating func change(_ make: (Item, Int, String) -> Item) {
    guard let item = pick(items) else { return }
    let next = make(item, number(below: 1_000), tick())
    items[item.id] = next
    server.publish(.updated, next)
  }

  private mutating func toggleBin() {
    guard let item = pick(items) else { return }
    let isBinned = item.state == .trashed
    let next = item.with(updatedAt: tick(), state: isBinned ? .active : .trashed)
    items[item.id] = next
    server.publish(isBinned ? .restored : .deleted, next)
  }

  private mutating func purge() {
    guard number(below: 3) == 0, let item = pick(items) else { return }
    items[item.id] = nil
    edges = edges.filter { $0.value.sourceId != item.id && $0.value.targetId != item.id }
    server.purge(item)
  }

  private mutating func createEdge() {
    guard let source = pick(items), let target = pick(items), source.id != target.id else { return }
    made += 1
    let edge = Fixture.edge(id: id(made), from: source.id, to: target.id, updatedAt: tick())
    edges[edge.id] = edge
    server.publish(.created, edge)
  }

  private mutating func changeEdge() {
    guard let edge = pick(edges) else { return }
    switch number(below: 3) {
    case 0:
      edges[edge.id] = nil
      server.publish(.deleted, edge)
    case 1:
      guard let source = pick(items), source.id != edge.targetId else { return }
      put(
        Fixture.edge(
          edge.properties, id: edge.id, from: source.id, to: edge.targetId,
          version: edge.version + 1, updatedAt: tick()))
    default:
      put(
        Fixture.edge(
          ["n": .integer(edge.version)], id: edge.id, from: edge.sourceId, to: edge.targetId,
          version: edge.version + 1, updatedAt: tick()))
    }
  }

  private mutating func put(_ edge: Edge) {
    edges[edge.id] = edge
    server.publish(.updated, edge)
  }
}

extension Item {
  /// The row one version on.
  fileprivate func next(
    _ properties: JSONObject, at time: String, type: String? = nil, tier: Tier? = nil
  ) -> Item {
    var whole = self.properties
    for (name, value) in properties { whole[name] = value }
    return Fixture.item(
      whole, id: id, type: type ?? self.type, state: state, tier: tier ?? self.tier,
      version: version + 1, updatedAt: time, tags: tags)
  }
}
