#if DEBUG
  import Foundation
  import Marfa
  import Resilience

  /// A real copy in memory with a scripted server, on a clock that stands still.
  ///
  /// For what a fake has no part of: loading, catching up, waits and broken answers. The client is
  /// the shipping one down to the transport; no file is made and nothing waits in real time.
  ///
  /// ```swift
  /// let app = try await ScriptedCopy(loading: ["core.note"])
  /// app.server.door { _ in .unreachable }
  /// let report = try await app.copy.queue.drain()
  /// ```
  public struct ScriptedCopy: Sendable {
    /// The copy to hand to the code under test.
    public let copy: WorkingCopy
    /// What answers it.
    public let server: ScriptedServer
    /// What was asked, and the moments at which the process may die.
    public let transport: ScriptedTransport
    /// What every wait of the copy goes by.
    public let clock: VirtualClock

    /// Makes a copy that was never loaded.
    public init(_ server: ScriptedServer = ScriptedServer()) throws {
      let clock = VirtualClock()
      let transport = ScriptedTransport(clock: clock)
      transport.answering { try await server.answer($0) }
      self.server = server
      self.transport = transport
      self.clock = clock
      copy = try WorkingCopy.inMemory(
        server: Server(url: URL(filePath: "/").scripted, key: "mk_scripted"),
        environment: CopyEnvironment(transport: { transport }, clock: clock))
    }

    /// Makes a copy and loads it.
    ///
    /// - Parameters:
    ///   - types: the types to hold.
    ///   - tier: the tiers to hold; both unless given.
    ///   - edgeTypes: the edge types to hold whole.
    ///   - server: what it is loaded from.
    /// - Throws: as `hydrate(types:tier:edgeTypes:)`.
    public init(
      loading types: [String], tier: SliceTier = .all, edgeTypes: [String] = [],
      from server: ScriptedServer = ScriptedServer()
    ) async throws {
      try self.init(server)
      try await copy.hydrate(types: types, tier: tier, edgeTypes: edgeTypes)
      transport.forget()
    }
  }

  extension URL {
    /// An address at which nothing has to be, since nothing is sent to it.
    fileprivate var scripted: URL {
      var parts = URLComponents()
      (parts.scheme, parts.host) = ("https", "scripted.example")
      return parts.url ?? self
    }
  }
#endif
