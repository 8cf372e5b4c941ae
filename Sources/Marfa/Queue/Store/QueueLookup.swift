import MarfaModel
import MarfaSQL

/// What the dependencies of a new write are found from: the stored queue and the shown rows.
struct QueueLookup: Dependencies.Lookup {
  /// The queue.
  let queue: QueueStore
  /// The rows as they are shown.
  let rows: any CopyRows

  func waitingCreate(of subject: WriteSubject) throws -> String? {
    let condition =
      "(verdict IS NULL OR verdict IN ('blocked', 'dead') OR landing IS NOT NULL) "
      + "ORDER BY seq DESC LIMIT 1"
    switch subject {
    case .item(let id):
      return try queue.connection.text(
        """
        SELECT id FROM queue WHERE item_id = ?1 AND edge_id IS NULL AND kind = 'create_item'
          AND \(condition)
        """, [.text(id)])
    case .edge(let id):
      return try queue.connection.text(
        """
        SELECT id FROM queue WHERE edge_id = ?1 AND edge_id IS NOT NULL AND kind = 'create_edge'
          AND \(condition)
        """, [.text(id)])
    case .none: return nil
    }
  }

  func lastUntaken(of subject: WriteSubject) throws -> Dependencies.Place? {
    switch subject {
    case .item(let id): try place("item_id = ?1 AND edge_id IS NULL", [.text(id)])
    case .edge(let id): try place("edge_id = ?1 AND edge_id IS NOT NULL", [.text(id)])
    case .none: nil
    }
  }

  func lastUntakenCreate(source: String?, sourceId: String) throws -> Dependencies.Place? {
    let creates = try queue.connection.query(
      """
      SELECT \(QueueRecord.columns) FROM queue
      WHERE source_id = ?1 AND source_id IS NOT NULL AND \(Self.untaken) ORDER BY seq DESC
      """, [.text(sourceId)]
    ) { try QueueRecord(row: $0) }
    // A source that one of the two leaves to its key may turn out to be the other's.
    let create = creates.first { create in
      guard let source, let other = create.body["source"]?.string else { return true }
      return source == other
    }
    return create.map { Dependencies.Place(id: $0.id, seq: $0.seq) }
  }

  func held(source: String?, sourceId: String, besides id: String?) throws -> String? {
    let held = try rows.itemId(source: source, sourceId: sourceId)
    return held == id ? nil : held
  }

  func naturalKey(of id: String) throws -> (source: String, sourceId: String)? {
    guard let row = try rows.item(id), let sourceId = row.sourceId else { return nil }
    return (row.source, sourceId)
  }

  private static let untaken =
    "(verdict IS NULL OR verdict NOT IN ('accepted', 'merged', 'conflicted'))"

  private func place(_ condition: String, _ values: [SQLValue]) throws -> Dependencies.Place? {
    try queue.connection.first(
      """
      SELECT id, seq FROM queue WHERE \(condition) AND \(Self.untaken) ORDER BY seq DESC LIMIT 1
      """, values
    ) { Dependencies.Place(id: $0.text(0), seq: $0.integer(1)) }
  }
}
