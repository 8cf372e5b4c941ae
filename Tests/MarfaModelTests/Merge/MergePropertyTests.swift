import Resilience
import Testing

@testable import MarfaModel

/// What must hold for any two writers, whichever comes first.
@Suite struct MergePropertyTests {
  private struct Chance {
    private var source: SeededGenerator

    init(seed: UInt64) { source = SeededGenerator(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &source) }

    mutating func value() -> JSONValue {
      switch below(5) {
      case 0: .integer(Int64(below(3)))
      case 1: .string(["a", "é", "e\u{301}"][below(3)])
      case 2: .array([.integer(Int64(below(2)))])
      case 3: .object(["k": .integer(Int64(below(2))), "l": 1])
      default: .bool(below(2) == 0)
      }
    }

    mutating func properties() -> JSONObject {
      var object: JSONObject = [:]
      for name in ["a", "b", "c", "d", "7"] where below(3) > 0 { object[name] = value() }
      return object
    }
  }

  /// A writer's wish over the base: what it sets and clears.
  private struct Wish {
    var sets: JSONObject = [:]
    var clears: Set<String> = []
    var tier: Tier?

    init(_ chance: inout Chance, over base: JSONObject) {
      for name in ["a", "b", "c", "d", "e", "7"] where chance.below(4) == 0 {
        if chance.below(3) == 0, base[name] != nil {
          clears.insert(name)
        } else {
          sets[name] = chance.value()
        }
      }
      if chance.below(4) == 0 { tier = chance.below(2) == 0 ? .feed : .library }
    }

    /// The write that says the wish: merging where nothing is cleared, else the whole set.
    func write(over base: JSONObject, whole: Bool) -> MergeWrite {
      guard whole || !clears.isEmpty else {
        return MergeWrite(version: 1, properties: sets, tier: tier)
      }
      var properties = base
      for (name, value) in sets { properties[name] = value }
      for name in clears { properties[name] = nil }
      return MergeWrite(version: 1, properties: properties, mode: .replace, tier: tier)
    }

    /// The fields that the wish really changes.
    func changed(over base: JSONObject) -> Set<String> {
      clears.union(sets.lazy.filter { !JSONSameness.same(base[$0.key], $0.value) }.map(\.key))
    }
  }

  private func item(_ properties: JSONObject, version: Int64, tier: Tier? = .library)
    -> VersionedItem
  {
    VersionedItem(
      id: "i", version: version, type: "t", tier: tier, occurredAt: nil, sourceId: nil,
      properties: properties)
  }

  /// The row after a first write at the base and a second, stale one.
  private func run(
    _ base: JSONObject, _ first: MergeWrite, _ second: MergeWrite,
    _ onCollision: MergeInput.OnCollision
  ) -> (MergeOutcome, afterFirst: VersionedItem) {
    let start = item(base, version: 1)
    guard
      case .applied(let row) = MergeInput(base: nil, current: start, write: first).outcome()
    else {
      Issue.record("a fresh write was not applied")
      return (.bareConflict, start)
    }
    let current = item(row.properties, version: 2, tier: row.tier)
    return (
      MergeInput(base: start, current: current, write: second).outcome(onCollision), current
    )
  }

  @Test(
    "no property that only one side changed is lost, in either order, and both orders agree",
    arguments: [1, 2, 3, 4] as [UInt64])
  func nothingLost(seed: UInt64) {
    var chance = Chance(seed: seed)
    for _ in 0..<1_500 {
      let base = PropertyOrder.indicesFirst(chance.properties())
      let wishes = [Wish(&chance, over: base), Wish(&chance, over: base)]
      let writes = wishes.map { $0.write(over: base, whole: chance.below(2) == 0) }
      let changed = wishes.map { $0.changed(over: base) }
      let tiers = wishes.map { $0.tier != nil && $0.tier != .library }
      let collides = !changed[0].isDisjoint(with: changed[1])
      var results: [JSONObject] = []
      for (first, second) in [(0, 1), (1, 0)] {
        let (outcome, _) = run(base, writes[first], writes[second], .refuse)
        switch outcome {
        case .applied(let row):
          for side in [first, second] {
            for name in changed[side].subtracting(changed[1 - side]) {
              #expect(
                JSONSameness.same(row.properties[name], wishes[side].sets[name]),
                "\(name) of \(base), \(writes)")
            }
          }
          #expect(row.tier == (tiers[0] || tiers[1] ? .feed : .library))
          results.append(row.properties)
        case .collision(let fields):
          // Clearing what the other cleared too is an echo, so fewer fields may collide.
          #expect(
            Set(fields).subtracting(["tier"]).isSubset(of: changed[0].intersection(changed[1])))
          #expect(collides || (tiers[0] && tiers[1]))
        case .resolved, .bareConflict, .ancestorUnavailable:
          Issue.record("unexpected \(outcome)")
        }
      }
      if results.count == 2 {
        #expect(JSONSameness.same(.object(results[0]), .object(results[1])))
      }
    }
  }

  @Test("resolving keeps every one-sided change, and both values where the policy keeps both")
  func resolved() {
    var chance = Chance(seed: 11)
    let policy = MergePolicy(reading: [
      "fields": ["a": "keep_both_copies", "b": "keep_both_copies"]
    ])
    for _ in 0..<1_500 {
      let base = PropertyOrder.indicesFirst(chance.properties())
      let wishes = [Wish(&chance, over: base), Wish(&chance, over: base)]
      let writes = wishes.map { $0.write(over: base, whole: chance.below(2) == 0) }
      let changed = wishes.map { $0.changed(over: base) }
      let (outcome, current) = run(
        base, writes[0], writes[1], .resolve(policy, link: nil))
      guard case .resolved(let resolution) = outcome else { continue }
      for (name, strategy) in resolution.strategies where name != "tier" {
        let mine = wishes[1].sets[name]
        let kept = strategy == .keepBothCopies
        #expect(
          JSONSameness.same(
            resolution.row.properties[name], kept ? current.properties[name] : mine))
        if kept { #expect(JSONSameness.same(resolution.copy?[name], mine)) }
      }
      for side in 0...1 {
        for name in changed[side].subtracting(changed[1 - side]) {
          #expect(JSONSameness.same(resolution.row.properties[name], wishes[side].sets[name]))
        }
      }
    }
  }
}
