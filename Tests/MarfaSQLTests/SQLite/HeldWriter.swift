import Dispatch
import Resilience

@testable import MarfaSQL

/// A writer whose first job waits, so that what is asked for meanwhile is known to share a batch.
final class HeldWriter: Sendable {
  let writer: SQLiteWriter
  let commits = Lock(0)
  private let gate = DispatchSemaphore(value: 0)
  private let holding: Task<Void, any Error>

  init(_ location: SQLiteLocation, schema: String, batch: Int = 64) async throws {
    let worker = SQLiteWorker("test") {
      let connection = try SQLiteConnection.open(location, .writer, SQLiteOptions())
      try connection.runScript(schema)
      return connection
    }
    let commits = commits
    let writer = SQLiteWriter(worker, batch: batch) { _ in commits.withLock { $0 += 1 } }
    self.writer = writer
    let gate = gate
    let (started, begun) = AsyncStream<Void>.makeStream()
    holding = Task {
      try await SQLiteHandover<Void>.wait { finish in
        let hold: @Sendable (any SQLConnection) -> Void = { _ in
          begun.finish()
          gate.wait()
        }
        writer.submit(SQLiteJob(.read, hold, finish))
      }
    }
    for await _ in started {}
  }

  /// Asks for a write, and returns once it is in line.
  func ask<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async -> Task<
    T, any Error
  > {
    let (line, asked) = AsyncStream<Void>.makeStream()
    let writer = writer
    let task = Task {
      try await SQLiteHandover.wait { finish in
        writer.submit(SQLiteJob(.write, body, finish))
        asked.finish()
      }
    }
    for await _ in line {}
    return task
  }

  /// Lets the writer take what is in line.
  func open() async throws {
    gate.signal()
    try await holding.value
  }

  func rows(_ table: String = "t") async throws -> [Int64] {
    try await SQLiteHandover.wait { finish in
      let read: @Sendable (any SQLConnection) throws -> [Int64] = {
        try $0.query("SELECT a FROM \(table) ORDER BY a", []) { $0.integer(0) }
      }
      writer.submit(SQLiteJob(.read, read, finish))
    }
  }

  func close() async {
    await writer.close { _ in }
  }
}
