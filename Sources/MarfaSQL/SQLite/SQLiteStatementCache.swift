/// The prepared statements of one connection that are not in use, by their text.
///
/// A statement in use is out of the cache, so running its text again while its rows are being
/// walked prepares a second one.
struct SQLiteStatementCache {
  private var idle: [String: SQLiteStatement] = [:]
  private var clock: UInt64 = 0
  private let limit: Int

  /// Makes an empty cache of at most `limit` statements.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The number of statements kept.
  var count: Int { idle.count }

  /// Takes the statement of this text out, if one is kept.
  mutating func take(_ sql: String) -> SQLiteStatement? {
    guard let index = idle.index(forKey: sql) else { return nil }
    return idle.remove(at: index).value
  }

  /// Keeps a statement that was reset, letting the one unused for longest go when it is too many.
  mutating func keep(_ statement: SQLiteStatement, _ sql: String) {
    clock += 1
    statement.lastUse = clock
    idle[sql] = statement
    guard idle.count > limit else { return }
    if let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      idle.removeValue(forKey: oldest.key)
    }
  }

  /// Lets every kept statement go.
  mutating func removeAll() {
    idle.removeAll()
  }
}
