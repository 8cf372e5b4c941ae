import MarfaModel
import Resilience

/// The one table from answers to what they mean for a write; the first row that matches wins.
enum AnswerClassifier {
  /// Names the class of an outcome.
  static func classify(_ outcome: SendOutcome, of write: QueueRecord) -> AnswerClass {
    switch outcome {
    case .unreachable(let error): .unavailable(why: error.message)
    case .unmade(let why): .unmade(why: why)
    case .bytesUnreadable(let why): .undeliverable(why: why)
    case .bytesGone(let hash): .bytesGone(hash: hash)
    case .ended(let error): .ended(error)
    case .answered(let answer): classify(answer, of: write)
    }
  }

  /// Whether an outcome only repeats what the server answered before.
  static func isReplay(_ outcome: SendOutcome) -> Bool {
    guard case .answered(let answer) = outcome, answer.contract == .ours else { return false }
    return answer.replayed || answer.body?.object?["acknowledged"]?.bool == true
  }

  private static func classify(_ answer: WriteAnswer, of write: QueueRecord) -> AnswerClass {
    switch (answer.contract, answer.status) {
    case (.other(let served), _):
      .otherContract(served: served, status: answer.status)
    case (_, 100..<200), (_, 300..<400):
      // Before the next row: what redirects is mostly no server of ours, and says so every time.
      .redirected(status: answer.status, location: answer.location)
    case (.unnamed, _):
      .unavailable(
        why: "Something on the way answered with status \(answer.status) in the server's place. "
          + "If this lasts, a proxy may be dropping the \(ContractCheck.header) header.")
    case (.ours, 200..<300): success(answer, of: write)
    case (.ours, let status) where RetryAdvice.forStatus(status).allowsRetry:
      .unavailable(why: unavailable(answer))
    case (.ours, 401): .keyRefused
    case (.ours, _): refusal(answer, of: write)
    }
  }

  private static func success(_ answer: WriteAnswer, of write: QueueRecord) -> AnswerClass {
    let row = AnsweredRow(write.kind.answerShape, body: answer.body, hash: write.blob)
    guard let row else { return .counted(why: "The server's answer could not be read.") }
    if write.isKeyedCreate, Refusal.acknowledgesBin(answer.body?.object) { return .binned }
    let body = answer.body?.object
    let resolution = body?["conflict_resolution"]?.object
    let standing: Standing =
      if let copy = resolution?["conflicted_copy_id"]?.string {
        .conflicted(copy: copy)
      } else if resolution != nil {
        .merged
      } else {
        .accepted
      }
    return .taken(
      AnswerClass.Taken(
        standing: standing, row: row, acknowledged: body?["acknowledged"]?.bool == true,
        repeated: answer.replayed))
  }

  private static func refusal(_ answer: WriteAnswer, of write: QueueRecord) -> AnswerClass {
    let body = answer.body?.object
    let error = body?["error"]?.object
    let code = error?["code"]?.string ?? "unknown"
    let details = error?["details"]?.object
    switch (answer.status, code) {
    case (403, _) where details?["grant"].flatMap(MissingGrant.init(part:)) != nil:
      return .blocked(.credentialRefused)
    case (403, "forbidden") where write.kind == .createItem:
      // Exactly the source and nothing beside it: a refusal that names more is about more.
      if let details, details.count == 1, let source = details["source"]?.string,
        source == write.body["source"]?.string
      {
        return .unclaimed(source: source)
      }
      return .refused(reason: code)
    case (422, "idempotency_key_reused"): return .blocked(.keySpent)
    case (409, "ancestor_unavailable"):
      return landing(body, of: write, code) ?? .blocked(.ancestorUnavailable)
    case (409, "version_conflict"):
      return landing(body, of: write, code) ?? .blocked(.conflictUnresolved)
    case (409, "idempotency_key_in_flight"):
      return .counted(why: "The server is still busy with an earlier sending of this write.")
    default: return .refused(reason: code)
    }
  }

  /// The row that a create met under its natural key, when it is not the create's own.
  private static func landing(_ body: JSONObject?, of write: QueueRecord, _ code: String)
    -> AnswerClass?
  {
    guard write.isKeyedCreate, let current = body?["current"]?.object?["id"]?.string,
      current != write.itemId
    else { return nil }
    return .landed(on: current, reason: code)
  }

  private static func unavailable(_ answer: WriteAnswer) -> String {
    let said = answer.body?.object?["error"]?.object?["message"]?.string
    return said ?? "The server answered with status \(answer.status)."
  }
}
