import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a person or an app does with writes that are decided or stuck.
extension CopyCore {
  /// Works on the queue in one transaction, in whatever state the copy is. Nothing is told of it.
  func care<T: Sendable>(_ body: @escaping @Sendable (QueueCare) throws -> T) async throws -> T {
    let types = store.catalog
    return try await call { [self] in
      try requireWriter()
      // What was released may go out again.
      defer { bell.ring(.cared) }
      return try await store.database.write { connection in
        let rows = SliceRows(
          connection, catalog: try types.catalog(connection),
          slice: try CopyMeta(connection).slice)
        return try body(QueueCare(connection, rows: rows.rows))
      }
    }
  }

  /// Makes an idempotency key.
  func mintKey() -> String { UUIDv7Minter.shared.mint(milliseconds: now.milliseconds).text }

  /// Takes a write out that the server will never take as it is; no drain runs meanwhile.
  func withdraw(_ id: String) async throws -> Bool {
    try await call { [self] in
      let bench = try requireServer()
      return try await drains.pass {
        try Task.checkCancellation()
        let meta = try await bench.meta()
        try meta.requireComplete()
        let withdrawal = Withdrawal(
          store.database, line: CopyDrainLine(bench: bench, blobs: blobs), now: { [self] in now },
          rows: { try bench.rows($0, of: meta.generation).rows },
          log: { try ChangeLog($0).append($1) })
        let isDone = try await withdrawal.withdraw(id)
        if isDone { feed.tell(.refreshed(.withdrawn)) }
        return isDone
      }
    }
  }
}
