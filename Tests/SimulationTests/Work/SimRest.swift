import Marfa
import MarfaModel
import MarfaSQL

/// Lets everything come to rest, and then compares it all.
struct SimRest {
  let work: SimWork
  private var world: SimWorld { work.world }
  private var server: SimServer { work.network.server }

  init(work: SimWork) { self.work = work }

  /// Ends every disturbance, lets all copies send and take everything, and judges.
  func run() async throws {
    world.note("--- to rest")
    work.network.smoothen()
    while await work.network.deliverLate() {}
    var rounds = 0
    while try await round() {
      rounds += 1
      guard rounds < 25 else { return world.fail("the copies do not come to rest") }
    }
    for device in work.devices { await work.look(device) }
    try await compareRows()
    try await compareWrites()
  }

  /// Moves every copy on.
  ///
  /// - Returns: whether anything moved.
  private func round() async throws -> Bool {
    var moved = false
    // Pauses that the server asked for, and breakers, are over.
    world.pass(.seconds(3_600))
    for device in work.devices {
      if try await device.copy.status().hydration != .complete {
        moved = true
        await work.hydrate(device)
      }
      let before = try await device.copy.queue.all()
      await work.drain(device)
      await work.look(device)
      let queue = try await device.copy.queue.all()
      if before.map(\.verdict) != queue.map(\.verdict) { moved = true }
      for write in queue {
        switch write.verdict {
        case .blocked, .dead:
          await work.decide(write, device)
          await work.look(device)
        case nil, .accepted, .merged, .conflicted, .refused: break
        }
      }
      let cursor = try await device.copy.status().eventCursor
      await work.catchUp(device)
      if try await device.copy.status().eventCursor != cursor { moved = true }
      if try await device.copy.queue.all().map(\.verdict) != queue.map(\.verdict) { moved = true }
    }
    return moved
  }

  // MARK: Rows

  private func compareRows() async throws {
    var items: [String: Item] = [:]
    for type in SimSlice.everything.types {
      let path = "/items?type=\(type)&state=any&include=metadata&limit=200"
      for row in try await server.all(path) {
        let row = try WireRow(decoding: row)
        items[row.item.id] = row.item.item(tags: row.metadata?.tags ?? [])
      }
    }
    let edges = try await serverEdges()
    for device in work.devices { try await compare(device, items, edges) }
  }

  private func serverEdges() async throws -> [Edge] {
    try await server.database.read { connection in
      try connection.query(
        """
        SELECT id, source_id, target_id, edge_type, properties, version, created_at, updated_at
        FROM edges ORDER BY id
        """, []
      ) { row in
        Edge(
          id: row.text(0), sourceId: row.text(1), targetId: row.text(2), edgeType: row.text(3),
          properties: try JSONObject(json: row.text(4)), version: row.integer(5),
          createdAt: row.text(6), updatedAt: row.text(7))
      }
    }
  }

  private func compare(_ device: SimDevice, _ items: [String: Item], _ edges: [Edge]) async throws {
    let copy = device.copy
    let pinned = Set(try await copy.status().pinned)
    var held: [String: Item] = [:]
    for item in try await copy.items.list(ListFilters(allStates: true, limit: 10_000)) {
      held[item.id] = item
    }
    for item in items.values.sorted(by: { $0.id < $1.id }) {
      // A pin holds what is in the bin only if it came before it went there.
      let isDue = device.slice.takes(item) || pinned.contains(item.id) && item.state != .trashed
      let label = item.id
      switch held[item.id] {
      case nil where isDue:
        world.fail("\(device.name) lacks \(label): \(show(item))")
      case let shown? where show(shown) != show(item):
        world.fail(
          "\(device.name) holds \(label) otherwise: \(show(shown)); server: \(show(item))")
      case .some where !isDue && !pinned.contains(item.id):
        world.fail("\(device.name) holds \(label), which it does not take: \(show(item))")
      default: break
      }
    }
    for (id, item) in held where items[id] == nil {
      world.fail("\(device.name) holds \(id), which is not there: \(show(item))")
    }
    for id in held.keys.sorted() where items[id]?.state != .trashed {
      let shown = try await copy.edges.from(id).sorted { $0.id < $1.id }
      let due = edges.filter { $0.sourceId == id }
      if shown != due {
        world.fail(
          "\(device.name) holds the edges of \(id) otherwise: "
            + "\(shown.map(show)); server: \(due.map(show))")
      }
    }
  }

