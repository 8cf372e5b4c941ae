import Foundation
import Marfa
import MarfaModel
import Observation
import Resilience

/// A manager's status as a screen can watch it.
///
/// It follows the manager until either is released, and drives nothing.
@MainActor @Observable
public final class SyncStatusModel {
  /// The whole status.
  public private(set) var status: SyncStatus

  @ObservationIgnored private var following: Task<Void, Never>?

  /// Follows a manager.
  public init(manager: SyncManager) {
    status = manager.status
    following = Task { [weak self, statuses = manager.statuses()] in
      for await status in statuses { self?.status = status }
    }
  }

  /// Shows a status that never changes, for previews.
  public init(status: SyncStatus) { self.status = status }

  deinit { following?.cancel() }

  /// The connection in one word.
  public var connection: SyncStatus.Connection { status.connection }
  /// Writes without a final verdict.
  public var pending: UInt64 { status.pending }
  /// Those of them that don't go out by themselves.
  public var stuck: UInt64 { status.stuck }
  /// Writes that wait for a person.
  public var attention: UInt64 { status.attention }
  /// The trouble there is now; `nil` when there is none.
  public var lastError: MarfaError? { status.lastError }
  /// When the copy last agreed with the server.
  public var lastSynced: Date? { status.lastSynced }
  /// How far a hydration has come; `nil` when none is under way.
  public var progress: SyncProgress? { status.progress }
}
