import Resilience

/// A bounded pool of reading connections; reads beyond it wait in line.
///
/// Where the store's options allow it, a connection that was read from in place rests in its
/// snapshot, and the next read in place goes on in it. No snapshot outlasts the beginning of a
/// write: so none is ever older than a write that was answered, and the write-ahead log starts
/// again as if each read had ended by itself.
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
    /// Counts the writes that have begun.
    var writes: UInt64 = 0
    var isWriting = false
  }

  /// A worker taken for a read in place.
  private struct Taken: Sendable {
    let worker: SQLiteWorker
    /// The writes that had begun.
    let writes: UInt64
    /// Whether a snapshot that begins now may be kept, unless a write begins meanwhile.
    let mayKeep: Bool
  }

  private enum Step {
    case run(SQLiteWorker), wait, refuse
  }

  private let state: Lock<State>
  private let keepsSnapshots: Bool

  /// Makes a pool over these workers, at least one.
  init(_ workers: [SQLiteWorker], keepsSnapshots: Bool) {
    self.keepsSnapshots = keepsSnapshots
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

  /// Runs `body` in a read transaction on the calling thread; `false`, and not run, when no open
  /// connection is idle.
  func runInPlace(_ body: (any SQLConnection) throws -> Void) throws -> Bool {
    let taken = state.withLock { state -> Taken? in
      guard !state.isClosed, let worker = state.idle.popLast() else { return nil }
      state.busy += 1
      return Taken(
        worker: worker, writes: state.writes, mayKeep: keepsSnapshots && !state.isWriting)
    }
    guard let taken else { return false }
    var isKept = false
    defer { if !isKept { giveBack(taken.worker) } }
    // Opening a connection can wait for the disk and for locks; the caller's thread must not.
    guard let connection = taken.worker.idleConnection else { return false }
    if taken.worker.keptSince != taken.writes {
      // Lets an older snapshot go first.
      taken.worker.keptSince = nil
      try connection.begin(writes: false)
    }
    try body(connection)
    isKept = taken.mayKeep && connection.lost == nil && keep(taken)
    return true
  }

  /// Lets a worker rest in its snapshot. Answers false, and changes nothing, when a write has begun
  /// since or when others wait for a connection.
  private func keep(_ taken: Taken) -> Bool {
    state.withLock { state in
      guard state.writes == taken.writes, state.line.first == nil, !state.isClosed else {
        return false
      }
      taken.worker.keptSince = taken.writes
      state.idle.append(taken.worker)
      state.busy -= 1
      return true
    }
  }

  /// Ends the snapshot of a worker that was taken, and gives it to whoever waits, or to rest.
  private func giveBack(_ worker: SQLiteWorker) {
    worker.keptSince = nil
    worker.idleConnection?.rollback()
    if let next = afterRead(worker) { worker.run { self.serve($0, next) } }
  }

  /// A write is about to begin: lets every kept snapshot go, on the calling thread.
  func writeBegins() {
    guard keepsSnapshots else { return }
    let kept = state.withLock { state -> [SQLiteWorker] in
      state.writes += 1
      state.isWriting = true
      let kept = state.idle.filter { $0.keptSince != nil }
      state.idle.removeAll { $0.keptSince != nil }
      state.busy += kept.count
      return kept
    }
    for worker in kept { giveBack(worker) }
  }

  /// A write has ended, one way or the other.
  func writeEnded() {
    guard keepsSnapshots else { return }
    state.withLock { $0.isWriting = false }
  }

  private static func perform<T: Sendable>(
    _ ticket: SQLiteReadTicket<T>,
    _ body: @Sendable (any SQLConnection) throws -> T, _ worker: SQLiteWorker
  ) {
    do {
      let connection = try worker.connected()
      worker.keptSince = nil
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
