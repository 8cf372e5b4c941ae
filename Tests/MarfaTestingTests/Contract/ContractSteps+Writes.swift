import MarfaTesting
import Testing

@testable import Marfa

/// Random writes of items, their tags and what is kept beside them.
extension ContractSteps {
  /// Makes a call that queues a write, and notes what each side calls it.
  ///
  /// - Returns: whether both did the same, and the row that was written, where one was.
  mutating func queued(
    _ call: ContractCall, _ what: String, may inputs: Set<CopyInput> = [],
    _ body: @escaping @Sendable (WorkingCopy) async throws -> QueuedWrite
  ) async -> (isSame: Bool, item: ContractRef?, edge: ContractRef?) {
    let pair = pair
    var (item, edge): (ContractRef?, ContractRef?)
    let isSame = await pair.same(
      call, what, may: inputs,
      after: { real, fake in
        pair.names.pair([fake], [real])
        pair.names.pair(fake.itemId, real.itemId)
        pair.names.pair(fake.edgeId, real.edgeId)
        item = ContractRef(real: real.itemId, fake: fake.itemId)
        edge = ContractRef(real: real.edgeId, fake: fake.edgeId)
      }, told: { pair.names.shown($0, $1) }, body)
    return (isSame, item, edge)
  }

  private mutating func properties() -> JSONObject {
    var properties: JSONObject = [:]
    for name in ["title", "body", "rating", "2024", "z", "notes", "status", "priority"]
    where one(in: 3) {
      properties[name] =
        switch number(14) {
        case 0: .null
        case 1: .integer(Int64(number(5)))
        case 2: .number(pick([.infinity, .nan, -0.0, 1e300, 0.1]))
        case 3: .array([.string(word()), .object(["a": .number(pick([1.5, .infinity]))])])
        case 4:
          .string(pick(["", " ", "\u{0}", "`[[code]]`", String(repeating: "w", count: 3_000)]))
        case 5: .bool(one(in: 2))
        default: .string("\(word()) \(word())")
        }
    }
    return properties
  }

  private static let linked: [JSONValue] = ["see [[Milk]]", "![[a.png]]", "![a](b.png)"]

  mutating func create() async -> Bool {
    let number = next()
    var properties = properties()
    if !one(in: 4) { properties["title"] = .string("\(word()) \(number)") }
    if !one(in: 6) { properties["body"] = .string("\(word()) and \(word()) \(word())") }
    if one(in: 20) { properties["body"] = pick(Self.linked) }
    var draft = Draft(
      type: pick([
        "core.note", "core.note", "core.note", "core.note", "core.note", "core.task", "core.media",
        one(in: 4)
          ? pick(["core.absent", "", "system.view", "system.folder", "app.shelf.book"])
          : "core.note",
      ]), properties: properties, tags: one(in: 3) ? [word(), word()] : [],
      tier: one(in: 3) ? pick([.feed, .library]) : nil,
      id: one(in: 3) ? nil : Sample.id(1_000 + number),
      occurredAt: Self.time(1_000 + number))
    if one(in: 25) { draft.id = pick(["no-id", "", Sample.id(1).uppercased(), Sample.id(1)]) }
    if one(in: 25) { draft.occurredAt = pick(["yesterday", "", "2020-01-01"]) }
    if one(in: 25) { draft.tags = pick([[""], ["a", "a"], [String(repeating: "t", count: 300)]]) }
    if one(in: 25) { draft.sourceId = "7" }
    if one(in: 25) { draft.source = pick(["device", "", "mail"]) }
    if one(in: 30) { draft.baseVersion = pick([-1, 0, 3]) }
    let what = "\(draft)"
    let (isSame, item, _) = await queued(
      .create, what, may: Self.inputs(draft.properties, [.heldId, .sourceId], draft.sourceId),
      { [draft] in try await $0.items.create(draft) })
    await pairQueues()
    if let item { items.append(item) }
    return isSame
  }

  /// What a fake may refuse of a write.
  private static func inputs(
    _ properties: JSONObject, _ others: Set<CopyInput>, _ sourceId: String?
  ) -> Set<CopyInput> {
    var inputs = others
    if sourceId == nil { inputs.remove(.sourceId) }
    if linked.contains(properties["body"] ?? .null) { inputs.insert(.bodyLinks) }
    return inputs
  }

