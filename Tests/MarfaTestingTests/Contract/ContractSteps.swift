import MarfaTesting
import Testing

@testable import Marfa

/// Random calls, each made on a real copy and on a fake, the same for the same seed.
struct ContractSteps {
  let pair: ContractPair
  private var random: SeededRandom
  private var ids: [String]
  private var edges: [String]
  /// What the views that were made are called, on the real side and on the fake.
  let views = Lock<[(real: String, fake: String)]>([])
  private var made = 0
  /// How many calls were made on each side.
  private(set) var calls = 0

  init(_ pair: ContractPair, seeds: Int, random: SeededRandom) {
    self.pair = pair
    self.random = random
    ids = (0..<seeds).map(Sample.id)
    edges = (1..<seeds).map { Sample.id(900 + $0) }
  }

  /// A time that no other number has; lists are compared in its order.
  static func time(_ number: Int) -> String {
    Timestamp(clamping: 1_600_000_000_000 + Int64(number) * 1_000).text
  }

  private static let words = ["bread", "milk", "rye", "tea", "wheat", "ß", "日本語", "a-b", "x"]

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func word() -> String { Self.words[number(Self.words.count)] }
  private mutating func item() -> String {
    // Now and then one that nobody has.
    number(40) == 0 ? Sample.id(99_999) : ids[number(ids.count)]
  }

  /// Makes one call on both sides. Answers whether they did the same.
  mutating func step() async -> Bool {
    calls += 1
    switch number(34) {
    case 30: return await createView()
    case 31: return await changeView()
    case 32, 33: return await readView()
    case 0, 1: return await create()
    case 2, 3, 4: return await update()
    case 5: return await queued("delete", { [id = item()] in try await $0.items.delete(id) })
    case 6: return await restore()
    case 7: return await transition()
    case 8, 9: return await tag()
    case 10: return await metadata()
    case 11: return await extend()
    case 12: return await createEdge()
    case 13: return await changeEdge()
    case 14, 15: return await drain()
    case 16: return await clear()
    case 17: return await discard()
    case 18: return await declare()
    case 19: return await catalog()
    case 20: return await status()
    case 21, 22: return await search()
    case 23, 24: return await list()
    case 25: return await readEdges()
    case 26: return await all()
    default: return await get()
    }
  }

  // MARK: - Writes

  func queued(
    _ what: String, _ call: @escaping @Sendable (WorkingCopy) async throws -> QueuedWrite
  ) async -> Bool {
    // The names are paired before they are compared: only by then both sides have given them.
    let real = Lock<QueuedWrite?>(nil)
    let names = pair.names
    let isSame = await pair.same(what, told: { $1.shown($0, $2) }) { [pair] copy in
      let write = try await call(copy)
      if copy === pair.real {
        real.withLock { $0 = write }
      } else if let real = real.withLock({ $0 }) {
        names.pair([write], [real])
        names.pair(write.itemId, real.itemId)
        names.pair(write.edgeId, real.edgeId)
      }
      return write
    }
    return isSame
  }

  private mutating func properties() -> JSONObject {
    var properties: JSONObject = [:]
    for name in ["title", "body", "rating", "2024", "z"] where number(2) == 0 {
      switch number(8) {
      case 0: properties[name] = .null
      case 1: properties[name] = .integer(Int64(number(5)))
      case 2: properties[name] = .number(.infinity)
      default: properties[name] = .string("\(word()) \(word())")
      }
    }
    return properties
  }

  private mutating func create() async -> Bool {
    guard ids.count < 60 else { return await get() }
    made += 1
    var properties = properties()
    if number(4) > 0 { properties["title"] = .string("\(word()) \(made)") }
    if number(6) > 0 { properties["body"] = .string("\(word()) and \(word())") }
    var draft = Draft(
      type: number(20) == 0 ? "core.absent" : ContractPair.type, properties: properties,
      tags: number(3) == 0 ? [word(), word()] : [], tier: number(3) == 0 ? .feed : nil,
      id: Sample.id(1_000 + made), occurredAt: Self.time(1_000 + made))
    if number(30) == 0 { draft.id = "no-id" }
    if number(30) == 0 { draft.occurredAt = "yesterday" }
    let isSame = await queued("create \(draft)", { [draft] in try await $0.items.create(draft) })
    await pairQueues()
    if let id = draft.id, (try? await pair.real.items.get(id)) != nil { ids.append(id) }
    return isSame
  }

  /// A create's tags are writes of their own, which the call does not answer.
  private func pairQueues() async {
    if let fake = try? await pair.fake.copy.queue.all(),
      let real = try? await pair.real.queue.all(), fake.count == real.count
    {
      pair.names.pair(fake, real)
    }
  }

