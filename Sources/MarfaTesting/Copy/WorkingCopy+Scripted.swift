#if DEBUG
  import Foundation
  import Marfa
  import Resilience

  extension WorkingCopy {
    /// Opens a store that speaks to its server through a transport and waits by a clock of a test.
    ///
    /// A ``ScriptedTransport`` that an earlier copy has closed takes requests again.
    ///
    /// - Parameters:
    ///   - store: the store's file, made where there is none.
    ///   - server: the server to sync with.
    ///   - transport: the way to it; the copy closes it when it is closed.
    ///   - clock: what every wait of the copy goes by.
    /// - Throws: as `WorkingCopy.open(store:server:)`.
    public static func open(
      store: URL, server: Server, transport: any HTTPTransport, clock: any WaitingClock
    ) async throws -> WorkingCopy {
      try await open(
        store: store, server: server,
        environment: CopyEnvironment(
          transport: {
            (transport as? ScriptedTransport)?.reopen()
            return transport
          }, clock: clock))
    }
  }
#endif
