import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

extension WorkingCopy {
  /// A copy in memory, with something that stands in its server's place. No file is ever made.
  ///
  /// It blocks the calling thread while the tables are made and filled.
  ///
  /// - Throws: `MarfaError` for contents that no copy could hold, such as a number that JSON cannot
  ///   write.
  package static func inMemory(
    _ contents: CopyContents, standIn: any CopyStandIn, clock: any WaitingClock
  ) throws -> WorkingCopy {
    do {
      let database = try memory()
      let store = CopyStore(
        database: database, handle: .writer, catalog: CopyCatalog(unloaded: nil))
      try database.writeAndWait { try contents.fill($0, of: store) }
      return WorkingCopy(
        core: CopyCore(
          CopyOpening.Opened(store: store, known: 0),
          by: CopyOpening(
            file: nil, server: nil, readsOnly: false,
            environment: CopyEnvironment(transport: { throw NoNetwork() }, clock: clock)),
          standIn: standIn))
    } catch {
      throw MarfaError(storing: error)
    }
  }

  /// A copy in memory that speaks to a server, as one over an empty file does.
  ///
  /// - Throws: `invalid` for an address that is no server's.
  package static func inMemory(server: Server, environment: CopyEnvironment) throws -> WorkingCopy {
    do {
      let transport = try environment.transport()
      let line = try ServerLine(
        server, transport: transport, clock: environment.clock, standings: environment.standings)
      let database = try memory()
      let store = CopyStore(database: database, handle: .writer)
      try database.writeAndWait { _ = try CopySchema.migrator.apply(to: $0) }
      return WorkingCopy(
        core: CopyCore(
          CopyOpening.Opened(store: store, line: line, transport: transport, known: 0),
          by: CopyOpening(
            file: nil, server: nil, readsOnly: false, environment: environment)))
    } catch {
      throw MarfaError(storing: error)
    }
  }

  /// Nothing in memory is asked for a network.
  private struct NoNetwork: Error {}

  private static func memory() throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.tokenizers = EngineSchema.tokenizers
    return try SQLiteDatabase(.memory, options)
  }
}
