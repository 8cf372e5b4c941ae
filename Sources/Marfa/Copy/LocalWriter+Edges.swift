import MarfaEngine
import MarfaModel

extension LocalWriter {
  /// Queues a new edge.
  func createEdge(
    from source: String, to target: String, type: String, properties: JSONObject, id: String?
  ) throws -> Queued {
    try check(id: id)
    try check(id: source)
    try check(id: target)
    let rules = EdgeRules(rows.catalog)
    try rules.judgeLoop(type, sourceId: source, targetId: target)
    if let definition = rows.catalog.edgeDefinition(type) {
      try rules.judgeProperties(definition, properties)
    } else {
      throw MarfaError.notFound(
        code: "edge_type_not_found", message: "The edge type \(type) is not known.")
    }
    try requireShown(from: source, type: type)
    try judge.refuse(.heldId, if: id.map { try rows.rows.edge($0) != nil } ?? false)
    let edgeId = id ?? mint()
    let record = try enqueuer.append(
      .createEdge(
        edgeId, from: source, to: target, type: type, properties: properties,
        isFresh: id == nil))
    return Queued([record], itemId: source, edgeId: edgeId)
  }

  /// Queues a change of an edge's properties.
  func updateEdge(_ id: String, properties: JSONObject, baseVersion: Int64) throws -> Queued {
    let shown = try edge(id)
    try check(base: baseVersion, held: shown.version, asRead: false)
    // As the server will judge it: what the edge says after the change. One whose type is not
    // known here is left to the server.
    if let definition = rows.catalog.edgeDefinition(shown.edgeType) {
      var merged = shown.properties
      for (name, value) in properties { merged[name] = value }
      try EdgeRules(rows.catalog).judgeProperties(definition, merged)
    }
    let record = try enqueuer.append(
      .updateEdge(shown, properties: properties, baseVersion: baseVersion))
    return Queued([record], itemId: shown.sourceId, edgeId: id)
  }

  /// Queues the move of an edge's end: of the ends named, only one that differs is sent.
  func moveEdge(_ id: String, from source: String?, to target: String?, baseVersion: Int64) throws
    -> Queued
  {
    let shown = try edge(id)
    try check(base: baseVersion, held: shown.version, asRead: false)
    try check(id: source)
    try check(id: target)
    let (source, target) = (source ?? shown.sourceId, target ?? shown.targetId)
    let moves = (source: source != shown.sourceId, target: target != shown.targetId)
    guard moves.source || moves.target else {
      throw MarfaError.invalid(message: "The connection has these ends already.")
    }
    let rules = EdgeRules(rows.catalog)
    // How many edges an end of a type holds that isn't known here is left to the server.
    if let definition = rows.catalog.edgeDefinition(shown.edgeType) {
      try rules.judgeMove(definition, source: moves.source, target: moves.target)
    }
    try rules.judgeLoop(shown.edgeType, sourceId: source, targetId: target)
    try requireShown(from: source, type: shown.edgeType)
    let record = try enqueuer.append(
      .updateEdge(
        shown, properties: [:], baseVersion: baseVersion, source: source, target: target))
    return Queued([record], itemId: source, edgeId: id)
  }

  /// Queues the removal of an edge.
  func deleteEdge(_ id: String) throws -> Queued {
    let shown = try edge(id)
    return Queued([try enqueuer.append(.deleteEdge(shown))], itemId: shown.sourceId, edgeId: id)
  }

  /// Refuses an edge that would not be seen here: it is shown with the item it starts at.
  private func requireShown(from source: String, type: String) throws {
    guard try rows.rows.item(source) != nil || rows.scope.holdsWhole(edgeType: type) else {
      throw MarfaError.invalid(message: "The item that the edge starts at is not held here.")
    }
  }

  private func edge(_ id: String) throws -> Edge {
    guard let edge = try rows.rows.edge(id) else {
      throw MarfaError.notFound(
        code: "edge_not_found", message: "This connection is not here any more.")
    }
    return edge
  }
}