  private mutating func update() async -> Bool {
    let id = item()
    let held = try? await pair.real.items.get(id)
    var edit = Edit(
      properties: properties(), replaceProperties: number(4) == 0,
      baseVersion: number(15) == 0 ? 77 : held?.version ?? 1)
    if number(10) == 0 { edit.tier = number(2) == 0 ? .feed : .library }
    if number(25) == 0 { edit.type = "core.absent" }
    let asRead = number(3) == 0 && edit.baseVersion == held?.version
    return await queued(
      "update \(id) \(edit)",
      { [edit] copy in
        asRead
          ? try await copy.items.updateAsRead(id, edit) : try await copy.items.update(id, edit)
      })
  }

  private mutating func restore() async -> Bool {
    let bin = try? await pair.real.items.list(
      ListFilters(type: ContractPair.type, state: .trashed), sort: Self.order)
    // Only a server could know an item that is not held, so the fake refuses those.
    guard let bin, !bin.isEmpty else {
      return await queued(
        "restore", { [id = ids[number(ids.count)]] in try await $0.items.restore(id) })
    }
    return await queued(
      "restore", { [id = bin[number(bin.count)].id] in try await $0.items.restore(id) })
  }

  private mutating func transition() async -> Bool {
    let (id, state) = (item(), ItemState.allCases[number(ItemState.allCases.count)])
    return await queued("transition \(state)", { try await $0.items.transition(id, to: state) })
  }

  private mutating func tag() async -> Bool {
    let (id, tag, adds) = (item(), number(20) == 0 ? "" : word(), number(2) == 0)
    return await queued(
      "tag \(tag)",
      { adds ? try await $0.tags.add(tag, to: id) : try await $0.tags.remove(tag, from: id) })
  }

  private mutating func metadata() async -> Bool {
    let (id, tags, replaces) = (item(), [word(), word()], number(2) == 0)
    return await queued(
      "tags \(tags)",
      {
        replaces
          ? try await $0.metadata.replaceTags(of: id, with: tags)
          : try await $0.metadata.mergeTags(tags, into: id)
      })
  }

  private mutating func extend() async -> Bool {
    let (id, name, writes) = (item(), ["shop", "map", ""][number(3)], number(3) > 0)
    let body: JSONObject = ["aisle": .integer(Int64(number(9)))]
    return await queued(
      "extension \(name)",
      {
        writes
          ? try await $0.extensions.write(name, body, on: id)
          : try await $0.extensions.delete(name, from: id)
      })
  }

  private mutating func createEdge() async -> Bool {
    made += 1
    let (source, target, id) = (item(), item(), Sample.id(50_000 + made))
    let type = number(15) == 0 ? "unheard-of" : ContractPair.edgeType
    let isSame = await queued(
      "edge \(type)", { try await $0.edges.create(from: source, to: target, type: type, id: id) })
    edges.append(id)
    if edges.count > 40 { edges.removeFirst() }
    return isSame
  }

  private mutating func changeEdge() async -> Bool {
    let (id, removes) = (edges[number(edges.count)], number(3) == 0)
    let held = try? await pair.real.edges.ofType(ContractPair.edgeType).first { $0.id == id }
    let version = number(10) == 0 ? 9 : held?.version ?? 1
    let properties: JSONObject = number(2) == 0 ? [:] : ["why": .string(word())]
    return await queued(
      "edge \(id)",
      {
        removes
          ? try await $0.edges.delete(id)
          : try await $0.edges.update(id, properties: properties, baseVersion: version)
      })
  }

  // MARK: - The queue

  /// The fake is told the verdicts that the real server gave; everything else is its own.
  private func drain() async -> Bool {
    let (names, verdicts) = (pair.names, Lock<[String: Verdict]>([:]))
    pair.fake.verdict = { write in verdicts.withLock { $0[names.real(write.id)] } }
    return await pair.same("drain", told: { $1.shown($0, $2) }) { [pair] copy in
      let report = try await copy.queue.drain()
      if copy === pair.real {
        verdicts.withLock { verdicts in
          for entry in report.verdicts { verdicts[entry.id] = entry.verdict }
        }
      }
      return report
    }
  }

  private mutating func clear() async -> Bool {
    if number(2) == 0 {
      return await pair.same("forget", told: { value, _, _ in value }) {
        try await $0.queue.forgetAnswered()
      }
    }
    return await pair.same(
      "take", told: { writes, names, side in writes.map { names.shown($0, side) } }
    ) { try await $0.queue.takeAnswered() }
  }

