import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

/// Carries out the queued bulk actions, one after the other, a few rows in each transaction.
struct BulkJobRunner: Sendable {
  let core: ServerCore

  /// Runs what is queued, and whatever is queued later, until the task is cancelled.
  func keepRunning() async {
    var wakes = core.jobs.wakes.makeAsyncIterator()
    while !Task.isCancelled {
      if await runQueued() {
        guard await wakes.next() != nil else { return }
      } else {
        try? await core.clock.sleep(for: Tuning.bulkJobRetry)
      }
    }
  }

  /// Runs until no job is left, and answers whether none is. A store that fails leaves the job
  /// where it stands.
  @discardableResult
  func runQueued() async -> Bool {
    do {
      while !Task.isCancelled {
        guard let job = try await core.database.read({ try BulkJobStore(connection: $0).next() })
        else { return true }
        try await step(job)
      }
    } catch {
      return false
    }
    return true
  }

  /// Does the next rows of a job.
  private func step(_ job: BulkJob) async throws {
    let known = Credential(
      id: job.credential, label: job.label, source: "", defaultTier: nil,
      permissions: KeyPermissions())
    // As the key stands now: one that was narrowed since writes no more than it may.
    let sender = try await core.keys.refreshed(known)
    let request = try BulkRequest(job.request)
    try await core.writeOwn { scope in
      let store = BulkJobStore(connection: scope.connection)
      // It may have been cancelled meanwhile.
      guard var job = try store.get(job.id), !job.status.isOver else { return }
      job.status = .inProgress
      job.startedAt = job.startedAt ?? scope.timestamp
      if let end = Self.end(of: sender, request.action) {
        job.status = .failed
        job.error = end
      } else if let sender {
        let rows = try store.rows(of: job, limit: Tuning.bulkJobPart)
        for id in rows { try Self.perform(request.action, on: id, &job, sender, scope) }
        if rows.count < Tuning.bulkJobPart { job.status = .completed }
      }
      if job.status.isOver { try Self.finish(&job, request, scope) }
      try store.update(job)
    }
  }

  /// Why a job cannot go on; `nil` when it can.
  private static func end(of sender: Credential?, _ action: BulkAction) -> JSONObject? {
    let refusal: RuleRefusal
    if let sender {
      guard action == .purge, !sender.permissions.holds(.purgeItems) else { return nil }
      refusal = .lacksScope(KeyPermission.purgeItems.rawValue)
    } else {
      refusal = .unauthorized
    }
    return ["code": .string(refusal.code), "message": .string(refusal.message)]
  }

  /// What is due when a job is over: the bytes that it would have named are its own no more.
  static func finish(_ job: inout BulkJob, _ request: BulkRequest, _ scope: WriteScope) throws {
    job.finishedAt = scope.timestamp
    guard case .updateProperties(let patch) = request.action else { return }
    try BlobReferences(connection: scope.connection, catalog: scope.catalog).keep(
      [], of: .job(job.id), before: BlobHash.references(in: patch), BlobReferences.Proof())
  }

  private static func perform(
    _ action: BulkAction, on id: String, _ job: inout BulkJob, _ sender: Credential,
    _ scope: WriteScope
  ) throws {
    let started = job.startedAt
    do {
      try scope.connection.savepoint {
        try ItemWriter(scope: scope, sender: sender).perform(action, on: id, since: started)
      }
      job.succeed(id)
    } catch {
      guard case .errored(let told)? = BulkOutcome(refusing: error) else { throw error }
      job.refuse(id, told)
    }
  }
}
