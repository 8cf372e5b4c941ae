/// Asks the remote source first, and stands in with its last answer when it fails.
///
/// The answer says where it came from, how old it is and which failure was bypassed, so that a
/// screen can tell the difference. Cancellation never falls back: who called it off wants nothing.
///
/// ```swift
/// let cache = FallbackCache<String, [Int]>()
/// let answer = try await cache.value(for: "swift") { try await search("swift") }
/// ```
public final class FallbackCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let storage: any CacheStorage<Key, Value>
  private let maxEntries: Int
  private let maxAge: Duration
  private let clock: any WaitingClock
  private let storageFailed: @Sendable (any Error) -> Void

  /// Makes a cache in memory, or in a storage of the caller's.
  ///
  /// - Parameters:
  ///   - storage: where entries are kept; memory by default.
  ///   - maxEntries: the most entries, 100 by default; the oldest leave first. Zero keeps none.
  ///   - maxAge: how old an entry may be and still stand in; a week by default.
  ///   - clock: what stamps entries; its wall time is compared, as entries may outlive a process.
  ///   - storageFailed: told when the storage fails. The call goes on as if nothing were kept.
  public init(
    storage: any CacheStorage<Key, Value> = MemoryCacheStorage<Key, Value>(),
    maxEntries: Int = 100,
    maxAge: Duration = .seconds(7 * 86_400),
    clock: any WaitingClock = SystemClock(),
    storageFailed: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.storage = storage
    self.maxEntries = max(maxEntries, 0)
    self.maxAge = max(maxAge, .zero)
    self.clock = clock
    self.storageFailed = storageFailed
  }

  /// Answers the value of a key: the remote source's, or the kept one when that fails.
  ///
  /// A success is stored. A failed store is reported to `storageFailed` and costs nothing else.
  ///
  /// - Parameters:
  ///   - key: what the value is kept under.
  ///   - remote: asks the source.
  /// - Throws: what `remote` threw, when nothing young enough is kept; `CancellationError` when
  ///   `remote` or the calling task was cancelled, whatever is kept.
  public func value(
    for key: Key, remote: @Sendable () async throws -> Value
  ) async throws -> Answer<Value> {
    try Task.checkCancellation()
    let failure: any Error
    do {
      let value = try await remote()
      await keep(value, for: key)
      return .fresh(value)
    } catch {
      if error.isCancellation || Task.isCancelled { throw CancellationError() }
      failure = error
    }
    let kept = await entry(for: key)
    try Task.checkCancellation()
    guard let kept else { throw failure }
    return .cached(kept.value, age: kept.age(at: clock.unixMilliseconds), cause: failure)
  }

  /// Answers what is kept, without asking the remote source; `nil` when nothing young enough is.
  ///
  /// For an app that knows it is offline. A storage that fails is reported and counts as empty.
  public func entry(for key: Key) async -> CacheEntry<Value>? {
    do {
      guard let entry = try await storage.entry(for: key),
        entry.age(at: clock.unixMilliseconds) <= maxAge
      else { return nil }
      return entry
    } catch {
      if !error.isCancellation { storageFailed(error) }
      return nil
    }
  }

  private func keep(_ value: Value, for key: Key) async {
    guard maxEntries > 0 else { return }
    let now = clock.unixMilliseconds
    do {
      try await storage.store(CacheEntry(value: value, storedAt: now), for: key)
      let age = maxAge.wholeMilliseconds
      let (oldest, overflow) = now.subtractingReportingOverflow(age)
      try await storage.trim(to: maxEntries, storedSince: overflow ? .min : oldest)
    } catch {
      if !error.isCancellation { storageFailed(error) }
    }
  }
}
