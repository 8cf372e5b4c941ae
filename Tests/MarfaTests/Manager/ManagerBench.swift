import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

/// A manager over a copy on a scripted server, with everything that it tells.
final class ManagerBench: Sendable {
  struct Told: Sendable {
    var error: MarfaError
    var phase: SyncPhase
    var writes: [String]
    /// The status at the moment of telling.
    var status: SyncStatus
    /// What `updates()` said then.
    var update: CopyUpdate.Connection
  }

  let bench: CopyBench
  let copy: WorkingCopy
  let manager: SyncManager
  private let errors = Lock<[Told]>([])
  private let heard: AsyncStream<Void>

  init(_ bench: CopyBench, _ copy: WorkingCopy, types: [String] = ["core.note"]) {
    self.bench = bench
    self.copy = copy
    manager = SyncManager(
      copy, types: types, tier: .library, edgeTypes: [], seed: 7)
    let (heard, rings) = AsyncStream.makeStream(of: Void.self)
    self.heard = heard
    manager.errorHandler = { [errors, weak manager] error, session in
      let told = Told(
        error: error, phase: session.phase, writes: session.writes,
        status: manager?.status ?? SyncStatus(), update: copy.core.feed.connection)
      errors.withLock { $0.append(told) }
      rings.yield()
    }
  }

  var server: ScriptedServer { bench.server }
  var told: [Told] { errors.withLock { $0 } }

  /// Waits until so many errors were told.
  func told(_ count: Int) async {
    guard told.count < count else { return }
    for await _ in heard where told.count >= count { return }
  }

  /// Waits until the status is as the test wants it, and answers it.
  @discardableResult
  func status(_ isSatisfied: (SyncStatus) -> Bool) async -> SyncStatus {
    for await status in manager.statuses() where isSatisfied(status) { return status }
    return manager.status
  }

  /// Waits until nothing is left to do.
  @discardableResult
  func atRest() async -> SyncStatus {
    await status { $0.connection == .online && $0.phase == nil && $0.pending == 0 }
  }

  /// Waits until nothing is left to do and the follow holds its stream, so that what the server does
  /// from now on meets none of the requests that began it.
  func following() async {
    await atRest()
    await bench.clock.waitForTimer(of: Tuning.followSilence)
  }

  /// Lets the moment pass in which writes are gathered.
  func gather() async {
    await bench.clock.waitForTimer(of: Tuning.syncGather)
    bench.clock.advance(by: Tuning.syncGather)
  }

  /// Waits until the manager sleeps before a try, and lets that time pass.
  func nextTry(within longest: Duration = .seconds(31)) async {
    await bench.clock.wait { $0.contains { Self.isTry($0, longest) } }
    if Task.isCancelled { return }
    let wait = bench.clock.pendingTimers.last { Self.isTry($0, longest) }
    bench.clock.advance(by: wait ?? .zero)
  }

  /// Lets as many tries pass as it takes until nothing is left to do.
  @discardableResult
  func recover() async -> SyncStatus {
    let tries = Task {
      while !Task.isCancelled { await nextTry() }
    }
    let status = await atRest()
    tries.cancel()
    await tries.value
    return status
  }

  /// Not the moment of gathering, nor that of the index.
  private static func isTry(_ wait: Duration, _ longest: Duration) -> Bool {
    wait > .milliseconds(100) && wait <= longest
  }

  func write(_ title: String = "A") async throws -> QueuedWrite {
    try await copy.items.create(
      Draft(type: "core.note", properties: ["title": .string(title), "body": "Text"]))
  }
}
