/// The prepared statements of one connection that are not in use, by their text.
///
/// A statement in use is out of its place, so running its text again while its rows are being
/// walked prepares a second one.
struct SQLiteStatementCache {
  /// Where the statement of one text is kept.
  ///
  /// Whoever takes a statement holds on to its place, so that the text, hundreds of letters, is
  /// looked up once and not again to give it back.
  final class Place {
    fileprivate var statement: SQLiteStatement?
    /// When it was last given back, on the cache's own count.
    fileprivate var lastUse: UInt64 = 0

    /// Takes the statement out, if it is there.
    func take() -> SQLiteStatement? {
      defer { statement = nil }
      return statement
    }
  }

  private var places: [String: Place] = [:]
  private var clock: UInt64 = 0
  private let limit: Int

  /// Makes an empty cache of at most `limit` statements.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The number of statements kept.
  var count: Int { places.values.count { $0.statement != nil } }

  /// The place of a text, if it has one.
  func place(of sql: String) -> Place? { places[sql] }

  /// Keeps a statement that was reset, letting the one unused for longest go when it is too many.
  ///
  /// - Parameter place: the place that it was taken from; `nil` for a new statement.
  mutating func keep(_ statement: SQLiteStatement, _ sql: String, at place: Place?) {
    clock += 1
    let place = place ?? makePlace(sql)
    place.statement = statement
    place.lastUse = clock
  }

  /// Lets every kept statement go.
  mutating func removeAll() {
    places.removeAll()
  }

  private mutating func makePlace(_ sql: String) -> Place {
    // The same text may have been run meanwhile, inside its own walk.
    if let place = places[sql] { return place }
    if places.count >= limit,
      let oldest = places.lazy.filter({ $0.value.statement != nil })
        .min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      places.removeValue(forKey: oldest.key)
    }
    let place = Place()
    places[sql] = place
    return place
  }
}
