/// How a copy stands: its connection, what changed since the element before, what waits.
public struct CopyUpdate: Sendable, Hashable {
  /// How the copy stands with its server.
  public enum Connection: Sendable, Hashable {
    /// It has none.
    case local
    /// Nothing has been heard of it yet.
    case connecting
    /// It answered last.
    case online
    /// It can't be reached, for this reason.
    case offline(MarfaError?)
    /// Following it ended with this error until the next hydrate or catch-up.
    case stopped(MarfaError)
  }

  /// How the copy stands with its server.
  public var connection: Connection
  /// What happened since the element before, in order.
  ///
  /// When more than 10,000 changes gather while nobody reads, one `.refreshed(.hydrated)` stands
  /// for them.
  public var changes: [Change]
  /// Writes without a final verdict.
  public var pending: UInt64
  /// How much of the slice is held.
  public var hydration: Hydration

  /// Makes an update, for previews and tests.
  public init(
    connection: Connection, changes: [Change] = [], pending: UInt64 = 0,
    hydration: Hydration = .never
  ) {
    self.connection = connection
    self.changes = changes
    self.pending = pending
    self.hydration = hydration
  }

  /// A copy without a server.
  public static let local = CopyUpdate(connection: .local)
  /// A copy that has heard nothing of its server yet.
  public static let connecting = CopyUpdate(connection: .connecting)
  /// A copy whose server answered last.
  public static let online = CopyUpdate(connection: .online)

  /// A copy whose server can't be reached.
  public static func offline(_ error: MarfaError? = nil) -> CopyUpdate {
    CopyUpdate(connection: .offline(error))
  }

  /// A copy that has stopped following its server.
  public static func stopped(_ error: MarfaError) -> CopyUpdate {
    CopyUpdate(connection: .stopped(error))
  }
}
