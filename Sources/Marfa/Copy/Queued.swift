import MarfaModel

/// What one call of an app queued, and what to tell of it.
struct Queued: Sendable {
  /// The write that the call answers.
  let write: QueuedWrite
  /// What every stream is told, in order.
  let changes: [Change]

  /// What every stream is told of edges that were queued by themselves.
  static func changes(_ edges: [QueueRecord]) -> [Change] {
    edges.map {
      Change(origin: .local($0.kind), itemId: $0.itemId, edgeId: $0.edgeId)
    }
  }

  /// Takes the queued records, the answered one first.
  ///
  /// - Parameter isView: whether they write a saved view, which is told besides.
  init(
    _ records: [QueueRecord], itemId: String?, edgeId: String? = nil, isView: Bool = false
  ) {
    // Queueing without a record never happens: each call appends at least one.
    write = records[0].queuedWrite
    let writes = records.map { record in
      record.kind.isEdgeWrite
        ? Change(origin: .local(record.kind), itemId: record.itemId, edgeId: record.edgeId)
        : Change(origin: .local(record.kind), itemId: itemId, edgeId: edgeId)
    }
    changes = isView ? writes + [Change(origin: .refreshed(.viewWritten), itemId: itemId)] : writes
  }
}
