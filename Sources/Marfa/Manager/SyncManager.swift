import Foundation
import MarfaModel
import Resilience

/// Keeps a working copy in step with its server by itself.
///
/// ```swift
/// let manager = SyncManager(copy, types: ["core.note"])
/// manager.errorHandler = { error, session in print(session.phase, error.message) }
/// manager.start()
/// ```
///
/// It loads the slice when that is owed, catches up, sends each write soon after it was made,
/// follows the server's events, and waits by the remedy of each error. Trouble that passes by itself
/// moves only ``status``; what needs a person reaches ``errorHandler``, the same failure once. It
/// never runs two of its calls at a time, and it loses no write: those are in the copy's queue.
///
/// A refused key stops it until ``useKey(_:)``. Anything else that needs a person is
/// looked at again every now and then, since a permission that was given tells nobody. An app may
/// call the copy itself meanwhile. When the manager is released, it stops.
public final class SyncManager: Sendable {
  /// The copy that is kept in step.
  public let copy: WorkingCopy

  private let board = SyncBoard()
  private let letters: AsyncStream<SyncLetter>.Continuation
  private let bell: Int
  private let rung = Lock<QueueBell.Ring>([])

  /// Makes a manager that does nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - copy: the copy to keep in step.
  ///   - types: the types to hold, as in ``WorkingCopy/hydrate(types:tier:edgeTypes:)``. A copy that
  ///     holds another slice is loaded anew.
  ///   - tier: the tiers to hold; what a person keeps, by default.
  ///   - edgeTypes: edge types to hold whole; none by default.
  public convenience init(
    _ copy: WorkingCopy, types: [String], tier: SliceTier = .library, edgeTypes: [String] = []
  ) {
    self.init(
      copy, types: types, tier: tier, edgeTypes: edgeTypes, seed: .random(in: 0 ... .max))
  }

  init(
    _ copy: WorkingCopy, types: [String], tier: SliceTier, edgeTypes: [String], seed: UInt64
  ) {
    self.copy = copy
    let (stream, letters) = AsyncStream.makeStream(of: SyncLetter.self)
    self.letters = letters
    let driver = SyncDriver(
      copy: copy,
      work: SyncWork(core: copy.core, types: types, tier: tier, edgeTypes: edgeTypes),
      board: board, clock: copy.core.clock, seed: seed, rung: rung
    ) { letters.yield($0) }
    bell = copy.core.bell.listen { [rung] ring in
      let isFirst = rung.withLock { rung in
        defer { rung.formUnion(ring) }
        return rung.isEmpty
      }
      if isFirst { letters.yield(.rung) }
    }
    Task { await driver.run(stream) }
  }

  deinit {
    copy.core.bell.stopListening(bell)
    letters.finish()
  }

  /// Called with each error that needs a person, on a thread of the manager's.
  ///
  /// Never for trouble that passes by itself, and not twice for the same failure until it was
  /// solved. When it is called, ``status`` and the copy's `updates()` say
  /// ``SyncStatus/Connection/stopped(_:)`` already: with the same error, or with one that stands
  /// before it. A write that the server refused comes here too, with its id in ``SyncSession/writes``; the connection is none the worse for it.
  public var errorHandler: (@Sendable (MarfaError, SyncSession) -> Void)? {
    get { board.handler }
    set { board.handler = newValue }
  }

  /// How the copy stands with its server.
  public var status: SyncStatus { board.status }

  /// The status now and each change of it; who is slow to take one sees only the newest.
  ///
  /// It ends when the manager is released.
  public func statuses() -> AsyncStream<SyncStatus> { board.stream() }

  /// Begins. A second call changes nothing; a copy without a server stays as it is.
  public func start() {
    guard copy.core.hasServer else { return }
    letters.yield(.event(.start))
  }

  /// Ends, and returns when nothing runs any more. What is owed stays owed; ``start()`` goes on.
  ///
  /// A write that is being sent is settled first.
  public func stop() async {
    letters.yield(.event(.end))
    await rest()
  }

  /// Stops for the time that the app is in the background, and returns when nothing runs any more.
  public func suspend() async {
    beginSuspending()
    await rest()
  }

  /// Begins ``suspend()`` without waiting for it, for callers that can't wait.
  ///
  /// It counts from here on: a ``resume()`` that is called later comes later.
  public func beginSuspending() { letters.yield(.event(.suspend)) }

  /// Goes on after ``suspend()``: catches up and sends at once.
  public func resume() { letters.yield(.event(.resume)) }

  /// Goes on under another key, for instance because the person has signed in again.
  ///
  /// What the manager runs is called off, so that the copy need not wait for it; then it catches up
  /// and sends what waits, each write under the idempotency key that it had. The status is
  /// ``SyncStatus/Connection/connecting`` until the server has taken the key, and a key that it refuses
  /// too is told like the first one. ``WorkingCopy/useKey(_:)`` does the same, and waits for what runs.
  ///
  /// - Parameter key: the new key; it is kept in memory only.
  /// - Throws: as ``WorkingCopy/useKey(_:)``. The manager goes on under the old key, or ends with the
  ///   copy where that is closed then.
  public func useKey(_ key: String) async throws {
    letters.yield(.event(.keyChanging))
    do {
      try await copy.useKey(key)
    } catch {
      letters.yield(.event(copy.core.isClosed ? .closed : .keySettled))
      throw error
    }
    letters.yield(.event(.keySettled))
  }

  /// Catches up and sends at once, for instance because the network came back.
  ///
  /// A time that the server named is kept all the same. It does not lift a refused key.
  public func syncNow() { letters.yield(.event(.hurry)) }

  /// Does the same, and returns when nothing runs any more, with the status then.
  ///
  /// It succeeded when the status is ``SyncStatus/Connection/online`` with nothing pending.
  @discardableResult
  public func sync() async -> SyncStatus {
    syncNow()
    await rest()
    return status
  }

  /// Returns when every letter before it is read and nothing runs.
  func rest() async {
    await withCheckedContinuation { letters.yield(.quiet($0)) }
  }
}
