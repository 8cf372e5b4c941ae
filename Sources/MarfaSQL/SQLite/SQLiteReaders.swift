import Resilience

/// A bounded pool of reading connections; reads beyond it wait in line.
final class SQLiteReaders: Sendable {
  /// One read in line: run on a worker, or refused.
  private struct Read: Sendable {
    let run: @Sendable (SQLiteWorker) -> Void
    let refuse: @Sendable (any Error) -> Void
  }

  private struct State {
    var idle: [SQLiteWorker]
    var line = SQLiteLine<Read>()
    var busy = 0
    var isClosed = false
    var closing: [CheckedContinuation<Void, Never>] = []
  }

  private enum Step {
    case run(SQLiteWorker), wait, refuse
  }

  private let state: Lock<State>

  /// Makes a pool over these workers, at least one.
  init(_ workers: [SQLiteWorker]) {
    // The last is taken first: the first worker's connection, already open, ends the list.
    state = Lock(State(idle: workers.reversed()))
  }

  /// Runs `body` in a read transaction of its own, once a connection is free.
  func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T
  {
    let ticket = SQLiteReadTicket<T>()
    return try await withTaskCancellationHandler {
      try await wait(ticket, body)
    } onCancel: {
      ticket.cancel()
    }
  }

  /// Runs `body` in a read transaction of its own, whatever becomes of the calling task.
  func readWhole<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T)
    async throws -> T
  {
    try await wait(SQLiteReadTicket<T>(), body)
  }

  private func wait<T: Sendable>(
    _ ticket: SQLiteReadTicket<T>, _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await SQLiteHandover.wait { finish in
      guard ticket.wait(finish) else { return }
      submit(
        Read(
          run: { worker in Self.perform(ticket, body, worker) },
          refuse: { ticket.finish(.failure($0)) }))
    }
  }

  /// Runs `body` in a read transaction on the calling thread; `nil` when no open connection is idle.
  func readInPlace<T: Sendable>(_ body: (any SQLConnection) throws -> T) throws -> T? {
    let worker = state.withLock { state -> SQLiteWorker? in
      guard !state.isClosed, let worker = state.idle.popLast() else { return nil }
      state.busy += 1
      return worker
    }
    guard let worker else { return nil }
    // An idle worker's queue is empty, so this neither waits nor changes threads.
    let outcome = worker.runAndWait { worker -> Result<T, any Error>? in
      // Opening a connection can wait for the disk and for locks; the caller's thread must not.
      guard worker.isConnected else { return nil }
      return Result { try Self.snapshot(worker, body) }
    }
    if let next = afterRead(worker) { worker.run { self.serve($0, next) } }
    return try outcome?.get()
  }

  private static func snapshot<T>(
    _ worker: SQLiteWorker, _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    let connection = try worker.connected()
    try connection.begin(writes: false)
    defer { connection.rollback() }
    return try body(connection)
  }

  private static func perform<T: Sendable>(
    _ ticket: SQLiteReadTicket<T>,
    _ body: @Sendable (any SQLConnection) throws -> T, _ worker: SQLiteWorker
  ) {
    do {
      let connection = try worker.connected()
      guard ticket.start(SQLiteInterrupt(handle: connection.handle)) else { return }
      try connection.begin(writes: false)
      let outcome = Result { try body(connection) }
      // Answered only when the snapshot is let go, so that a reader can't hold a checkpoint up
      // after its caller went on.
      connection.rollback()
      ticket.finish(outcome)
    } catch {
      ticket.finish(.failure(error))
    }
  }

  private func submit(_ read: Read) {
    let step = state.withLock { state -> Step in
      guard !state.isClosed else { return .refuse }
      guard let worker = state.idle.popLast() else {
        state.line.append(read)
        return .wait
      }
      state.busy += 1
      return .run(worker)
    }
    switch step {
    case .run(let worker): worker.run { self.serve($0, read) }
    case .wait: break
    case .refuse: read.refuse(SQLError.closed)
    }
  }

  /// Runs a read and then what waits, until nothing does; then the worker rests.
  private func serve(_ worker: SQLiteWorker, _ first: Read) {
    var next: Read? = first
    while let read = next {
      read.run(worker)
      next = afterRead(worker)
    }
  }

  private func afterRead(_ worker: SQLiteWorker) -> Read? {
    typealias Next = (read: Read?, closing: [CheckedContinuation<Void, Never>])
    let next = state.withLock { state -> Next in
      if let waiting = state.line.popFirst() { return (waiting, []) }
      state.idle.append(worker)
      state.busy -= 1
      guard state.busy == 0 else { return (nil, []) }
      defer { state.closing = [] }
      return (nil, state.closing)
    }
    for continuation in next.closing { continuation.resume() }
    return next.read
  }

  /// Refuses reads from now on; those in line are still answered.
  func refuseNew() {
    state.withLock { $0.isClosed = true }
  }

  /// Answers what is in line, then closes every connection.
  func close() async {
    refuseNew()
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state -> Bool in
        guard state.busy > 0 else { return true }
        state.closing.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
    let workers = state.withLock { $0.idle }
    for worker in workers { await worker.disconnected() }
  }
}
