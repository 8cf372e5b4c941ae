/// The connections between the items of a working copy.
public struct Edges: Sendable {
  let core: CopyCore

  /// The held edges that start at an item, unsent ones too, oldest first.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func from(_ id: String) async throws -> [Edge] {
    try await core.read { try $0.edges(from: id) }
  }

  /// The held edges that end at an item, unsent ones too, oldest first.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func to(_ id: String) async throws -> [Edge] {
    try await core.read { try $0.edges(to: id) }
  }

  /// The held edges of a type, oldest first.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func ofType(_ type: String) async throws -> [Edge] {
    try await core.read { try $0.edges(ofType: type) }
  }

  /// Queues a new edge, which shows at once. It waits for creates of its ends.
  ///
  /// - Throws: `validation` with code `edge_cycle` for an edge from an item to itself, with other
  ///   codes for an id or type that breaks a rule; `invalid` when the source is not held and the
  ///   edge type is not held whole; `readingHandle`; `hydrationIncomplete`; `copyExpired`;
  ///   `closed`; `storageFull`; `store`.
  @discardableResult
  public func create(
    from source: String, to target: String, type: String, properties: JSONObject = [:],
    id: String? = nil
  ) async throws -> QueuedWrite {
    try await core.write {
      try $0.createEdge(from: source, to: target, type: type, properties: properties, id: id)
    }
  }

  /// Queues a change of an edge's properties, made on the version that the copy holds.
  ///
  /// - Throws: `notFound` when it is not held; `invalid` for another version; the rest as
  ///   ``create(from:to:type:properties:id:)``.
  @discardableResult
  public func update(_ id: String, properties: JSONObject, baseVersion: Int64) async throws
    -> QueuedWrite
  {
    try await core.write {
      try $0.updateEdge(id, properties: properties, baseVersion: baseVersion)
    }
  }

  /// Queues the move of one end of an edge to another item, where it shows at once.
  ///
  /// The edge keeps its id and properties, and nobody sees it gone in between, as with a removal and
  /// a new one. An end may move when the one that stays holds at most one edge of the type. The
  /// move waits for the create of its new end.
  ///
  /// - Parameters:
  ///   - id: the edge.
  ///   - source: the item it is to start at; `nil` leaves that end.
  ///   - target: the item it is to end at; `nil` leaves that end.
  ///   - baseVersion: the edge's version as the copy holds it.
  /// - Throws: `invalid` for another version, when it has these ends already, or when the new source
  ///   is not held and the edge type is not held whole; `validation` with code `validation_error`
  ///   for both ends at once or an end that the type doesn't let move, `edge_cycle` for a move onto
  ///   the other end, `invalid_id`; `notFound` when the edge is not held; the rest as
  ///   ``create(from:to:type:properties:id:)``.
  @discardableResult
  public func move(
    _ id: String, from source: String? = nil, to target: String? = nil, baseVersion: Int64
  ) async throws -> QueuedWrite {
    try await core.write {
      try $0.moveEdge(id, from: source, to: target, baseVersion: baseVersion)
    }
  }

  /// Queues the removal of an edge, which is hidden at once.
  ///
  /// - Throws: `notFound` when it is not held; the rest as
  ///   ``create(from:to:type:properties:id:)``.
  @discardableResult
  public func delete(_ id: String) async throws -> QueuedWrite {
    try await core.write { try $0.deleteEdge(id) }
  }
}
