/// Something that happened to a working copy, told to every held stream once.
public struct Change: Sendable, Hashable {
  /// What brought it about.
  public let origin: Origin
  /// The item it touches; for an edge write, the edge's source.
  public let itemId: String?
  /// The edge it touches.
  public let edgeId: String?

  /// Makes a change, for previews and tests.
  public init(origin: Origin, itemId: String? = nil, edgeId: String? = nil) {
    self.origin = origin
    self.itemId = itemId
    self.edgeId = edgeId
  }

  /// What brought a change about.
  public enum Origin: Sendable, Hashable {
    /// A write of this copy was queued and shows at once.
    case local(WriteKind)
    /// An event of the server was applied; the cursor is the last event taken.
    case server(event: String, cursor: String)
    /// The server cannot be reached; told once an outage, however often it is tried.
    case serverUnreachable(MarfaError)
    /// The server can be reached again.
    case serverReachable
    /// A drain learned what became of a write.
    case answered(DrainVerdict)
    /// Another process saved something; only a reading handle is told.
    case saved(dataVersion: Int64)
    /// A call brought many rows up to date.
    case refreshed(Refresh)
    /// Following the server ended with this error until the next hydrate or catch-up.
    case stopped(MarfaError)
  }

  /// The call that brought many rows up to date.
  public enum Refresh: String, Sendable, Hashable, CaseIterable {
    /// The copy was loaded whole.
    case hydrated
    /// A catch-up applied events.
    case caughtUp
    /// A drain settled writes.
    case drained
    /// A write was withdrawn.
    case withdrawn
    /// An item was pinned.
    case pinned
    /// An item was unpinned.
    case unpinned
    /// An item was destroyed.
    case purged
    /// The catalog of types changed.
    case catalog
    /// A folder was made, changed or revoked by a call of this copy.
    ///
    /// It carries the folder's id. What is written elsewhere is told as the event that brings it.
    case folderWritten
    /// A saved view was made, changed, binned or restored, here or by an event of the server.
    ///
    /// It comes right after what is told of the write or the event itself and carries the view's
    /// id, so that whoever shows a view need not look up what each item is.
    case viewWritten
  }
}
