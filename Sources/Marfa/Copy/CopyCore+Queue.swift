import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a person or an app does with writes that are decided or stuck.
extension CopyCore {
  /// Works on the queue in one transaction, in whatever state the copy is. Nothing is told of it.
  func care<T: Sendable>(
    from function: StaticString = #function, in file: StaticString = #fileID,
    _ body: @escaping @Sendable (QueueCare) throws -> T
  ) async throws -> T {
    try await call(from: function, in: file) { [self] in
      try requireWriter()
      // What was released may go out again.
      defer { bell.ring(.cared) }
      let store = store
      return try await store.database.write { connection in
        let checks = try BodyNames(connection).checks().map(\.write)
        return try body(
          QueueCare(connection, rows: try store.rows(connection).rows, keeping: Set(checks)))
      }
    }
  }

  /// Makes an idempotency key.
  func mintKey() -> String { UUIDv7Minter.shared.mint(milliseconds: now.milliseconds).text }

  /// Takes a write out that the server will never take as it is; no drain runs meanwhile.
  func withdraw(
    _ id: String, from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> Bool {
    try await call(from: function, in: file) { [self] in
      let way = try requireWay()
      defer { bell.ring(.settled) }
      return try await drains.pass {
        try Task.checkCancellation()
        let meta = try await way.meta()
        let withdrawal = Withdrawal(
          store.database, line: way.line, now: { [self] in now },
          rows: { [store] in try store.rows($0, of: meta.generation).rows },
          log: { try ChangeLog($0).append($1) })
        let isDone = try await withdrawal.withdraw(id)
        try await tellStandIn()
        if isDone {
          indexer.touched()
          feed.tell(.refreshed(.withdrawn))
        }
        return isDone
      }
    }
  }
}