  /// A create's tags are writes of their own, which the call does not answer.
  private func pairQueues() async {
    if let fake = try? await pair.fake.copy.queue.all(),
      let real = try? await pair.real.queue.all(), fake.count == real.count
    {
      pair.names.pair(fake, real)
    }
  }

  mutating func update(_ call: ContractCall) async -> Bool {
    let item = item()
    let held = (try? await pair.real.items.get(item.real))?.version ?? 1
    var edit = Edit(properties: properties(), replaceProperties: one(in: 4), baseVersion: held)
    if one(in: 10) { edit.baseVersion = pick([77, 0, -1, held - 1, .max, .min]) }
    if one(in: 8) { edit.tier = pick([.feed, .library]) }
    if one(in: 15) {
      edit.type = pick(["core.absent", "", "core.task", "core.note", "system.view"])
    }
    if one(in: 25) { edit.sourceId = pick(["7", ""]) }
    if one(in: 25) { edit.properties["body"] = pick(Self.linked) }
    return await queued(
      call, "\(item) \(edit)",
      may: Self.inputs(
        edit.properties, [.earlierVersion, .sourceId, .unheldType], edit.sourceId),
      { [edit, pair] copy in
        let id = pair.id(item, in: copy)
        return call == .update
          ? try await copy.items.update(id, edit) : try await copy.items.updateAsRead(id, edit)
      }
    ).isSame
  }

  mutating func delete() async -> Bool {
    let item = loneItem()
    return await queued(.delete, "\(item)") { [pair] copy in
      try await copy.items.delete(pair.id(item, in: copy))
    }.isSame
  }

  mutating func restore() async -> Bool {
    var item = item()
    let order = Sort(field: .occurredAt, direction: .ascending)
    let bin = (try? await pair.real.items.list(ListFilters(state: .trashed), sort: order)) ?? []
    if !bin.isEmpty, !one(in: 4) {
      let id = pick(bin).id
      item = items.first { $0.real == id } ?? views.first { $0.real == id } ?? item
    }
    // Only a server could know an item that is not held, so the fake refuses those.
    return await queued(.restore, "\(item)", may: [.unheldId]) { [pair, item] copy in
      try await copy.items.restore(pair.id(item, in: copy))
    }.isSame
  }

  mutating func transition() async -> Bool {
    let (item, state) = (loneItem(), pick(ItemState.allCases))
    return await queued(.transition, "\(item) \(state)") { [pair] copy in
      try await copy.items.transition(pair.id(item, in: copy), to: state)
    }.isSame
  }

  private mutating func tag() -> String {
    one(in: 12) ? pick(["", " ", "a,b", "\u{0}", String(repeating: "t", count: 300)]) : word()
  }

  mutating func tag(_ call: ContractCall) async -> Bool {
    let (item, tag) = (item(), tag())
    return await queued(call, "\(item) \(tag)") { [pair] copy in
      let id = pair.id(item, in: copy)
      return call == .addTag
        ? try await copy.tags.add(tag, to: id) : try await copy.tags.remove(tag, from: id)
    }.isSame
  }

  mutating func tags(_ call: ContractCall) async -> Bool {
    let item = item()
    var tags = one(in: 6) ? [] : [tag(), tag()]
    if one(in: 20) { tags = (0..<pick([100, 101, 400])).map { "t\($0)" } }
    return await queued(call, "\(item) \(tags.prefix(3))") { [pair, tags] copy in
      let id = pair.id(item, in: copy)
      return call == .replaceTags
        ? try await copy.metadata.replaceTags(of: id, with: tags)
        : try await copy.metadata.mergeTags(tags, into: id)
    }.isSame
  }

  mutating func extend(_ call: ContractCall) async -> Bool {
    let (item, name) = (item(), pick(["shop", "shop", "map", "", "a b", "UPPER", "日"]))
    let body: JSONObject = pick([
      [:], ["aisle": .integer(Int64(number(9)))], ["x": .null], ["x": .number(.nan)],
    ])
    return await queued(call, "\(item) \(name) \(body)") { [pair] copy in
      let id = pair.id(item, in: copy)
      return call == .writeExtension
        ? try await copy.extensions.write(name, body, on: id)
        : try await copy.extensions.delete(name, from: id)
    }.isSame
  }
}
