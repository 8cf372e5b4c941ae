import MarfaEngine
import MarfaModel
import MarfaSQL

/// Queues the writes of an app, inside one transaction: the check, the local effect and the
/// queue's record are committed together or not at all.
struct LocalWriter {
  let connection: any SQLConnection
  let rows: SliceRows
  let enqueuer: Enqueuer
  /// Refuses what a stand-in for the server could not match.
  let judge: CallJudge
  private let time: Timestamp

  /// Makes a writer over a transaction.
  ///
  /// - Throws: `hydrationIncomplete` or `copyExpired` while the copy is not whole.
  init(
    _ connection: any SQLConnection, types: CopyCatalog, at time: Timestamp,
    judge: CallJudge = .real
  ) throws {
    let meta = try CopyMeta(connection)
    try meta.requireUsable()
    self.connection = connection
    self.judge = judge
    rows = SliceRows(
      connection, catalog: try types.catalog(connection), slice: meta.slice)
    enqueuer = Enqueuer(connection, rows: rows.rows, at: time)
    self.time = time
  }

  /// A new id for a row.
  func mint() -> String { UUIDv7Minter.shared.mint(milliseconds: time.milliseconds).text }

  /// The type that a write names.
  ///
  /// - Throws: `unknownType` for one that is not known, whatever its name looks like.
  func type(_ id: String) throws -> ResolvedType { try rows.catalog.typeForWriting(id) }

  /// A held item, in any state.
  ///
  /// - Throws: `notFound` with code `item_not_found`.
  func held(_ id: String) throws -> Item {
    guard let item = try rows.rows.item(id) else {
      throw MarfaError.notFound(
        code: "item_not_found", message: "This item is not here any more.")
    }
    return item
  }

  /// A held item outside the bin.
  ///
  /// - Throws: `notFound` with code `item_not_found`, for one in the bin too.
  func live(_ id: String) throws -> Item {
    let item = try held(id)
    guard item.state != .trashed else {
      throw MarfaError.notFound(code: "item_not_found", message: "This item is in the bin.")
    }
    return item
  }

  /// Refuses an id that a server would not take.
  ///
  /// - Throws: `validation` with code `invalid_id`.
  func check(id: String?) throws(MarfaError) {
    guard let id, !UUIDv7.isValid(id) else { return }
    throw .validation(
      code: "invalid_id", message: "An id has to be a lowercase UUID of version 7.")
  }

  /// The version that an edit may be made against.
  ///
  /// - Throws: `invalid` for another version than the held one, unless it is read earlier.
  func check(base: Int64, held: Int64, asRead: Bool) throws(MarfaError) {
    if base == held { return }
    guard asRead, base > 0, base < held else {
      throw .invalid(
        message: "The edit was made from another version of this. Read it again.")
    }
  }
}
