import MarfaModel
import MarfaSQL

/// What a copy knows of itself, as its store holds it.
struct CopyMeta: Sendable, Hashable {
  /// The server the store is bound to.
  var origin: String?
  /// The instance it was loaded from.
  var instanceId: String?
  /// The slice; `nil` until a hydration began.
  var slice: CopySlice?
  /// The last event taken.
  var cursor: String?
  /// Whether a hydration began and did not end.
  var isLoading = false
  /// Why the copy expired, when it did.
  var expiredBecause: String?
  /// Counts the catalogs that came from the server; 0 when none did.
  var catalogVersion: UInt64 = 0
  /// Counts hydrations, so that a late answer to an earlier copy changes nothing of a later one.
  var generation: Int64 = 0

  /// How much of the slice is held (working-copy 4).
  var hydration: Hydration {
    if isLoading { return .inProgress }
    guard slice != nil else { return .never }
    return cursor == nil ? .expired : .complete
  }

  /// Reads what a store holds.
  init(_ connection: any SQLConnection) throws {
    try connection.each("SELECT name, value FROM copy_meta", []) { row in
      take(row.text(0), row.text(1))
      return true
    }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case Name.origin: origin = value
    case Name.instance: instanceId = value
    case Name.slice: slice = CopySlice(stored: value)
    case Name.cursor: cursor = value
    case Name.loading: isLoading = true
    case Name.expired: expiredBecause = value
    case Name.catalog: catalogVersion = UInt64(value) ?? 0
    case Name.generation: generation = Int64(value) ?? 0
    default: break
    }
  }

  /// Writes everything back.
  func save(_ connection: any SQLConnection) throws {
    let values: [(String, String?)] = [
      (Name.origin, origin), (Name.instance, instanceId), (Name.slice, slice?.stored),
      (Name.cursor, cursor), (Name.loading, isLoading ? "1" : nil),
      (Name.expired, expiredBecause),
      (Name.catalog, catalogVersion == 0 ? nil : String(catalogVersion)),
      (Name.generation, String(generation)),
    ]
    for (name, value) in values { try Self.set(name, to: value, connection) }
  }

  /// Writes only the cursor: what every applied batch of events does.
  static func saveCursor(_ cursor: String, _ connection: any SQLConnection) throws {
    try set(Name.cursor, to: cursor, connection)
  }

  private static func set(_ name: String, to value: String?, _ connection: any SQLConnection)
    throws
  {
    guard let value else {
      try connection.run("DELETE FROM copy_meta WHERE name = ?1", [.text(name)])
      return
    }
    try connection.run(
      """
      INSERT INTO copy_meta (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [.text(name), .text(value)])
  }

  private enum Name {
    static let origin = "server_origin"
    static let instance = "instance_id"
    static let slice = "slice"
    static let cursor = "event_cursor"
    static let loading = "hydration_in_progress"
    static let expired = "expired_because"
    static let catalog = "catalog_version"
    static let generation = "generation"
  }

  /// Refuses reads and writes while the copy is not whole.
  ///
  /// A copy that was never loaded answers from what it holds and takes writes.
  ///
  /// - Throws: `hydrationIncomplete` after an interrupted load, `copyExpired` once expired.
  func requireUsable() throws(MarfaError) {
    switch hydration {
    case .never, .complete: return
    case .inProgress:
      throw .hydrationIncomplete(message: MarfaErrorKind.hydrationIncomplete.sentence)
    case .expired: throw expired
    }
  }

  /// Refuses what follows a server until the copy is whole.
  ///
  /// - Throws: `noCursor` before the first load; else as ``requireUsable()``.
  func requireComplete() throws(MarfaError) {
    if hydration == .never { throw .noCursor(message: MarfaErrorKind.noCursor.sentence) }
    try requireUsable()
  }

  /// The error of an expired copy.
  var expired: MarfaError {
    .copyExpired(
      reason: expiredBecause ?? "catchup_too_old", message: MarfaErrorKind.copyExpired.sentence)
  }
}
