import MarfaTesting

/// Items, edges and types for the tests of the fake, each argument with a plain default.
enum Sample {
  static let noteType = ItemType(
    id: "app.shelf.note", label: "Note", version: 3,
    fields: [
      TypeField(name: "body", type: "string", declaredBy: "app.shelf.note"),
      TypeField(name: "rating", type: "number", declaredBy: "app.shelf.note"),
      TypeField(name: "title", type: "string", required: true, declaredBy: "app.shelf.note"),
    ], titleField: "title", bodyField: "body")

  static let link = EdgeType(id: "about", label: "About", cardinality: "many-to-many")

  /// A type whose edges may move their target.
  static let home = EdgeType(id: "lives-in", label: "Lives in", cardinality: "many-to-one")

  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "0197a3c2-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  static func note(
    _ number: Int, _ title: String = "Title", body: String = "Body", state: ItemState = .active,
    version: Int64 = 1, tags: [String] = [], more: JSONObject = [:]
  ) -> Item {
    var properties: JSONObject = ["title": .string(title), "body": .string(body)]
    for (name, value) in more { properties[name] = value }
    let time = "2026-01-02T03:04:\(number % 50 + 10).000Z"
    return Item(
      id: id(number), type: noteType.id, properties: properties, state: state, tier: .library,
      version: version, schemaVersion: 3, source: "device", sourceId: nil, occurredAt: time,
      createdAt: time, updatedAt: time, tags: tags, title: title, body: body)
  }

  static func edge(_ number: Int, from: Int, to: Int, _ properties: JSONObject = [:]) -> Edge {
    Edge(
      id: id(number), sourceId: id(from), targetId: id(to), edgeType: link.id,
      properties: properties, version: 1, createdAt: "2026-01-02T03:04:05.000Z",
      updatedAt: "2026-01-02T03:04:05.000Z")
  }

  static let view = SavedView(
    id: id(800), version: 1,
    settings: ViewSettings(
      title: "Notes", search: FolderSearch(types: [noteType.id]), groupBy: .tag))

  /// A fake of two notes and an edge between them.
  static func fake(views: [SavedView] = []) -> FakeCopy {
    WorkingCopy.fake(
      items: [note(1, "Bread", body: "Rye and wheat"), note(2, "Milk", tags: ["cold"])],
      edges: [edge(9, from: 1, to: 2)], itemTypes: [noteType], edgeTypes: [link, home],
      views: views)
  }
}

/// The call that a fake refuses, or `nil` when it does not.
func refused(_ call: () async throws -> Void) async -> String? {
  do {
    try await call()
    return nil
  } catch FakeCopyError.unsupported(let call) {
    return call
  } catch {
    return "\(error)"
  }
}
