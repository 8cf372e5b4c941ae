import MarfaModel

/// What one call of an app queued, and what to tell of it.
struct Queued: Sendable {
  /// The write that the call answers.
  let write: QueuedWrite
  /// What every stream is told, in order.
  let changes: [Change]

  /// Takes the queued records, the answered one first.
  init(_ records: [QueueRecord], itemId: String?, edgeId: String? = nil) {
    // Queueing without a record never happens: each call appends at least one.
    write = records[0].queuedWrite
    changes = records.map { record in
      Change(origin: .local(record.kind), itemId: itemId, edgeId: edgeId)
    }
  }
}
