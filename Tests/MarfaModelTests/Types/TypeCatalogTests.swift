import MarfaModel
import Testing

@Suite("The catalog of types: ancestors and descendants")
struct TypeCatalogTests {
  private let catalog: TypeCatalog

  init() throws {
    var catalog = try register(
      type(
        ["summary": ["type": "string"], "body": ["type": "string", "required": true]],
        id: "app.log.entry", ["parent": "core.note", "display_hints": ["body_field": "body"]]))
    catalog = try register(
      type(
        ["mood": ["type": "string", "searchable": false]], id: "app.log.diary",
        [
          "parent": "app.log.entry", "roles": ["container"],
          "merge_policy": ["fields": ["body": "last_writer_wins", "mood": "keep_both_copies"]],
        ]),
      in: catalog)
    self.catalog = catalog
  }

  @Test("effective fields start with the farthest ancestor's, and a redeclared one keeps its place")
  func effectiveFields() throws {
    let diary = try #require(catalog.type("app.log.diary"))
    #expect(diary.chain == ["app.log.diary", "app.log.entry", "core.note"])
    #expect(
      diary.fields.map(\.name) == ["body", "title", "language", "notes", "summary", "mood"])
    #expect(diary.fields[0].declaredBy == "app.log.entry")
    #expect(diary.fields[1].declaredBy == "core.note")
    #expect(diary["body"]?.required == true)
    #expect(diary["nothing"] == nil)
  }

  @Test("hints are taken whole from the nearest type that declares any")
  func hints() throws {
    let diary = try catalog.itemType("app.log.diary")
    #expect(diary.titleField == nil)
    #expect(diary.bodyField == "body")
    #expect(catalog.type("app.log.diary")?.titleProperty == "title")
    #expect(try catalog.itemType("core.media.book").titleField == "title")
  }

  @Test("the merge policy is resolved through the chain, nearer entries over farther ones")
  func mergePolicy() throws {
    let diary = try #require(catalog.type("app.log.diary"))
    #expect(diary.mergePolicy["body"] == .lastWriterWins)
    #expect(diary.mergePolicy["notes"] == .keepBothCopies)
    #expect(diary.mergePolicy["mood"] == .keepBothCopies)
    #expect(diary.mergePolicy["title"] == .lastWriterWins)
    #expect(
      diary.mergePolicy.json == [
        "fields": [
          "body": "last_writer_wins", "notes": "keep_both_copies", "mood": "keep_both_copies",
        ],
        "default": "last_writer_wins",
      ])
    #expect(MergePolicy()["any"] == .lastWriterWins)
  }

  @Test("search reads the string fields in name order, without those kept out of it")
  func searchableFields() throws {
    let diary = try #require(catalog.type("app.log.diary"))
    #expect(diary.searchableFields == ["body", "language", "notes", "summary", "title"])
    #expect(diary.unsearchableFields == ["mood"])
    #expect(
      catalog.type("core.bookmark")?.searchableFields == [
        "author", "body", "description", "language", "notes", "source_title", "title",
      ])
  }

  @Test("the value for apps lists the fields by name and says who declares each")
  func value() throws {
    let diary = try catalog.itemType("app.log.diary")
    #expect(
      diary.fields.map(\.name) == ["body", "language", "mood", "notes", "summary", "title"])
    #expect(diary.fields.first?.declaredBy == "app.log.entry")
    #expect(diary.roles == ["container"])
    #expect(diary.parent == "app.log.entry")
    #expect(diary.label == "Diary")
  }

  @Test("roles of an ancestor hold for its descendants, and the type list says so")
  func roles() throws {
    let next = try register(
      type(id: "app.log.night", ["parent": "app.log.diary"]), in: catalog)
    let night = try #require(next.type("app.log.night"))
    #expect(night.roles == ["container"])
    #expect(night.listJSON["roles"] == ["container"])
    #expect(night.listJSON["merge_policy"] == nil)
    #expect(night.json["merge_policy"]?.object?["default"] == "last_writer_wins")
    #expect(night.json["fields"]?.object?.keys.count == 6)
    #expect(night.json["display_hints"] == ["body_field": "body"])
  }

  @Test("the subtree of a type is what lies under it by name and what declares it as an ancestor")
  func subtree() {
    #expect(
      catalog.subtree(of: "core.note") == ["app.log.diary", "app.log.entry", "core.note"])
    #expect(catalog.subtree(of: "core.media").count == 8)
    #expect(catalog.subtree(of: "app.log") == ["app.log.diary", "app.log.entry"])
    #expect(catalog.subtree(of: "app.none") == [])
    #expect(catalog.isAtOrUnder("core.note.gone", "core.note"))
    #expect(!catalog.isAtOrUnder("app.log.gone", "core.note"))
    #expect(catalog.matches(.under("core.note"), "app.log.diary"))
    #expect(!catalog.matches(.exactly("core.note"), "app.log.diary"))
    #expect(catalog.matches(.all, "x.y"))
    #expect(catalog.descendants(of: "core.note").map(\.id) == ["app.log.diary", "app.log.entry"])
  }

  @Test("an unknown type is refused to a write and not found by a read")
  func unknown() throws {
    let refused = refusal { () throws(RuleRefusal) in _ = try catalog.typeForWriting("a.b") }
    #expect(refused?.code == "unknown_type")
    #expect(refused?.error.code() == "unknown_type")
    #expect(refused?.details?["type"] == "a.b")
    #expect(
      throws: MarfaError.notFound(
        code: "type_not_found", message: "There is no type of item called a.b.")
    ) { try catalog.itemType("a.b") }
    #expect(throws: MarfaError.self) { try catalog.edgeType("nothing") }
    #expect(!catalog.isKnown("a.b"))
  }

  @Test("a chain that is a loop or longer than 64 is a decoding error, and only for its types")
  func brokenChains() throws {
    var types: [JSONObject] = [
      ["id": "a.one", "parent": "a.two"], ["id": "a.two", "parent": "a.one"],
      ["id": "a.self", "parent": "a.self"], ["id": "a.fine", "parent": "a.gone"],
      ["id": "c.n0"],
    ]
    for number in 1...66 {
      types.append(["id": .string("c.n\(number)"), "parent": .string("c.n\(number - 1)")])
    }
    let broken = try TypeCatalog(reading: types, edgeTypes: [])
    for id in ["a.one", "a.two", "a.self", "c.n65", "c.n66"] {
      #expect(broken.type(id) == nil)
      #expect(broken.isKnown(id))
      let error = #expect(throws: MarfaError.self) { try broken.itemType(id) }
      #expect(error?.code() == "decoding")
      let refused = refusal { () throws(RuleRefusal) in _ = try broken.typeForWriting(id) }
      #expect(refused?.code == "type_chain_unresolvable")
    }
    #expect(broken.type("a.fine")?.chain == ["a.fine"])
    #expect(broken.type("c.n64")?.chain.count == 65)
    #expect(throws: MarfaError.self) { try broken.itemTypes() }
  }

  @Test("two catalogs are equal when they hold the same definitions, in whatever order they came")
  func equality() throws {
    let reversed = TypeCatalog(
      types: catalog.types.reversed(), edgeTypes: catalog.edgeTypes.reversed())
    #expect(reversed == catalog)
    #expect(catalog != TypeCatalog.shipped)
  }
}
