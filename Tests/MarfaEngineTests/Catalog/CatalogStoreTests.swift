import MarfaEngine
import MarfaModel
import MarfaSQL
import Testing

@Suite("the catalog in a store")
struct CatalogStoreTests {
  private func type(_ id: String, parent: String? = nil, label: String = "L") throws
    -> TypeDefinition
  {
    var definition: JSONObject = ["id": .string(id), "label": .string(label), "x": [1, "é"]]
    if let parent { definition["parent"] = .string(parent) }
    return try TypeDefinition(reading: definition)
  }

  @Test("an empty store has an empty catalog; the shipped one comes back as it was")
  func whole() async throws {
    let store = try await EngineStore(file: true)
    let shipped = TypeCatalog.shipped
    try await store.catalog { catalog throws in
      #expect(try catalog.isEmpty())
      #expect(try catalog.load() == TypeCatalog())
      #expect(try catalog.replace(with: shipped))
      #expect(try !catalog.isEmpty())
    }
    // Another cache has to read it all.
    let read = try await store.database.read { try CatalogStore($0, CatalogCache()).load() }
    #expect(read == shipped)
    await store.database.close()
  }

  @Test("the same catalog again changes nothing, another one moves the revision")
  func revision() async throws {
    let store = try await EngineStore()
    let note = try type("app.x.note")
    let other = try type("app.x.note", label: "Other")
    let link = try EdgeTypeDefinition(reading: ["id": "link"])
    try await store.catalog { catalog throws in
      #expect(try catalog.revision() == 0)
      #expect(try catalog.put(note))
      let first = try catalog.revision()
      #expect(try !catalog.put(note))
      #expect(try !catalog.remove(type: "app.x.nothing"))
      #expect(try !catalog.remove(edgeType: "nothing"))
      #expect(try catalog.revision() == first)
      #expect(try catalog.put(other))
      #expect(try catalog.put(link))
      #expect(try catalog.load().edgeDefinition("link") == link)
      #expect(try catalog.load().definition("app.x.note") == other)
      #expect(try catalog.remove(edgeType: "link"))
      #expect(try catalog.remove(type: "app.x.note"))
      #expect(try catalog.isEmpty())
    }
    await store.database.close()
  }

  @Test("a change that was rolled back is never read again, not even from memory")
  func rolledBack() async throws {
    struct Refused: Error {}
    let store = try await EngineStore()
    let note = try type("app.x.note")
    let task = try type("app.x.task")
    await #expect(throws: Refused.self) {
      try await store.catalog { catalog throws in
        try catalog.put(note)
        #expect(try catalog.load().isKnown("app.x.note"))
        throw Refused()
      }
    }
    try await store.catalog { catalog throws in
      #expect(try !catalog.load().isKnown("app.x.note"))
      try catalog.put(task)
      #expect(try catalog.load().types.map(\.id) == ["app.x.task"])
    }
    await store.database.close()
  }

  @Test("a change marks the rows of the type and of those under it, and no others")
  func marks() async throws {
    let store = try await EngineStore()
    let note = try type("app.x.note")
    let child = try type("app.x.child", parent: "app.x.note")
    let other = try type("app.x.other")
    let changed = try type("app.x.note", label: "Changed")
    try await store.database.write { connection in
      let catalog = CatalogStore(connection, CatalogCache())
      let items = ItemStore(connection)
      let indexing = ItemIndexing(connection)
      try catalog.replace(with: TypeCatalog(types: [note, child, other]))
      for (number, type) in zip(1..., ["app.x.note", "app.x.child", "app.x.other", "app.x.none"]) {
        try items.put(row(number, type: type))
      }
      func settled() throws -> [Int64] {
        let pending = try indexing.next(100)
        for seq in pending { try indexing.settle(seq) }
        return pending
      }
      #expect(try settled() == [1, 2, 3, 4])
      try catalog.put(changed)
      #expect(try settled() == [1, 2])
      try catalog.put(try EdgeTypeDefinition(reading: ["id": "link"]))
      #expect(try settled() == [])
      try catalog.remove(type: "app.x.note")
      #expect(try settled() == [1, 2])
      try catalog.replace(with: TypeCatalog())
      #expect(try settled() == [2, 3])
    }
    await store.database.close()
  }

  @Test("a damaged definition is refused as such")
  func damaged() async throws {
    let store = try await EngineStore()
    try await store.database.write {
      try $0.script("INSERT INTO types (id, definition) VALUES ('a.b', '{')")
    }
    let error = await #expect(throws: MarfaError.self) { try await store.catalog { try $0.load() } }
    #expect(error.map { MarfaErrorKind($0) } == .decoding)
    await store.database.close()
  }

  @Test("each failure of the database has one reading", arguments: SQLError.Kind.allCases)
  func failures(kind: SQLError.Kind) {
    let error = MarfaError(storing: SQLError(kind: kind, operation: "step"))
    let expected: MarfaErrorKind =
      switch kind {
      case .full: .storageFull
      case .closed: .closed
      case .interrupted: .canceled
      default: .store
      }
    #expect(MarfaErrorKind(error) == expected)
    #expect(!error.message.isEmpty)
  }

  @Test("errors that are told already stay, cancellation keeps its name, others name their type")
  func mapping() {
    struct Odd: Error {}
    let own = MarfaError.invalid(message: "x")
    #expect(MarfaError(storing: own) == own)
    #expect(MarfaErrorKind(MarfaError(storing: CancellationError())) == .canceled)
    #expect(
      MarfaErrorKind(MarfaError(storing: RuleRefusal(code: "c", message: "m"))) == .validation)
    #expect(MarfaError(storing: Odd()).message.contains("Odd"))
  }
}
