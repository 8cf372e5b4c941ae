import MarfaEngine
import MarfaModel
import MarfaSQL

extension CopyStore {
  /// The rows of a transaction under its slice and catalog.
  func rows(_ connection: any SQLConnection) throws -> SliceRows {
    SliceRows(
      connection, catalog: try catalog.catalog(connection), slice: try CopyMeta(connection).slice,
      awaited: awaited)
  }

  /// The rows of a transaction, as long as the copy was not loaded anew since a generation.
  ///
  /// - Throws: `hydrationIncomplete` when it was: what is known of the old copy tells nothing of
  ///   the new one.
  func rows(_ connection: any SQLConnection, of generation: Int64) throws -> SliceRows {
    guard try CopyMeta(connection).generation == generation else {
      throw MarfaError.hydrationIncomplete(message: MarfaErrorKind.hydrationIncomplete.sentence)
    }
    return try rows(connection)
  }

  /// What the copy knows of itself now.
  func meta() async throws -> CopyMeta { try await database.read { try CopyMeta($0) } }
}
