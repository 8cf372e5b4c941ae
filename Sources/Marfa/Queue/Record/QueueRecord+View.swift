import MarfaModel

extension QueueRecord {
  /// The verdict as the API tells it: a write held for another one has none.
  var verdict: Verdict? {
    switch standing {
    case .unanswered, .blocked(.awaitingDependency): nil
    case .accepted: .accepted
    case .merged: .merged(fields: resolvedFields)
    case .conflicted(let copy): .conflicted(siblingId: copy, fields: resolvedFields)
    case .refused(let reason): .refused(Refusal(reason: reason, answer: answer))
    case .blocked(.credentialRefused):
      .blocked(
        reason: .credentialRefused,
        refusal: answer.map { Refusal(answer: $0, otherwise: "unknown") })
    case .blocked(let reason): .blocked(reason: reason)
    case .dead: .dead
    }
  }

  /// The write as the API tells it.
  var queuedWrite: QueuedWrite {
    QueuedWrite(
      id: id, kind: kind, itemId: itemId, targetId: targetId, edgeId: edgeId,
      namespace: namespace, tag: tag, blob: blob, baseVersion: baseVersion,
      idempotencyKey: idempotencyKey, dependsOn: dependsOn, follows: follows, verdict: verdict,
      waiting: standing == .blocked(.awaitingDependency), body: body, answer: answer,
      refusals: refusals, queuedAt: queuedAt, answeredAt: answeredAt)
  }

  /// The entry of a drain's report.
  func drainVerdict(replayed: Bool) -> DrainVerdict {
    DrainVerdict(
      id: id, kind: kind, itemId: itemId, edgeId: edgeId, verdict: verdict, refusals: refusals,
      replayed: replayed)
  }

  private var resolvedFields: [String] {
    answer?.object?["conflict_resolution"]?.object?["fields"]?.array?.compactMap(\.string) ?? []
  }
}
