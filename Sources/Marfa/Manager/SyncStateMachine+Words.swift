import MarfaModel
import Resilience

extension SyncStateMachine {
  /// What the manager is about.
  enum State: Sendable, Hashable {
    /// Not started, suspended, ended by its owner, or the key is being changed.
    case idle
    /// The slice is loaded.
    case hydrating
    /// Events since the cursor are applied.
    case catchingUp
    /// The queue is sent.
    case draining
    /// Nothing is owed, or only what a moment of gathering holds back.
    case following
    /// Something is owed and waits for its time; a timer is set.
    case waiting
    /// The server can't be reached. What is owed has a timer; the follow has its own.
    case offline
    /// Nothing is tried until a key is handed over, or ever again once the copy is closed.
    case stopped(MarfaError)
  }

  /// How the connection stands; times count from the manager's start.
  enum Link: Sendable, Hashable {
    case local
    case connecting
    case online
    case offline(since: Duration)
    case stopped(MarfaError)
  }

  /// What happened.
  enum Event: Sendable, Hashable {
    /// The owner wants the copy synced.
    case start
    /// The owner wants it left alone.
    case end
    /// The app goes to the background.
    case suspend
    /// The app is back.
    case resume
    /// The owner wants no more waiting.
    case hurry
    /// The owner begins to change the key: no call is let in until that is over.
    case keyChanging
    /// The change is over, whatever became of it.
    case keySettled
    /// Another key is in use.
    case keyGiven
    /// The queue has something new to send.
    case written
    /// The event stream was had again.
    case reachable
    /// The event stream can't be had; it is tried again by itself.
    case unreachable(MarfaError)
    /// The event stream ended with an error, and won't come back by itself.
    case followStopped(MarfaError)
    /// An event of the server was applied.
    case followed
    /// The hydration that ran is done.
    case hydrated
    /// The catch-up that ran is done.
    case caughtUp
    /// The drain that ran is done; `reached` when the server answered a write.
    case drained(SyncTally, reached: Bool)
    /// What ran failed.
    ///
    /// `asked` is how long the server asked to be left alone, which nothing shortens; `rest` how
    /// long it is better left alone by all that was found out about it.
    case failed(MarfaError, asked: Duration, rest: Duration)
    /// What ran was refused under a key that is not in use any more.
    case outdated
    /// The timer went off.
    case woke
    /// The copy was closed.
    case closed
  }

  /// What to do next.
  enum Action: Sendable, Hashable {
    /// Begin this, and report how it ends. Never asked for while another one runs.
    case run(SyncPhase)
    /// Call off what runs; it still reports how it ends.
    case cancelRun
    /// Set the one timer, in place of the one before.
    case arm(at: Duration)
    /// Take the timer away.
    case disarm
    /// Hold the event stream.
    case follow
    /// Let it go.
    case letGo
    /// Tell the person.
    case tell(MarfaError, SyncPhase, attempt: Int)
    /// Let the copy's own streams say that the server can't be reached.
    case sayUnreachable(MarfaError)
    /// Let them say that it can.
    case sayReachable
    /// Let them say that something ended.
    case sayStopped(MarfaError)
    /// Let them forget that.
    case clearStopped
  }
}
