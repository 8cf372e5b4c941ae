import Marfa
import MarfaModel
import Observation
import Resilience

/// Keeps what a view shows current: it reads, and reads again when the copy changes.
///
/// ```swift
/// let notes = LiveQuery(copy) { try await $0.items.list(ListFilters(type: "core.note")) }
/// List(notes.value ?? []) { … }
/// ```
///
/// Changes that come together are one read. A failing read keeps the last good value, and is tried
/// again with the next news of the copy. It watches the copy and drives nothing; it stops with its
/// owner, with ``stop()`` or when the copy closes.
@MainActor @Observable
public final class LiveQuery<Value: Sendable> {
  /// What was read last; `nil` before the first time.
  public private(set) var value: Value?
  /// Why the last read failed; `nil` when it did not.
  public private(set) var error: MarfaError?

  @ObservationIgnored private let copy: WorkingCopy
  @ObservationIgnored private let query: @Sendable (WorkingCopy) async throws -> Value
  /// What waits for news; over once it was called off.
  @ObservationIgnored private(set) var watching: Task<Void, Never>?
  /// Counts reads, so that a slow one never overwrites a later one.
  @ObservationIgnored private var reads = 0
  @ObservationIgnored private var shown = 0

  /// Makes a query and begins to read.
  ///
  /// - Parameters:
  ///   - copy: the copy to read.
  ///   - debounce: how long it waits for further changes before it reads again; 50 milliseconds by
  ///     default.
  ///   - clock: what measures that.
  ///   - read: reads the value.
  public init(
    _ copy: WorkingCopy, debounce: Duration? = nil, clock: any WaitingClock = SystemClock(),
    read: @escaping @Sendable (WorkingCopy) async throws -> Value
  ) {
    self.copy = copy
    query = read
    let pause = debounce ?? Tuning.liveQueryPause
    watching = Task { [weak self, updates = copy.updates()] in
      var isFirst = true
      for await update in updates {
        // The first element is the state now, which is the first read. What refused the last one,
        // a change of the key for instance, may be over with any element.
        let isChanged = update.changes.contains(where: Self.isRelevant)
        guard isFirst || isChanged || self?.error != nil else { continue }
        if !isFirst { try? await clock.sleep(for: pause) }
        isFirst = false
        guard self != nil, !Task.isCancelled else { return }
        await self?.read(isWatching: true)
      }
    }
  }

  deinit { watching?.cancel() }

  /// Reads now, and returns when the value is there or the read has failed.
  public func refresh() async { await read(isWatching: false) }

  private func read(isWatching: Bool) async {
    reads += 1
    let number = reads
    let outcome: Result<Value, MarfaError>
    do {
      outcome = .success(try await query(copy))
    } catch let error as MarfaError {
      outcome = .failure(error)
    } catch {
      // Only a read of the app's own throws anything else; being called off is no failure.
      if error.isCancellation { return }
      outcome = .failure(.invalid(message: MarfaErrorKind.invalid.sentence))
    }
    // What a stopped query reads nobody asked for.
    guard number > shown, !(isWatching && Task.isCancelled) else { return }
    shown = number
    switch outcome {
    case .success(let value):
      self.value = value
      error = nil
    case .failure(let error): self.error = error
    }
  }

  /// Stops watching, for good. What was read stays; ``refresh()`` still reads.
  public func stop() { watching?.cancel() }

  private nonisolated static func isRelevant(_ change: Change) -> Bool {
    switch change.origin {
    case .local, .server, .answered, .saved, .refreshed: true
    case .serverUnreachable, .serverReachable, .stopped: false
    }
  }
}
