import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

extension WorkingCopy {
  /// Opens a store with a transport and a clock of the caller's.
  package static func open(
    store file: URL, server: Server?, environment: CopyEnvironment
  ) async throws -> WorkingCopy {
    let line: (line: ServerLine, transport: any HTTPTransport)?
    if let server {
      // Judged first, so that no transport is made for an address that is no server's.
      guard Origin(server.url) != nil else { throw ServerLine.unusableAddress }
      let transport: any HTTPTransport
      do {
        transport = try environment.transport()
      } catch {
        throw MarfaError.io(message: "The network can't be used on this device.")
      }
      line = (
        try ServerLine(
          server, transport: transport, clock: environment.clock,
          standings: environment.standings), transport
      )
    } else {
      line = nil
    }
    do {
      let store = try await CopyStore.open(file, clock: environment.clock)
      return try await made(store, line, environment, file)
    } catch {
      await line?.transport.close()
      throw error
    }
  }

  /// Opens a store for reading with a clock of the caller's.
  static func openReader(store file: URL, environment: CopyEnvironment) async throws -> WorkingCopy
  {
    try await made(try await CopyStore.openReader(file), nil, environment, file)
  }

  private static func made(
    _ store: CopyStore, _ line: (line: ServerLine, transport: any HTTPTransport)?,
    _ environment: CopyEnvironment, _ file: URL
  ) async throws -> WorkingCopy {
    do {
      let meta = try await store.database.read { try CopyMeta($0) }
      if let bound = meta.origin, let line, bound != line.line.origin.text {
        throw MarfaError.wrongServer(bound: bound, asked: line.line.origin.text)
      }
      let known = try await store.database.dataVersion()
      let blobs = BlobCache(store: file)
      let core = CopyCore(
        store: store, line: line?.line, transport: line?.transport, clock: environment.clock,
        known: known, blobs: blobs)
      if store.handle == .writer {
        // What another process left half written long ago; a failure is no reason not to open.
        try? await blobs.sweep(
          before: core.now.date.addingTimeInterval(-Double(Tuning.strayBlobAge.components.seconds)))
      }
      return WorkingCopy(core: core)
    } catch {
      await store.close()
      throw MarfaError(storing: error)
    }
  }
}