  private mutating func discard() async -> Bool {
    guard let queue = try? await pair.real.queue.all(),
      let fakes = try? await pair.fake.copy.queue.all(), queue.count == fakes.count, !queue.isEmpty
    else { return await all() }
    let place = number(queue.count)
    return await pair.same("discard", told: { value, _, _ in value }) { [pair] copy in
      try await copy.queue.discard(copy === pair.real ? queue[place].id : fakes[place].id)
    }
  }

  private func all() async -> Bool {
    await pair.same(
      "queue", told: { writes, names, side in writes.map { names.shown($0, side) } }
    ) { try await $0.queue.all() }
  }

  // MARK: - Reads

  static let order = Sort(field: .occurredAt, direction: .ascending)

  private mutating func get() async -> Bool {
    let id = item()
    return await pair.same(
      "get", told: { item, names, side in item.map { names.shown($0, side) } }
    ) { try await $0.items.get(id) }
  }

  private mutating func list() async -> Bool {
    var filters = ListFilters(allStates: number(3) == 0)
    if number(3) == 0 { filters.state = ItemState.allCases[number(ItemState.allCases.count)] }
    if number(4) == 0 { filters.tier = number(2) == 0 ? .feed : .library }
    if number(4) == 0 { filters.tags = [word()] }
    if number(5) == 0 { filters.occurredAfter = Self.time(number(1_200)) }
    if number(8) == 0 { filters.occurredBefore = number(5) == 0 ? "soon" : Self.time(1_020) }
    if number(6) == 0 { filters.beneath = item() }
    if number(6) == 0 { filters.type = ["core", "core.note", "core.*", "core.absent"][number(4)] }
    if number(4) == 0 { (filters.limit, filters.offset) = (UInt32(number(9)), UInt32(number(5))) }
    let sort = Sort(field: .occurredAt, direction: number(2) == 0 ? .ascending : .descending)
    return await pair.same(
      "list \(filters)", told: { items, names, side in items.map { names.shown($0, side) } }
    ) { [filters] in try await $0.items.list(filters, sort: sort) }
  }

  private mutating func search() async -> Bool {
    let query = ["\(word())", "\(word()) \(word())", "\"\(word()) \(word())\"", "se", ""][number(5)]
    var filters = SearchFilters(allStates: number(3) == 0)
    if number(4) == 0 { filters.tags = [word()] }
    if number(8) == 0 { filters.type = "core.note" }
    let limit = number(6) == 0 ? -1 : 1 + number(100)
    return await pair.same(
      "search \(query) \(filters)",
      told: { hits, names, side in hits.map { names.shown($0, side) } }
    ) { [filters] in try await $0.search(query, filters: filters, limit: limit) }
  }

  private mutating func readEdges() async -> Bool {
    let (id, which) = (item(), number(3))
    return await pair.same(
      "edges",
      told: { edges, names, side in
        edges.map { names.shown($0, side) }.sorted { $0.id < $1.id }
      }
    ) { copy in
      switch which {
      case 0: try await copy.edges.from(id)
      case 1: try await copy.edges.to(id)
      default: try await copy.edges.ofType(ContractPair.edgeType)
      }
    }
  }

  private mutating func declare() async -> Bool {
    let types: [JSONObject] =
      switch number(4) {
      case 0: []
      case 1: [["id": "core.mine", "fields": [:]]]
      case 2: [["id": "app.shelf.book", "fields": ["isbn": ["type": "string"]]]]
      default: [["id": "app.shelf.memo", "parent": "core.note", "fields": [:]]]
      }
    return await pair.same("declare", told: { value, _, _ in value }) {
      try await $0.declareTypes(types)
      return try await $0.declaredTypes()
    }
  }

  private mutating func catalog() async -> Bool {
    let id = ["core.note", "core.absent", "app.shelf.book"][number(3)]
    if number(4) == 0 {
      return await pair.same(
        "item types", told: { types, _, _ in types.filter { $0.id != TypeId.view } }
      ) { try await $0.catalog.itemTypes() }
    }
    if number(3) == 0 {
      return await pair.same("edge types", told: { value, _, _ in value }) {
        try await $0.catalog.edgeTypes()
      }
    }
    return await pair.same("item type", told: { value, _, _ in value }) {
      try await $0.catalog.itemType(id)
    }
  }

  private func status() async -> Bool {
    await pair.same("status", told: { value, _, _ in value }) {
      let status = try await $0.status()
      // The rest tells of the server, which a fake has not.
      return Status(
        pinned: status.pinned.map { _ in "" }, hydration: status.hydration, items: status.items,
        edges: status.edges)
    }
  }
}
