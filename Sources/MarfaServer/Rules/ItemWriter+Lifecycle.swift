import MarfaEngine
import MarfaModel
import MarfaSQL

extension ItemWriter {
  /// Moves an item to the bin, with everything that cascading edges reach.
  ///
  /// - Parameter version: the version that the caller read; `nil` asks for none.
  func delete(_ id: String, version: Int64?) throws -> Reply {
    let row = try target(id)
    try judge(version, row)
    try trash(row)
    return .ok
  }

  /// Takes an item out of the bin, with what the same delete took along.
  func restore(_ id: String) throws -> Reply {
    let row = try target(id, inBin: true)
    guard row.state == .trashed else {
      throw RuleRefusal(
        status: 400, code: "invalid_transition", message: "The item is not in the bin.")
    }
    return try answer(try bringBack(row))
  }

  /// Moves an item to another state.
  func transition(_ id: String, to state: ItemState) throws -> Reply {
    let row = try target(id, inBin: true)
    try Lifecycle.judge(row.state, to: state, type: row.type)
    if state == .trashed {
      try trash(row)
      return try answer(try items.get(id) ?? row)
    }
    if row.state == .trashed { return try answer(try bringBack(row)) }
    var next = row
    next.state = state
    next.updatedAt = scope.timestamp
    try items.put(next)
    try announce(.itemStateChanged, next)
    return try answer(next)
  }

  /// Destroys an item in the bin, with its edges and its history.
  func purge(_ id: String, version: Int64?) throws -> Reply {
    let row = try target(id, inBin: true)
    guard row.state == .trashed else {
      throw RuleRefusal(
        status: 400, code: "invalid_transition",
        message: "Only an item in the bin can be destroyed.")
    }
    try judge(version, row)
    for edge in try EdgeStore(scope.connection).from(id)
      + EdgeStore(scope.connection).to(id)
      .filter({ $0.sourceId != id })
    {
      let sourceType = try items.type(of: edge.sourceId) ?? row.type
      try edges.remove(edge, sourceType: sourceType, purgedWith: id)
    }
    try announce(.itemPurged, row)
    try tombstones.leave(row, link: link(of: row)?.value, at: scope.timestamp)
    // What this one's delete took along keeps the mark: by it a restore of one of those finds what
    // lies beneath.
    try items.remove(id)
    try versions.removeAll(of: id)
    try files.removeAll(ofItem: id)
    return .ok
  }

  private func answer(_ row: ItemRow) throws -> Reply {
    .json(try answers.row(row).json)
  }

  private func judge(_ version: Int64?, _ row: ItemRow) throws {
    guard let version, version != row.version else { return }
    throw ConflictRefusal(.bare(current: VersionedItem(row).json))
  }

  private func trash(_ row: ItemRow) throws {
    let reached = try taken(along: row)
    try refuseBlocked([row] + reached)
    try move(row, to: .trashed, head: nil)
    for child in reached { try move(child, to: .trashed, head: row.id) }
  }

  /// The live items that cascading edges reach from one, at any depth.
  private func taken(along row: ItemRow) throws -> [ItemRow] {
    let cascading = catalog.edgeTypes.filter { $0.value.cascadeOnDelete == "cascade" }.map(\.id)
    let ids = try EdgeStore(scope.connection).reached(from: row.id, along: cascading)
    return try items.get(ids).filter { $0.state != .trashed && !TypeId.isSystem($0.type) }
  }

  /// Refuses a delete that a blocking edge holds back; only edges the sender may know are named.
  private func refuseBlocked(_ rows: [ItemRow]) throws {
    let blocking = Set(
      catalog.edgeTypes.filter { $0.value.cascadeOnDelete == "block" }.map(\.id))
    guard !blocking.isEmpty else { return }
    let store = EdgeStore(scope.connection)
    var held: [Edge] = []
    for row in rows {
      held += try (store.from(row.id) + store.to(row.id)).filter { blocking.contains($0.edgeType) }
    }
    guard !held.isEmpty else { return }
    let known = try held.filter { edge in
      try answers.reads(edge) && answers.readsType(ofItem: edge.targetId)
    }
    throw RuleRefusal(
      status: 400, code: "edge_constraint_violation",
      message: "A connection of this item holds it back.",
      details: ["blocking_edges": .array(known.map { .string($0.id) })])
  }

  private func move(_ row: ItemRow, to state: ItemState, head: String?) throws {
    var next = row
    next.state = state
    next.trashedWith = head
    next.updatedAt = scope.timestamp
    try items.put(next)
    try announce(.itemDeleted, next)
  }

  private func bringBack(_ row: ItemRow) throws -> ItemRow {
    var named = row
    named.state = .active
    named.trashedWith = nil
    named.updatedAt = scope.timestamp
    try items.put(named)
    try announce(.itemRestored, named)
    let head = row.trashedWith ?? row.id
    let along = try scope.connection.query(
      "SELECT id FROM items WHERE trashed_with = ?1 ORDER BY seq", [.text(head)]
    ) { $0.text(0) }
    let beneath = Set(try reachedFrom(row))
    for id in along where id != row.id && (row.trashedWith == nil || beneath.contains(id)) {
      guard var child = try items.get(id) else { continue }
      child.state = .active
      child.trashedWith = nil
      child.updatedAt = scope.timestamp
      try items.put(child)
      try announce(.itemRestored, child, further: ["restored_with": .string(row.id)])
    }
    return named
  }

  private func reachedFrom(_ row: ItemRow) throws -> [String] {
    let cascading = catalog.edgeTypes.filter { $0.value.cascadeOnDelete == "cascade" }.map(\.id)
    return try EdgeStore(scope.connection).reached(from: row.id, along: cascading)
  }
}
