import MarfaTesting
import Testing

@Suite("A fake copy that is given odd things")
struct FakeOddInputTests {
  private let bread = Sample.id(1)

  @Test("an item of a type that was not given is held and shown, and can't be edited (R74)")
  func unknownType() async throws {
    let copy = WorkingCopy.fake(items: [Sample.note(1, "Bread")]).copy
    #expect(try await copy.items.list().map(\.id) == [bread])
    let error = await #expect(throws: MarfaError.self) {
      try await copy.items.update(bread, Edit(properties: ["title": "T"], baseVersion: 1))
    }
    #expect(error?.code() == "unknown_type")
    // What has no shape to break is taken as from any item.
    try await copy.tags.add("x", to: bread)
    #expect(try await copy.queue.drain().answered == 1)
    #expect(try await copy.items.get(bread)?.tags == ["x"])
  }

  @Test("of rows, views and types that are given twice the last ones stand")
  func twice() async throws {
    let other = SavedView(id: Sample.view.id, version: 4, settings: ViewSettings(title: "Other"))
    let copy = WorkingCopy.fake(
      items: [Sample.note(1), Sample.note(2)],
      edges: [Sample.edge(9, from: 1, to: 2), Sample.edge(9, from: 2, to: 1)],
      itemTypes: [Sample.noteType, Sample.noteType], edgeTypes: [Sample.link, Sample.link],
      views: [Sample.view, other]
    ).copy
    #expect(try await copy.views.all() == [other])
    #expect(try await copy.edges.from(Sample.id(2)).map(\.id) == [Sample.id(9)])
    #expect(try await copy.edges.from(bread) == [])
    #expect(try await copy.catalog.itemTypes().map(\.id) == [Sample.noteType.id])
    #expect(try await copy.status().edges == 1)
  }

  @Test("a script may turn every switch of its fake, and read what was written (R81, R84)")
  func scriptTouchesItsFake() async throws {
    let fake = Sample.fake()
    fake.verdict = { [weak fake] write in
      let code = "refused-\(fake?.writes.count ?? 0)"
      fake?.verdict = { _ in .refused(Refusal(reason: code, code: code)) }
      fake?.displays = { ItemDisplay(name: $0.id) }
      fake?.send(Change(origin: .serverReachable))
      fake?.sendUpdate(.offline())
      return .accepted
    }
    try await fake.copy.tags.add("x", to: bread)
    try await fake.copy.tags.add("y", to: bread)
    try await fake.copy.queue.drain()
    let refused = Verdict.refused(Refusal(reason: "refused-2", code: "refused-2"))
    #expect(fake.writes.map(\.verdict) == [.accepted, refused])
    #expect(try await fake.copy.items.displays(of: [bread])[bread]?.name == bread)
  }

  @Test("drains at one time ask a script once for each write (R58, R81)")
  func drainsAtOnce() async throws {
    let fake = Sample.fake()
    let asked = Lock<[String]>([])
    fake.verdict = { write in
      asked.withLock { $0.append(write.id) }
      return .accepted
    }
    for number in 0..<20 { try await fake.copy.tags.add("t\(number)", to: bread) }
    let answered = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<4 { group.addTask { try await fake.copy.queue.drain().answered } }
      return try await group.reduce(0, +)
    }
    #expect(answered == 20)
    #expect(asked.withLock { $0 } == fake.writes.map(\.id))
  }

  @Test("writes made at one time are all taken, each once (R84)")
  func writesAtOnce() async throws {
    let fake = Sample.fake()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await fake.copy.items.create(
            Draft(type: Sample.noteType.id, properties: ["title": .string("\(number)")]))
        }
      }
      try await group.waitForAll()
    }
    #expect(fake.writes.map(\.id) == (try await fake.copy.queue.all().map(\.id)))
    #expect(Set(fake.writes.compactMap(\.itemId)).count == 50)
    #expect(try await fake.copy.status().items == 52)
  }

  @Test("a fake that is closed under its script says so to the next call (R1)")
  func closesUnderItsScript() async throws {
    let fake = Sample.fake()
    let closing = Lock<Task<Void, Never>?>(nil)
    fake.verdict = { [weak fake] _ in
      if let fake { closing.withLock { $0 = Task { await fake.copy.close() } } }
      return .accepted
    }
    try await fake.copy.tags.add("x", to: bread)
    _ = try? await fake.copy.queue.drain()
    await closing.withLock { $0 }?.value
    let error = await #expect(throws: MarfaError.self) { try await fake.copy.queue.all() }
    #expect(error?.code() == "closed")
  }

  @Test("text that means something to a database or a search is only text (R23, R37, R39)")
  func text() async throws {
    let copy = Sample.fake().copy
    let titles = ["'; DROP TABLE items; --", "%_*\"", "\u{202E}gnirts", "👩‍👩‍👧‍👦", "e\u{301}"]
    for title in titles {
      try await copy.items.create(
        Draft(type: Sample.noteType.id, properties: ["title": .string(title)]))
    }
    try await copy.queue.drain()
    #expect(Set(try await copy.items.list().compactMap(\.title)).isSuperset(of: titles))
    for query in titles { _ = try await copy.search(query) }
    #expect(try await copy.search("drop").map(\.item.title) == [titles[0]])
    #expect(try await copy.search("É").map(\.item.title) == [titles[4]])
  }
}
