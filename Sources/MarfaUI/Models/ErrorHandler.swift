import Foundation
import Marfa
import MarfaModel
import Observation
import Resilience

/// Holds the sync error that a person has to see, for an alert.
///
/// ```swift
/// @State private var handler: ErrorHandler   // made once: ErrorHandler(manager: manager)
/// ContentView().syncErrorAlert(handler).environment(handler)
/// ```
///
/// Trouble that passes by itself moves ``connection`` and is never an ``error``; cancellation is
/// neither. The same failure is held once until it is dismissed. One that the manager told of the
/// whole copy goes by itself when the manager is online again, since nothing stands against it then.
/// An error about single writes never takes the place of one about the whole copy.
@MainActor @Observable
public final class ErrorHandler {
  /// The error to show; `nil` when there is none.
  public private(set) var error: (any Error)?
  /// In which part of the work it came; `nil` for an error from elsewhere.
  public private(set) var session: SyncSession?
  /// The connection as the manager knows it, or offline from the moment a call elsewhere found out.
  public private(set) var connection: SyncStatus.Connection

  @ObservationIgnored private let messages: MessageCatalog?
  @ObservationIgnored private let clock: any WaitingClock
  @ObservationIgnored private weak var manager: SyncManager?
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  /// Makes a handler and installs it as the manager's `errorHandler`.
  ///
  /// - Parameters:
  ///   - manager: the manager whose errors are shown. It is not kept alive.
  ///   - messages: where the words come from, for instance ``SyncMessages/catalog(_:)``; without it
  ///     an error speaks for itself by its `localizedDescription`.
  ///   - clock: what says since when the connection is gone.
  public init(
    manager: SyncManager, messages: MessageCatalog? = nil, clock: any WaitingClock = SystemClock()
  ) {
    self.manager = manager
    self.messages = messages
    self.clock = clock
    connection = manager.status.connection
    // One stream for each, so that what was told first is shown first.
    let (errors, inbox) = AsyncStream.makeStream(of: (MarfaError, SyncSession).self)
    manager.errorHandler = { inbox.yield(($0, $1)) }
    tasks = [
      Task { [weak self] in
        for await (error, session) in errors { self?.take(error, session) }
      },
      Task { [weak self, statuses = manager.statuses()] in
        for await status in statuses { self?.follow(status.connection) }
      },
    ]
  }

  deinit { for task in tasks { task.cancel() } }

  /// Takes an error from anywhere in the app, for instance of a call that a view made.
  ///
  /// A lost connection or a time limit moves ``connection`` and lets the manager try; cancellation
  /// does nothing; everything else becomes ``error``.
  public func report(_ error: any Error) { take(error, nil) }

  /// Clears the error: the person has seen it.
  public func dismiss() {
    error = nil
    session = nil
  }

  /// The title of the alert.
  public var title: String { message?.title ?? "Error" }

  /// The text of the alert; empty when there is no error.
  public var text: String { message?.text ?? error?.localizedDescription ?? "" }

  /// What the catalog says of the error.
  private var message: PresentedMessage? {
    error.flatMap { error in messages?.message(for: error) }
  }

  private func take(_ error: any Error, _ session: SyncSession?) {
    if error.isCancellation { return }
    guard !ConnectionTrouble.isOne(error) else { return lose() }
    // Told and solved before this came to look at it.
    if let session, session.writes.isEmpty, manager?.status.connection == .online { return }
    if let shown = self.error {
      if ErrorIdentity(shown) == ErrorIdentity(error) { return }
      let isOfWrites = session.map { !$0.writes.isEmpty } ?? false
      let isWhole = self.session.map { $0.writes.isEmpty } ?? false
      if isOfWrites, isWhole { return }
    }
    self.error = error
    self.session = session
  }

  private func lose() {
    switch connection {
    case .offline, .stopped, .local: return
    case .connecting, .online:
      connection = .offline(
        since: Date(timeIntervalSince1970: Double(clock.unixMilliseconds) / 1_000))
      // The manager looks, and what it finds out moves the connection again.
      manager?.syncNow()
    }
  }

  private func follow(_ connection: SyncStatus.Connection) {
    self.connection = connection
    // Solved: the alert about it has nothing to say any more.
    if connection == .online, let session, session.writes.isEmpty { dismiss() }
  }
}
