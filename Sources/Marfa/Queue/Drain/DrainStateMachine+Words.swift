import MarfaModel

extension DrainStateMachine {
  /// What happened.
  enum Event: Sendable, Hashable {
    /// The pass may begin.
    case start
    /// The held writes are free again; some reads may be owed.
    case prepared(readsOwed: Bool)
    /// The server was asked who it is.
    case instance(Instance)
    /// The next read that is owed and was not tried in this pass; `nil` when there is none.
    case owed(OwedRead?)
    /// A row was read, or was not.
    case read(ReadResult)
    /// The next write without a verdict; `nil` when there is none.
    case next(Candidate?)
    /// A write is marked as held.
    case held
    /// A write is marked as sent, and with it those behind it that may go out before it is settled.
    case marked(ahead: [String] = [])
    /// A request came to its end; `isSlow` when that took longer than answers are gathered for.
    case answered(AnswerClass, replayed: Bool, retryAfter: Duration?, isSlow: Bool = false)
    /// A commit is under way.
    case handedOver
    /// It is done, and further writes were marked in it.
    case committed([Settlement], marked: [String])
    /// It failed, and nothing of it is stored.
    case commitFailed(MarfaError)
    /// What was marked and did not leave is unmarked.
    case unmarked
    /// What an answer means is committed.
    case settled(Settlement)
    /// The whole queue is parked.
    case parked(Int)
    /// What is left of the queue is counted.
    case counted(held: Int, undelivered: Int)
    /// The local store failed.
    case failed(MarfaError)
    /// The caller wants no more.
    case stopRequested
  }

  /// What to do next.
  enum Action: Sendable, Hashable {
    /// Free the writes that were held or parked, and look whether reads are owed.
    case prepare
    /// Ask the server which instance it is.
    case confirmInstance
    /// Look for the next owed read.
    case nextOwedRead
    /// Read a row from the server and apply it.
    case read(OwedRead)
    /// Look for the next write without a verdict, behind the last one.
    case nextWrite
    /// Mark a write as held.
    case hold(String)
    /// Refuse a write that was not sent, and put its row back.
    case refuse(String, reason: String)
    /// Mark a write as sent, and those behind it that have nothing to do with it.
    case mark(String)
    /// Send a write.
    case send(String)
    /// Commit what an answer means; `looksAhead` when the next write may be chosen in the same
    /// commit.
    case settle(String, AnswerClass, replayed: Bool, looksAhead: Bool = true)
    /// Begin to commit what answers mean, in their order, and to mark at most so many writes more.
    case commit([Answer], marking: Int)
    /// Wait for the commit under way.
    case awaitCommit
    /// Take the mark off writes that did not leave.
    case unmark([String])
    /// Block every write without a verdict.
    case park
    /// Mark the held ones of what is left, and count.
    case countRest
    /// The pass is over.
    case finish(DrainReport)
    /// The pass is over with an error; verdicts that are recorded stay.
    case fail(MarfaError)
    /// Nothing: the event belongs to no step that is under way.
    case nothing
  }

  /// What the server's root said.
  enum Instance: Sendable, Hashable {
    /// It is the instance that the copy follows.
    case confirmed
    /// It could not be asked.
    case unavailable(why: String, retryAfter: Duration?)
    /// The drain can't go on: another instance, another contract.
    case failed(MarfaError)
  }

  /// What became of a read of a row.
  enum ReadResult: Sendable, Hashable {
    /// The row was applied, or is gone; `settled` are writes that this decided unsent, `changed`
    /// is the create that was moved onto the row.
    case done(settled: [DrainVerdict], changed: DrainVerdict?)
    /// It failed in a way that says nothing of the connection; it stays owed.
    case owed
    /// The server could not be reached; it stays owed.
    case unavailable(why: String, retryAfter: Duration?)
    /// The key is refused.
    case keyRefused
    /// The drain can't go on.
    case failed(MarfaError)
  }

  /// A write that is the next in turn.
  struct Candidate: Sendable, Hashable {
    /// The write.
    var id: String
    /// Whether it may go out.
    var readiness: Readiness
  }

  /// What settling an answer did.
  struct Settlement: Sendable, Hashable {
    /// The write's entry, read after everything moved.
    var entry: DrainVerdict
    /// Writes that this decided unsent.
    var unsent: [DrainVerdict] = []
    /// The rows to read.
    var reads: [OwedRead] = []
    /// How many writes were parked with it.
    var parked = 0
  }

  /// Where the pass stands.
  enum Phase: Sendable, Hashable {
    case idle
    case preparing
    case confirmingForReads
    case choosingRead
    case readingOwed
    case choosingWrite
    case holding
    case confirming(Candidate)
    case refusing(String)
    case marking(String)
    case sending(String)
    case flowing(Flow)
    case handingOver(Flow)
    case awaiting(Flow)
    case unmarking
    case settling(String, AnswerClass, replayed: Bool)
    case readingBack([OwedRead])
    case parking
    case countingRest
    case over
  }
}
