import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// The store of a working copy, opened in one of the two roles.
struct CopyStore: Sendable {
  /// The database.
  let database: any SQLDatabase
  /// The role.
  let handle: Handle
  /// The catalog that the copy works with.
  let catalog: CopyCatalog
  /// The items that are being read to be pinned.
  let awaited = AwaitedPins()
  private let claim: SQLiteWriterClaim?

  /// Takes over an opened database; for stores in memory.
  init(
    database: any SQLDatabase, handle: Handle, claim: SQLiteWriterClaim? = nil,
    catalog: CopyCatalog = CopyCatalog()
  ) {
    self.database = database
    self.handle = handle
    self.claim = claim
    self.catalog = catalog
  }

  /// Opens a store in whichever role is free, and makes it where there is none.
  ///
  /// - Parameter clock: what a second opener waits by while the first one makes the store.
  static func open(_ file: URL, clock: any WaitingClock) async throws(MarfaError) -> CopyStore {
    let path = try path(of: file)
    do {
      let patience = clock.now.advanced(by: Tuning.storeMaking)
      while true {
        if let claim = try SQLiteWriterClaim.take(store: path) {
          return try await writer(path, claim)
        }
        do {
          return try await reader(path)
        } catch let error where isUnmade(error) && clock.now < patience {
          // Whoever holds the claim has not made the tables yet.
          try await clock.sleep(for: Tuning.storeMakingStep)
        }
      }
    } catch let mismatch as SchemaMismatch {
      throw await wrongSchema(path, mismatch)
    } catch is EarlierShape {
      throw earlierShape
    } catch {
      throw MarfaError(storing: error)
    }
  }

  private static func writer(_ path: String, _ claim: SQLiteWriterClaim) async throws -> CopyStore {
    do {
      var options = SQLiteOptions()
      options.tokenizers = EngineSchema.tokenizers
      let database = try await SQLiteDatabase.open(.file(path), options)
      do {
        try await database.write { _ = try CopySchema.migrator.apply(to: $0) }
      } catch {
        await database.close()
        throw error
      }
      return CopyStore(database: database, handle: .writer, claim: claim)
    } catch {
      claim.release()
      throw error
    }
  }

  /// The store has the shape of an earlier version, which only a writer brings to today's.
  private struct EarlierShape: Error {}

  private static let earlierShape = MarfaError.invalid(
    message: "An earlier version of this app made this store. Open it once for writing first.")

  /// Whether a store could not be read because nothing was put into it yet.
  private static func isUnmade(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLError: error.kind == .cannotOpen
    case let error as SchemaMismatch: error.found == Migrator.unrecorded
    // It is about to be brought to this version's shape, or held by an earlier version.
    case is EarlierShape: true
    default: false
    }
  }

  /// Opens a store for reading; nothing is written, and nothing is made where there is none.
  static func openReader(_ file: URL) async throws(MarfaError) -> CopyStore {
    let path = try path(of: file)
    guard FileManager.default.fileExists(atPath: path) else {
      throw .invalid(message: "There is no store at this path.")
    }
    do {
      return try await reader(path)
    } catch let mismatch as SchemaMismatch {
      throw await wrongSchema(path, mismatch)
    } catch is EarlierShape {
      throw earlierShape
    } catch {
      throw MarfaError(storing: error)
    }
  }

  private static func reader(_ path: String) async throws -> CopyStore {
    var options = SQLiteOptions()
    options.readOnly = true
    options.tokenizers = EngineSchema.tokenizers
    let database = try await SQLiteDatabase.open(.file(path), options)
    do {
      try await database.read { connection in
        do {
          try CopySchema.migrator.check(connection)
        } catch let mismatch as SchemaMismatch where mismatch.found != Migrator.unrecorded {
          // Known, only not the newest: opening it for writing brings it there.
          try CopySchema.migrator.judge(connection)
          throw EarlierShape()
        }
      }
    } catch {
      await database.close()
      throw error
    }
    return CopyStore(database: database, handle: .reader)
  }

  /// Closes the database, then gives the role back.
  func close() async {
    await database.close()
    claim?.release()
  }

  private static func path(of file: URL) throws(MarfaError) -> String {
    guard file.isFileURL, !file.path.isEmpty, !file.hasDirectoryPath else {
      throw .invalid(message: "A store needs the path of a file.")
    }
    return file.path
  }

  /// The refusal of a store of another shape, with the number of writes it still holds.
  private static func wrongSchema(_ path: String, _ mismatch: SchemaMismatch) async -> MarfaError {
    let unsent = await unsentWrites(path)
    let count =
      switch unsent {
      case nil: "Whether it holds unsent changes can't be told; keep the file."
      case 0: "It holds no unsent changes."
      case 1: "It holds 1 unsent change; open it with the version that made it to send it."
      case let count?:
        "It holds \(count) unsent changes; open it with the version that made it to send them."
      }
    return .wrongSchema(
      path: path, reason: mismatch.description, unsent: unsent,
      message: "This store was made by another version. \(count)")
  }

  private static func unsentWrites(_ path: String) async -> UInt64? {
    var options = SQLiteOptions()
    options.readOnly = true
    options.readers = 1
    guard let database = try? await SQLiteDatabase.open(.file(path), options) else { return nil }
    let count = try? await database.read { connection in
      do {
        return Int64(try QueueStore(connection: connection).unsent())
      } catch {
        // A queue of another shape: what can still be told of it are its verdicts.
        return try connection.integer(
          """
          SELECT count(*) FROM queue
          WHERE verdict IS NULL OR verdict NOT IN ('accepted', 'merged', 'conflicted')
          """) ?? 0
      }
    }
    await database.close()
    return count.map { UInt64(clamping: $0) }
  }
}
