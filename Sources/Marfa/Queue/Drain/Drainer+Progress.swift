import MarfaModel
import Resilience

extension Drainer {
  /// What the effects remember between two actions.
  struct Progress {
    /// The place of the last write that was looked at.
    var place: Int64 = 0
    /// The last place of the queue when the pass began; what is queued later waits for the next.
    var last: Int64 = 0
    /// The reads that are owed and were not tried.
    var reads: [OwedRead] = []
    /// The writes that are marked and not settled.
    var flight: [String: Flying] = [:]
    /// The next write, chosen in the transaction that settled the one before.
    var ahead: Ahead?
    /// The commit that was handed over last.
    var commit: HandedCommit?
    /// How many writes are marked at once: one behind an answer that ended a flow, twice as many
    /// with each that did not. A queue that the server refuses is not marked over and over.
    var width = Int.max

    /// The writes that are marked and did not leave.
    var waiting: [Flying] { flight.values.filter { !$0.hasLeft } }

    /// What there is to settle of some answers.
    func settling(_ answers: [DrainStateMachine.Answer]) throws -> [Settling] {
      try answers.map { answer in
        guard let flying = flight[answer.id] else { throw Drainer.vanished }
        return Settling(answer: answer, write: flying.write, body: flying.answer)
      }
    }
  }

  /// A write that is marked and not settled.
  struct Flying: Sendable {
    /// The write as it is sent.
    var write: QueueRecord
    /// Whether this pass was the first to mark it; else it may have left before.
    var isFresh: Bool
    /// Whether it may have left in this pass.
    var hasLeft = false
    /// The body of its answer.
    var answer: JSONValue?
  }

  /// An answer with what it is settled from.
  struct Settling: Sendable {
    var answer: DrainStateMachine.Answer
    var write: QueueRecord
    var body: JSONValue?
  }

  /// A write that was chosen ahead of its turn.
  struct Ahead: Sendable {
    var seq: Int64
    var candidate: DrainStateMachine.Candidate
    /// The write as it is sent, and those behind it, when they were marked at once.
    var marked: [Flying] = []
  }

  /// What a commit stored.
  struct Committed: Sendable {
    var settlements: [DrainStateMachine.Settlement]
    var marked: [Flying]
  }

  /// A commit that goes on beside a request.
  final class HandedCommit: Sendable {
    /// The writes that it settles.
    let ids: [String]
    private let result: Lock<Result<Committed, any Error>?>
    private let task: Task<Void, Never>

    /// Begins it.
    init(_ ids: [String], _ work: @escaping @Sendable () async throws -> Committed) {
      self.ids = ids
      let result = Lock<Result<Committed, any Error>?>(nil)
      self.result = result
      task = Task {
        do {
          let committed = try await work()
          result.withLock { $0 = .success(committed) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
      }
    }

    /// What came of it; `nil` while it goes on.
    var outcome: Result<Committed, any Error>? { result.withLock { $0 } }

    /// Waits for its end.
    func end() async { await task.value }
  }
}
