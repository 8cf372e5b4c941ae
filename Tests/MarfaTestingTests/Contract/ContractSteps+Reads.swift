import MarfaTesting
import Testing

@testable import Marfa

/// Random reads of items, of the catalog and of the copy itself.
extension ContractSteps {
  mutating func get() async -> Bool {
    let item = item()
    return await pair.same(
      .get, "\(item)", told: { [pair] item, side in item.map { pair.names.shown($0, side) } }
    ) { [pair] in try await $0.items.get(pair.id(item, in: $0)) }
  }

  mutating func list() async -> Bool {
    var filters = ListFilters(allStates: one(in: 3))
    if one(in: 3) { filters.state = pick(ItemState.allCases) }
    if one(in: 4) { filters.tier = pick([.feed, .library]) }
    if one(in: 4) { filters.tags = pick([[word()], [word(), word()], [""], []]) }
    if one(in: 5) { filters.occurredAfter = pick([Self.time(number(1_200)), "", "soon"]) }
    if one(in: 8) { filters.occurredBefore = pick(["soon", Self.time(1_020)]) }
    if one(in: 5) { filters.beneath = pick([items[0].real, Sample.id(3), Sample.id(99_999), "x"]) }
    if one(in: 6) {
      filters.type = pick([
        "core", "core.note", "core.*", "*", "", "core.absent", "Core.Note", "a b",
      ])
    }
    if one(in: 4) {
      (filters.limit, filters.offset) = (pick([nil, 0, 3, .max]), pick([nil, 0, 2, 500, .max]))
    }
    if one(in: 25) { filters.filter = pick(["properties.rating eq 1", "", "(", "tags has"]) }
    return await list(filters, Sort(field: .occurredAt, direction: pick(SortDirection.allCases)))
  }

  func list(_ filters: ListFilters, _ sort: Sort) async -> Bool {
    await pair.same(
      .list, "\(filters) \(sort)", may: filters.filter == nil ? [] : [.filter],
      told: { [pair] items, side in items.map { pair.names.shown($0, side) } }
    ) { try await $0.items.list(filters, sort: sort) }
  }

  mutating func query() -> String {
    pick([
      word(), "\(word()) \(word())", "\"\(word()) \(word())\"", "se", "本", "", " ", "\"", "a* OR (",
      "NEAR(x y)", "-milk", "title:bread", "\u{0}", String(repeating: "ab ", count: 200),
    ])
  }

  mutating func search() async -> Bool {
    let query = query()
    var filters = SearchFilters(allStates: one(in: 3))
    if one(in: 6) { filters.state = pick(ItemState.allCases) }
    if one(in: 4) { filters.tags = pick([[word()], [""]]) }
    if one(in: 8) { filters.type = pick(["core.note", "core", "core.absent", "*"]) }
    if one(in: 10) { filters.beneath = pick([items[0].real, "x"]) }
    if one(in: 25) { filters.filter = "properties.rating eq 1" }
    let limit = one(in: 6) ? pick([-1, 0, .max, .min]) : 1 + number(100)
    return await pair.same(
      .search, "\(query) \(filters) \(limit)", may: filters.filter == nil ? [] : [.filter],
      told: { [pair] hits, side in hits.map { pair.names.shown($0, side) } }
    ) { [filters] in try await $0.search(query, filters: filters, limit: limit) }
  }

  // MARK: - Names and links

