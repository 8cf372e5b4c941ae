import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL

/// How a copy is opened, kept so that it can be opened again under another key.
struct CopyOpening: Sendable {
  /// The store's file; `nil` for a store in memory, which is never opened again.
  let file: URL?
  /// The server to sync with.
  var server: Server?
  /// Whether it is only read, and never takes the writer's role.
  let readsOnly: Bool
  /// The transport and the clock.
  let environment: CopyEnvironment

  /// What an opening gives.
  struct Opened: Sendable {
    /// The store in its role.
    var store: CopyStore
    /// The way to the server.
    var line: ServerLine?
    /// What carries the requests.
    var transport: (any HTTPTransport)?
    /// The store's data version as it was opened; what a reader compares with.
    var known: Int64
  }

  /// Opens the store, and makes what reaches the server.
  ///
  /// - Throws: `MarfaError` only, and nothing is left open then.
  func open() async throws -> Opened {
    guard let file else {
      throw MarfaError.invalid(message: "A store that is in memory only is opened once.")
    }
    var opened: (line: ServerLine, transport: any HTTPTransport)?
    if let server {
      // Judged first, so that no transport is made for an address that is no server's.
      guard Origin(server.url) != nil else { throw ServerLine.unusableAddress }
      let transport: any HTTPTransport
      do {
        transport = try environment.transport()
      } catch {
        throw MarfaError.io(message: "The network can't be used on this device.")
      }
      opened = (
        try ServerLine(
          server, transport: transport, clock: environment.clock,
          standings: environment.standings), transport
      )
    }
    do {
      let store =
        readsOnly
        ? try await CopyStore.openReader(file)
        : try await CopyStore.open(file, clock: environment.clock)
      return try await checked(store, opened?.line, opened?.transport)
    } catch {
      await opened?.transport.close()
      throw error
    }
  }

  private func checked(
    _ store: CopyStore, _ line: ServerLine?, _ transport: (any HTTPTransport)?
  ) async throws -> Opened {
    do {
      let meta = try await store.database.read { try CopyMeta($0) }
      if let bound = meta.origin, let line, bound != line.origin.text {
        throw MarfaError.wrongServer(bound: bound, asked: line.origin.text)
      }
      let known = try await store.database.dataVersion()
      return Opened(store: store, line: line, transport: transport, known: known)
    } catch {
      await store.close()
      throw MarfaError(storing: error)
    }
  }
}
