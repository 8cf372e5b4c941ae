import Resilience

/// The one writer of a store: takes what waits, and commits it together.
///
/// While one commit waits for the disk the next writes gather in line, so under load many share
/// the cost of one. Each has its own savepoint and stands or falls by itself.
final class SQLiteWriter: Sendable {
  private struct State {
    var line = SQLiteLine<SQLiteJob>()
    var isDraining = false
    var isClosed = false
  }

  private enum Step {
    case wake, wait, refuse
  }

  private let state = Lock(State())
  private let worker: SQLiteWorker
  private let batch: Int
  private let committed: @Sendable (SQLiteConnection) -> Void
  private let readers: SQLiteReaders?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - worker: the connection it writes through.
  ///   - batch: the most writes that share one commit.
  ///   - readers: those who read beside it, told where its writes begin and end.
  ///   - committed: told after each commit, on the worker's queue.
  init(
    _ worker: SQLiteWorker, batch: Int, readers: SQLiteReaders? = nil,
    committed: @escaping @Sendable (SQLiteConnection) -> Void
  ) {
    self.worker = worker
    self.batch = max(1, batch)
    self.readers = readers
    self.committed = committed
  }

  /// Puts a job in line; it is answered, whatever happens.
  func submit(_ job: SQLiteJob) {
    let step = state.withLock { state -> Step in
      guard !state.isClosed else { return .refuse }
      state.line.append(job)
      guard !state.isDraining else { return .wait }
      state.isDraining = true
      return .wake
    }
    switch step {
    case .wake: worker.run { _ in self.drain() }
    case .wait: break
    case .refuse: job.refuse(SQLError.closed)
    }
  }

  /// Refuses jobs from now on; those in line are still carried out.
  func refuseNew() {
    state.withLock { $0.isClosed = true }
  }

  /// Carries out what is in line, then runs `last` with the connection and closes it.
  func close(_ last: @escaping @Sendable (SQLiteConnection) -> Void) async {
    refuseNew()
    await withCheckedContinuation { continuation in
      // The queue is serial: a running or waiting drain empties the line before this.
      worker.run { worker in
        if let connection = try? worker.connected() { last(connection) }
        worker.disconnect()
        continuation.resume()
      }
    }
  }

  private func drain() {
    while true {
      let jobs = state.withLock { state -> [SQLiteJob] in
        var jobs: [SQLiteJob] = []
        while jobs.count < batch, let next = state.line.first {
          if next.kind == .read, !jobs.isEmpty { break }
          _ = state.line.popFirst()
          jobs.append(next)
          if next.kind == .read { break }
        }
        if jobs.isEmpty { state.isDraining = false }
        return jobs
      }
      guard let first = jobs.first else { return }
      do {
        let connection = try worker.connected()
        if first.kind == .read {
          read(first, connection)
        } else {
          readers?.writeBegins()
          defer { readers?.writeEnded() }
          if jobs.count == 1 { alone(first, connection) } else { together(jobs, connection) }
        }
      } catch {
        for job in jobs { job.refuse(error) }
      }
    }
  }

  private func read(_ job: SQLiteJob, _ connection: SQLiteConnection) {
    do { try connection.begin(writes: false) } catch { return job.refuse(error) }
    let outcome = connection.withoutWriting { job.perform(connection) }
    connection.rollback()
    outcome.answer()
  }

  private func alone(_ job: SQLiteJob, _ connection: SQLiteConnection) {
    do { try connection.begin(writes: true) } catch { return job.refuse(error) }
    let outcome = job.perform(connection)
    guard outcome.error == nil else {
      connection.rollback()
      return outcome.answer()
    }
    do {
      // Refuses too when SQLite lost the transaction and the body kept silent about it.
      try connection.commit()
      committed(connection)
      outcome.answer()
    } catch {
      job.refuse(error)
    }
  }

  private func together(_ jobs: [SQLiteJob], _ connection: SQLiteConnection) {
    do { try connection.begin(writes: true) } catch {
      for job in jobs { job.refuse(error) }
      return
    }
    var outcomes: [SQLiteJob.Outcome] = []
    for (index, job) in jobs.enumerated() {
      do {
        outcomes.append(try guarded(job, connection))
      } catch {
        // This write took the whole transaction with it. The others are innocent: each goes
        // again by itself, in the same order.
        connection.rollback()
        job.refuse(error)
        for (other, job) in jobs.enumerated() where other != index { alone(job, connection) }
        return
      }
    }
    do {
      try connection.commit()
    } catch let error as SQLError where error.kind == .constraint {
      // A rule that is only checked at the commit: by themselves, only its breaker fails.
      for job in jobs { alone(job, connection) }
      return
    } catch {
      for job in jobs { job.refuse(error) }
      return
    }
    committed(connection)
    for outcome in outcomes { outcome.answer() }
  }

  /// Runs a job in a savepoint; throws when the transaction itself is gone.
  private func guarded(_ job: SQLiteJob, _ connection: SQLiteConnection) throws
    -> SQLiteJob.Outcome
  {
    struct Undone: Error {}
    var outcome: SQLiteJob.Outcome?
    do {
      try connection.savepoint {
        let done = job.perform(connection)
        outcome = done
        if done.error != nil { throw Undone() }
      }
    } catch is Undone {}
    if let lost = connection.lost { throw outcome?.error ?? lost }
    guard let outcome else { throw SQLError(kind: .other, operation: "savepoint") }
    return outcome
  }
}

extension SQLError {
  /// The answer to a call that comes after the close.
  static let closed = SQLError(kind: .closed, operation: "use of a closed database")
}
