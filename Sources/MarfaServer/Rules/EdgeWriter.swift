import MarfaEngine
import MarfaModel
import MarfaSQL

/// Writes edges for one sender, inside one transaction.
struct EdgeWriter {
  let scope: WriteScope
  let sender: Credential

  var edges: EdgeStore { EdgeStore(scope.connection) }
  var items: ItemStore { ItemStore(scope.connection) }
  var rules: EdgeRules { EdgeRules(scope.catalog) }

  /// Which files edges name.
  var files: BlobReferences {
    BlobReferences(connection: scope.connection, catalog: scope.catalog)
  }

  /// What the sender is told of items and edges.
  var answers: ItemAnswers {
    ItemAnswers(
      connection: scope.connection, catalog: scope.catalog, permissions: sender.permissions)
  }

  func reads(_ type: String) -> Bool {
    sender.permissions.reads(type: type, in: scope.catalog)
  }

  /// Refuses a sender who may not write edges of a type from items of another.
  ///
  /// - Throws: `type_not_permitted`, then `edge_permission_denied`.
  func judgeWrite(_ edgeType: String, sourceType: String) throws {
    if !sender.permissions.writes(type: sourceType, in: scope.catalog) {
      throw RuleRefusal.typeNotPermitted(sourceType, .write)
    }
    try sender.permissions.judge(edgeType: edgeType, .write)
  }

  /// Refuses targets that are not there, before a stale write of their item is noticed.
  func judgeTargets(_ edgeType: String, _ targets: [String]) throws {
    guard scope.catalog.edgeDefinition(edgeType) != nil else {
      throw RuleRefusal.edgeTypeNotFound(edgeType)
    }
    for target in targets { _ = try end("target", target) }
  }

  /// An item that an edge may end at: held, outside the bin, of a readable type.
  func end(_ name: String, _ id: String) throws -> ItemRow {
    guard let row = try items.get(id), row.state != .trashed, reads(row.type) else {
      throw RuleRefusal.edgeEndNotFound(name, id)
    }
    return row
  }

  /// Creates an edge, after everything that can be refused of it.
  func create(_ edge: Edge, copying original: Edge? = nil) throws {
    let source = try end("source", edge.sourceId)
    try judgeWrite(edge.edgeType, sourceType: source.type)
    try judge(edge, source: source)
    try put(edge, .edgeCreated, sourceType: source.type, copying: original)
  }

  /// Judges an edge as it would be stored (types-edges-search 4.2, steps 7 to 14).
  ///
  /// - Parameter moving: the id of an edge that is moved here, which does not count itself.
  func judge(_ edge: Edge, source: ItemRow, moving: String? = nil) throws {
    let type = try rules.edgeType(edge.edgeType)
    try rules.judgeLoop(edge.edgeType, sourceId: edge.sourceId, targetId: edge.targetId)
    try rules.judgeProperties(type, edge.properties)
    let target = try end("target", edge.targetId)
    try rules.judgeEnds(
      type, source: (source.id, source.type), targetType: target.type,
      folderRevoked: target.state == .revoked)
    if let held = try edges.find(from: edge.sourceId, to: edge.targetId, type: edge.edgeType),
      held.id != moving
    {
      throw RuleRefusal.duplicateEdge(
        edge.edgeType, sourceId: edge.sourceId, targetId: edge.targetId)
    }
    try rules.judgeCardinality(
      type, sourceId: edge.sourceId,
      sourceHolds: try edges.countFrom(edge.sourceId, type: edge.edgeType, except: moving) > 0,
      targetId: edge.targetId,
      targetHolds: try edges.countTo(edge.targetId, type: edge.edgeType, except: moving) > 0)
    if EdgeRules.acyclicTypes.contains(edge.edgeType),
      try edges.leads(
        from: edge.targetId, to: edge.sourceId, along: edge.edgeType, except: moving)
    {
      throw RuleRefusal.edgeCycle(
        edge.edgeType, sourceId: edge.sourceId, targetId: edge.targetId)
    }
  }

  /// Stores an edge and tells of it.
  ///
  /// - Parameters:
  ///   - before: the edge as it stood.
  ///   - original: the edge that this one copies.
  func put(
    _ edge: Edge, _ name: LoggedEvent.Name, sourceType: String, before: Edge? = nil,
    copying original: Edge? = nil
  ) throws {
    try files.keep(
      BlobHash.references(in: edge.properties), of: .edge(edge.id),
      before: before.map { BlobHash.references(in: $0.properties) } ?? [],
      BlobReferences.Proof(writer: sender, original: original.map { .edge($0.id) }))
    try edges.put(edge)
    try scope.announce(
      .edge(name, sourceType: sourceType, edgeType: edge.edgeType, edge: edge.json))
  }

  /// Removes an edge and tells of it.
  func remove(_ edge: Edge, sourceType: String, purgedWith: String? = nil) throws {
    try edges.remove(edge.id)
    try files.keep(
      [], of: .edge(edge.id), before: BlobHash.references(in: edge.properties),
      BlobReferences.Proof())
    var further: JSONObject = [:]
    if let purgedWith { further["purged_with"] = .string(purgedWith) }
    try scope.announce(
      .edge(
        .edgeDeleted, sourceType: sourceType, edgeType: edge.edgeType, edge: edge.json,
        further: further))
  }

  /// Links a conflicted copy to its original, whatever the sender may write.
  func link(copy: ItemRow, to original: ItemRow) throws {
    try put(
      fresh(from: copy.id, to: original.id, type: Self.derivedFrom, properties: [:]),
      .edgeCreated, sourceType: copy.type)
  }

  static let derivedFrom = "derived-from"

  /// Gives a conflicted copy the edges of its original that can stand beside those.
  ///
  /// Which ones do is server-items 8.6: edges that the item itself writes, that the sender could
  /// create, and that hold nothing back.
  func copyEdges(of original: ItemRow, to copy: ItemRow) throws {
    let outbound = try edges.from(original.id).filter { edge in
      guard let type = scope.catalog.edgeDefinition(edge.edgeType)?.value else { return false }
      return type.writtenAt == .source && type.cascadeOnDelete == "orphan"
        && edge.edgeType != Self.derivedFrom
    }
    let inbound = try edges.to(original.id).filter { edge in
      guard let type = scope.catalog.edgeDefinition(edge.edgeType)?.value else { return false }
      return type.writtenAt == .target && type.cascadeOnDelete != "block"
    }
    for edge in outbound {
      try copyIfAllowed(
        fresh(
          from: copy.id, to: edge.targetId, type: edge.edgeType, properties: edge.properties),
        copying: edge)
    }
    for edge in inbound {
      try copyIfAllowed(
        fresh(
          from: edge.sourceId, to: copy.id, type: edge.edgeType, properties: edge.properties),
        copying: edge)
    }
  }

  private func copyIfAllowed(_ edge: Edge, copying original: Edge) throws {
    do {
      try create(edge, copying: original)
    } catch is RuleRefusal {
      // An edge that could not be created by itself is not copied.
    }
  }

  private func fresh(from source: String, to target: String, type: String, properties: JSONObject)
    -> Edge
  {
    Edge(
      id: UUIDv7Minter.shared.mint(milliseconds: scope.now).text, sourceId: source,
      targetId: target, edgeType: type, properties: properties, version: 1,
      createdAt: scope.timestamp, updatedAt: scope.timestamp)
  }
}
