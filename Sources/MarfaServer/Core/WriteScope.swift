import MarfaEngine
import MarfaModel
import MarfaSQL

/// What a writing handler works with, inside the writer's transaction.
final class WriteScope {
  /// The transaction.
  let connection: any SQLConnection
  /// Where types and edge types are kept.
  let catalogs: CatalogStore
  /// The types and edge types as they were when the transaction began.
  let catalog: TypeCatalog
  /// When the write began, in the order of commits (Unix milliseconds); every time that it stores
  /// is this one.
  let now: Int64
  /// The same, as stored.
  let timestamp: String
  /// Whether keys were changed, so that what is cached of them must go.
  var changedKeys = false
  /// What a repeat of this write will be judged by.
  var needs = ReplayNeeds()

  private let log: EventLog

  /// Makes a scope over an open transaction.
  init(
    connection: any SQLConnection, catalogs: CatalogStore, catalog: TypeCatalog, now: Int64
  ) {
    self.connection = connection
    self.catalogs = catalogs
    self.catalog = catalog
    self.now = now
    timestamp = Timestamp(clamping: now).text
    log = EventLog(connection: connection, now: now)
  }

  /// Appends an event to the log, in this transaction.
  func announce(_ event: LoggedEvent) throws {
    try log.append(event)
  }
}