  /// The fake is scripted to name items as the real copy does; what it asks the script and makes of
  /// the answers is its own.
  mutating func displays(_ call: ContractCall) async -> Bool {
    let names = pair.names
    let shown = Lock<[String: ItemDisplay]>([:])
    pair.fake.displays = { item in
      shown.withLock { $0[names.real(item.id)] } ?? ItemDisplay(name: "asked for nothing")
    }
    defer { pair.fake.displays = nil }
    if call == .displaysFor {
      let (limit, state) = (UInt32(number(5)), pick(ItemState.allCases))
      let order = Sort(field: .occurredAt, direction: .ascending)
      return await pair.same(call, told: { value, _ in value }) { [pair] copy in
        let items = try await copy.items.list(
          ListFilters(state: state, limit: limit), sort: order)
        let displays = try await copy.items.displays(for: items + items)
        if copy === pair.real {
          for (item, display) in zip(items, displays) { shown.withLock { $0[item.id] = display } }
        }
        return displays
      }
    }
    let asked = [item(), item(), items[0], item(), items[0]]
    return await pair.same(
      call, "\(asked)",
      told: { displays, side in
        Dictionary(uniqueKeysWithValues: displays.map { (names.shown($0.key, side), $0.value) })
      }
    ) { [pair] copy in
      let displays = try await copy.items.displays(of: asked.map { pair.id($0, in: copy) })
      if copy === pair.real { shown.withLock { $0 = displays } }
      return displays
    }
  }

  mutating func linkCandidates() async -> Bool {
    let (item, targets) = (item(), [word(), "Seed 1", "", word(), "Seed 1"])
    let found = Lock<[String: [LinkCandidate]]>([:])
    pair.fake.linkCandidates = { target, _ in
      LinkCandidates(target: "another", candidates: found.withLock { $0[target] } ?? [])
    }
    defer { pair.fake.linkCandidates = nil }
    return await pair.same(.linkCandidates, "\(item) \(targets)", told: { value, _ in value }) {
      [pair] copy in
      let answers = try await copy.items.linkCandidates(of: targets, in: pair.id(item, in: copy))
      if copy === pair.real {
        for answer in answers { found.withLock { $0[answer.target] = answer.candidates } }
      }
      return answers
    }
  }

  // MARK: - The copy and its types

  mutating func declare() async -> Bool {
    let book: JSONObject = ["id": "app.shelf.book", "fields": ["isbn": ["type": "string"]]]
    let types: [JSONObject] = pick([
      [], [book], [book, ["id": "app.shelf.memo", "parent": "core.note", "fields": [:]]],
      [["id": "core.mine", "fields": [:]]], [book, book], [[:]], [["id": "app.x", "fields": 1]],
      [["id": "app.shelf.y", "parent": "app.absent", "fields": [:]]],
      [["id": "app.shelf.z", "fields": ["a": ["type": "no-type"]]]],
    ])
    return await pair.same(.declareTypes, "\(types)", told: { value, _ in value }) {
      try await $0.declareTypes(types)
      return true
    }
  }

  func look(_ call: ContractCall) async -> Bool {
    switch call {
    case .declaredTypes:
      await pair.same(call, told: { value, _ in value }) { try await $0.declaredTypes() }
    case .itemTypes:
      // A real server has the type of views for everyone; a fake tells of what it was given.
      await pair.same(call, told: { types, _ in types.filter { $0.id != TypeId.view } }) {
        try await $0.catalog.itemTypes()
      }
    case .edgeTypes:
      await pair.same(call, told: { value, _ in value }) { try await $0.catalog.edgeTypes() }
    case .updates:
      await pair.same(call, told: { value, _ in value }) { copy in
        var updates = copy.updates().makeAsyncIterator()
        var update = await updates.next()
        // A fake has no server to stand well or badly with.
        update?.connection = .local
        return update
      }
    default:
      await pair.same(
        .status,
        told: { [pair] status, side in
          // The rest tells of the server, which a fake has not.
          Status(
            sliceTypes: status.sliceTypes, sliceTier: status.sliceTier,
            sliceEdgeTypes: status.sliceEdgeTypes,
            pinned: status.pinned.map { pair.names.shown($0, side) }.sorted(),
            hydration: status.hydration, items: status.items, edges: status.edges)
        }
      ) { try await $0.status() }
    }
  }

  mutating func type(_ call: ContractCall) async -> Bool {
    if call == .itemType {
      let id = pick(["core.note", "core.absent", "app.shelf.book", "", "core"])
      return await pair.same(call, id, told: { value, _ in value }) {
        try await $0.catalog.itemType(id)
      }
    }
    let id = pick(ContractPair.edgeTypes + ["unheard-of", ""])
    return await pair.same(call, id, told: { value, _ in value }) {
      try await $0.catalog.edgeType(id)
    }
  }
}