  private func show(_ item: Item) -> String {
    let tags = item.tags.sorted()
    return
      "\(item.type) v\(item.version) \(item.state) \(item.tier.map { "\($0)" } ?? "-") \(tags) "
      + "\(item.source) \(item.sourceId ?? "-") \(item.updatedAt) "
      + ((try? JSONValue.object(item.properties).json()) ?? "")
  }

  private func show(_ edge: Edge) -> String {
    "\(edge.id) \(edge.edgeType) v\(edge.version) -> \(edge.targetId) "
      + "\(edge.createdAt) \(edge.updatedAt) "
      + ((try? JSONValue.object(edge.properties).json()) ?? "")
  }

  // MARK: Writes

  private func compareWrites() async throws {
    let history = try await server.history()
    for device in work.devices {
      for entry in device.ledger.entries {
        judge(entry, device, history)
        judge(collision: entry, device)
      }
    }
  }

  /// An edit collides only with what another device wrote behind the version it was made on.
  ///
  /// Left out are items which the device wrote without seeing them: on a version that it had read
  /// before, by a create that met them by their natural key, or over an edit of its own that was
  /// held back and shows what the server's row does not.
  private func judge(collision entry: SimLedger.Entry, _ device: SimDevice) {
    switch entry.write.verdict {
    case .conflicted, .merged: break
    case nil, .accepted, .refused, .blocked, .dead: return
    }
    guard entry.write.kind == .updateItem, !entry.isAsRead, let id = entry.write.itemId,
      let sent = server.asked(entry.write.idempotencyKey)?.json,
      case .integer(let base)? = sent["version"],
      case .integer(let answered)? = entry.write.answer?.object?["item"]?.object?["version"],
      base < answered, !server.hasOthers(than: device.name, at: id, in: base + 1..<answered + 1)
    else { return }
    let own = device.ledger.entries.filter { $0.write.itemId == id }
    guard
      !own.contains(where: {
        $0.isAsRead || $0.wasHeldBack || $0.write.body["source_id"] != nil
      })
    else { return }
    world.fail(
      "\(device.name): \(device.ledger.describe(entry.write)) on \(base) collides with its own")
  }

  private func judge(
    _ entry: SimLedger.Entry, _ device: SimDevice, _ history: [String: [String: Int]]
  ) {
    let write = entry.write
    let what = "\(device.name): \(device.ledger.describe(write))"
    let times = entry.keys.reduce(0) { $0 + server.timesDone($1) }
    switch entry.fate {
    case .waiting:
      if !entry.isGone {
        world.fail(
          "\(what) has no verdict: \(SimWork.word(write.verdict)), waits for \(write.dependsOn), "
            + "behind \(write.follows ?? "none")")
      }
    case .withdrawn:
      if times > 0 { world.fail("\(what) was withdrawn and is done") }
    case .decided(.refused(let refusal)):
      if times > 0, !refusal.trashed { world.fail("\(what) is refused and is done") }
    case .decided:
      guard write.kind != .uploadBlob else { return }
      let isDoneOnce = entry.keys.contains { server.asked($0)?.isDoneOnce == true }
      if isDoneOnce, times != 1 { world.fail("\(what) is taken and was done \(times) times") }
      judge(values: write, entry.keys, what, history)
    }
  }

  /// What an item write brought must be in the item's history once, or in that of a copy.
  private func judge(
    values write: QueuedWrite, _ keys: Set<String>, _ what: String,
    _ history: [String: [String: Int]]
  ) {
    guard write.kind == .updateItem || write.kind == .createItem else { return }
    if case .merged = write.verdict { return }
    let sent = keys.compactMap { server.asked($0)?.json }.last
    for (name, value) in sent?["properties"]?.object ?? [:] {
      guard let text = value.string, text.hasPrefix("text "),
        name != "title" || write.kind == .updateItem
      else { continue }
      let found = history.values.compactMap { $0[text] }
      if found.isEmpty { world.fail("\(what) is taken, and its \(name) '\(text)' is nowhere") }
    }
  }
}
