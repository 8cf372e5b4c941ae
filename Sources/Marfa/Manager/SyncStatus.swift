import Foundation
import MarfaModel

/// How a copy stands with its server, as its ``SyncManager`` knows it.
public struct SyncStatus: Sendable, Hashable {
  /// The connection in one word.
  public enum Connection: Sendable, Hashable {
    /// The copy has no server, or its manager was not started.
    case local
    /// The first try is under way, or the first one with another key.
    case connecting
    /// The last thing that was asked of the server succeeded.
    case online
    /// The server can't be reached or asks to wait; tried again by itself.
    case offline(since: Date)
    /// Something needs a person; ``SyncStatus/lastError`` says more.
    case stopped(MarfaError)
  }

  /// The connection; it leaves ``Connection/stopped(_:)`` only when the cause is gone.
  public var connection: Connection
  /// What is being done right now; `nil` when nothing is.
  public var phase: SyncPhase?
  /// Writes without a final verdict: the same number as ``CopyUpdate/pending``.
  public var pending: UInt64
  /// Those of ``pending`` that don't go out by themselves: given up, or held back for a reason.
  public var stuck: UInt64
  /// Writes that wait for a person: those that are ``stuck``, and those that were refused.
  public var attention: UInt64
  /// The trouble there is now, whether it passes by itself or not; `nil` when there is none.
  public var lastError: MarfaError?
  /// When the copy last agreed with the server, to the second; `nil` before the first time.
  public var lastSynced: Date?
  /// How far a hydration has come; `nil` when none is under way.
  public var progress: SyncProgress?
  /// When the next try begins by itself; `nil` when none is planned.
  public var nextTry: Date?

  /// Makes a status, for previews and tests.
  public init(
    connection: Connection = .local, phase: SyncPhase? = nil, pending: UInt64 = 0,
    stuck: UInt64 = 0, attention: UInt64 = 0, lastError: MarfaError? = nil, lastSynced: Date? = nil,
    progress: SyncProgress? = nil, nextTry: Date? = nil
  ) {
    self.connection = connection
    self.phase = phase
    self.pending = pending
    self.stuck = stuck
    self.attention = attention
    self.lastError = lastError
    self.lastSynced = lastSynced
    self.progress = progress
    self.nextTry = nextTry
  }
}
