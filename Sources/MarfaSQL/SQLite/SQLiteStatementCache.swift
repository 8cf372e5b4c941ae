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
    fileprivate let sql: String
    fileprivate var statement: SQLiteStatement?
    /// When it was last given back, on the cache's own count.
    fileprivate var lastUse: UInt64 = 0

    fileprivate init(_ sql: String) { self.sql = sql }

    /// Takes the statement out, if it is there.
    func take() -> SQLiteStatement? {
      defer { statement = nil }
      return statement
    }
  }

  private var places: [String: Place] = [:]
  /// The place asked for last: most connections run one text over and over, and to see that two
  /// are the same takes no look at hundreds of letters, as finding one does.
  private var recent: Place?
  private var clock: UInt64 = 0
  private let limit: Int

  /// Makes an empty cache of at most `limit` statements.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The number of statements kept.
  var count: Int { places.values.count { $0.statement != nil } }

  /// The place of a text, if it has one.
  mutating func place(of sql: String) -> Place? {
    if let recent, recent.sql == sql { return recent }
    guard let place = places[sql] else { return nil }
    recent = place
    return place
  }

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
    recent = nil
  }

  private mutating func makePlace(_ sql: String) -> Place {
    // The same text may have been run meanwhile, inside its own walk.
    if let place = places[sql] { return place }
    if places.count >= limit,
      let oldest = places.lazy.filter({ $0.value.statement != nil })
        .min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      places.removeValue(forKey: oldest.key)
      recent = nil
    }
    let place = Place(sql)
    places[sql] = place
    return place
  }
}
