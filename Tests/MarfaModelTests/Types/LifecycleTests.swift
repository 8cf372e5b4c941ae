import MarfaModel
import Testing

@Suite("States of an item")
struct LifecycleTests {
  @Test("every pair of states is a move or is refused", arguments: ItemState.allCases)
  func graph(from: ItemState) {
    let allowed: [ItemState: Set<ItemState>] = [
      .active: [.archived, .trashed], .archived: [.active, .trashed], .trashed: [.active],
      .revoked: [],
    ]
    for to in ItemState.allCases {
      for type in ["core.note", "app.a.b", "system.view"] {
        let allows = allowed[from]?.contains(to) == true
        #expect(Lifecycle.allows(from, to: to, type: type) == allows)
        let refused = refusal { () throws(RuleRefusal) in
          try Lifecycle.judge(from, to: to, type: type)
        }
        #expect(refused?.code == (allows ? nil : "invalid_transition"))
      }
      #expect(!Lifecycle.allows(from, to: to, type: "system.folder"))
    }
  }

  @Test("a request names one of three states")
  func reading() throws {
    #expect(try Lifecycle.read("archived") == .archived)
    for value in ["revoked", "Active", "", 1, nil] as [JSONValue] {
      let refused = refusal { () throws(RuleRefusal) in _ = try Lifecycle.read(value) }
      #expect(refused?.paths == ["state"])
    }
    #expect(Lifecycle.states(of: "system.connection") == [.active, .revoked])
    #expect(Lifecycle.states(of: "core.note") == [.active, .archived, .trashed])
  }
}
