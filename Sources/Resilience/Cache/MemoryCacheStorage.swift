/// Keeps a cache's entries for as long as the process lives.
public actor MemoryCacheStorage<Key: Hashable & Sendable, Value: Sendable>: CacheStorage {
  private struct Kept {
    var entry: CacheEntry<Value>
    /// Tells entries of one millisecond apart.
    var number: UInt64
  }

  private var entries: [Key: Kept] = [:]
  private var stored: UInt64 = 0

  /// Makes an empty one.
  public init() {}

  /// How many entries are kept.
  public var count: Int { entries.count }

  /// Answers what is kept under a key, however old; `nil` when nothing is.
  public func entry(for key: Key) -> CacheEntry<Value>? {
    entries[key]?.entry
  }

  /// Keeps an entry in place of the one before.
  public func store(_ entry: CacheEntry<Value>, for key: Key) {
    stored += 1
    entries[key] = Kept(entry: entry, number: stored)
  }

  /// Drops every entry stored before a moment, then the oldest ones above a number.
  public func trim(to limit: Int, storedSince oldest: Int64) {
    entries = entries.filter { $0.value.entry.storedAt >= oldest }
    let excess = entries.count - max(limit, 0)
    guard excess > 0 else { return }
    let leaving = entries.sorted {
      ($0.value.entry.storedAt, $0.value.number) < ($1.value.entry.storedAt, $1.value.number)
    }.prefix(excess)
    for (key, _) in leaving { entries[key] = nil }
  }
}
