import MarfaEngine
import MarfaModel
import MarfaSQL

/// The way of a drain to what stands in for the server.
///
/// A verdict is turned into the answer by which a server would give it, so that everything behind
/// the answer is the shipping code: the classifier, the settler, the moves of later edits. What the
/// server holds is what lies beneath the copy's waiting writes, since nobody else writes to it.
struct StandInLine: DrainLine {
  let store: CopyStore
  let standIn: any CopyStandIn
  let now: @Sendable () -> Timestamp

  var address: String { "memory" }

  func confirmInstance() async -> DrainStateMachine.Instance { .confirmed }

  func send(_ request: WriteRequest) async -> SendOutcome {
    do {
      guard let write = try await record(request) else {
        return .unmade(why: "The queued write is no longer there.")
      }
      guard let verdict = await standIn.verdict(of: write.queuedWrite) else {
        return .unreachable(.network(message: MarfaErrorKind.network.sentence))
      }
      return try await answer(verdict, to: write)
    } catch {
      return .unmade(why: MarfaError(storing: error).message)
    }
  }

  func read(_ read: OwedRead) async -> DrainLineRead {
    do {
      return .answered(try await held(read.subject))
    } catch {
      return .failed
    }
  }

  private func record(_ request: WriteRequest) async throws -> QueueRecord? {
    guard let key = request.idempotencyKey else { return nil }
    return try await store.database.read { connection in
      try connection.first(
        "SELECT \(QueueRecord.columns) FROM queue WHERE idempotency_key = ?1", [.text(key)]
      ) { try QueueRecord(row: $0) }
    }
  }

  private func answer(_ verdict: Verdict, to write: QueueRecord) async throws -> SendOutcome {
    let time = now()
    return .answered(
      try await store.database.write { [store] connection in
        let server = StandInServer(connection, rows: try store.rows(connection), at: time.text)
        if verdict == .dead {
          // As after the failures that a server of ours would have needed several passes for.
          try connection.run(
            "UPDATE queue SET refusals = ?2 WHERE id = ?1",
            [.text(write.id), .integer(QueueRecord.ceiling - 1)])
        }
        return try server.answer(verdict, to: write)
      })
  }

  private func held(_ subject: WriteSubject) async throws -> ReadAnswer {
    try await store.database.read { [store] connection in
      let overlay = Overlay(connection, rows: try store.rows(connection).rows)
      switch subject {
      case .item(let id):
        guard let item = try overlay.serverItem(id) else { return .gone }
        return item.state == .trashed ? .binned : .item(item, tagged: true)
      case .edge(let id): return try overlay.serverEdge(id).map { .edge($0) } ?? .gone
      case .none: return .gone
      }
    }
  }
}
