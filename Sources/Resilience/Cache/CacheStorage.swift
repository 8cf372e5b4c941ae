/// Where a ``FallbackCache`` keeps its entries: memory, a file, a database.
///
/// ``MemoryCacheStorage`` is the one that is here. An app that wants its answers to outlive the
/// process writes its own; what it throws never costs the caller a fresh answer.
public protocol CacheStorage<Key, Value>: Sendable {
  /// What an answer is found again by.
  associatedtype Key: Hashable & Sendable
  /// What is kept.
  associatedtype Value: Sendable

  /// Answers what is kept under a key, however old; `nil` when nothing is.
  func entry(for key: Key) async throws -> CacheEntry<Value>?

  /// Keeps an entry in place of the one before.
  func store(_ entry: CacheEntry<Value>, for key: Key) async throws

  /// Drops every entry stored before a moment, then the oldest ones above a number.
  ///
  /// - Parameters:
  ///   - limit: the most entries that stay.
  ///   - oldest: milliseconds since 1970; what was stored earlier goes.
  func trim(to limit: Int, storedSince oldest: Int64) async throws
}
