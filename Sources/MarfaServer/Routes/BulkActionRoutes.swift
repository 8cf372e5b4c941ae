import MarfaEngine
import MarfaModel
import MarfaSQL

/// One action on every item that a filter matches (server-items 11).
enum BulkActionRoutes {
  /// `/items/bulk-actions`.
  static let all: [Route] = [
    Route("POST", "/items/bulk-actions", body: .object, keyed: true, .direct(start)),
    Route(
      "GET", "/items/bulk-actions/jobs/{id}", need: .credential,
      .read { call, scope in
        .json(try job(call, scope.connection, others: .readInstance).json)
      }),
    Route(
      "POST", "/items/bulk-actions/jobs/{id}/cancel", need: .credential, body: .optionalObject,
      .write(cancel)),
  ]

  private static func start(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let sender = try call.sender()
    let request = try BulkRequest(call.body)
    if request.action == .purge { try sender.permissions.judge(.purgeItems) }
    let reply = try await core.write(call, key: try IdempotencyKey(call.request)) { _, scope in
      try queue(request, sender, scope)
    }
    core.jobs.wake()
    return reply
  }

  private static func queue(
    _ request: BulkRequest, _ sender: Credential, _ scope: WriteScope
  ) throws -> Reply {
    let filter = try BulkFilter(
      request.body["filter"]?.object ?? [:], sender: sender, catalog: scope.catalog)
    var query = filter.query
    if request.expected == nil { query.limit = request.cap + 1 }
    var ids = try ItemStore(scope.connection).idsInOrder(query)
    if let expected = request.expected { ids = ids.filter(expected.contains) }
    guard ids.count <= request.cap else {
      throw RuleRefusal(
        code: "bulk_cap_exceeded",
        message: "More than \(request.cap) items match. Narrow the filter or raise max_items.",
        details: ["cap": .integer(Int64(request.cap))])
    }
    let matched = Int64(ids.count)
    if request.isDryRun {
      return .json([
        "action": .string(request.action.word), "matched": .integer(matched), "succeeded": 0,
        "errored": 0, "dry_run": true, "ids": .array(ids.map(JSONValue.string)),
      ])
    }
    let job = BulkJob(
      id: UUIDv7Minter.shared.mint(milliseconds: scope.now).text, credential: sender.id,
      label: sender.label, request: request.kept, status: .queued, matched: matched)
    try BulkJobStore(connection: scope.connection).insert(job, rows: ids)
    if case .updateProperties(let patch) = request.action {
      // Nobody is lent anything by a job; it only keeps the bytes until it is done.
      try BlobReferences(connection: scope.connection, catalog: scope.catalog).keep(
        BlobHash.references(in: patch), of: .job(job.id), before: [], BlobReferences.Proof())
    }
    return .json(job.json, status: 202)
  }

  private static func cancel(_ call: Call, _ scope: WriteScope) throws -> Reply {
    var job = try job(call, scope.connection, others: .maintainInstance)
    guard !job.status.isOver else { return .json(job.json) }
    job.status = .canceled
    try BulkJobRunner.finish(&job, try BulkRequest(job.request), scope)
    try BulkJobStore(connection: scope.connection).update(job)
    return .json(job.json)
  }

  /// A job that the sender queued, or whose like it may see.
  private static func job(
    _ call: Call, _ connection: any SQLConnection, others permission: KeyPermission
  ) throws -> BulkJob {
    let sender = try call.sender()
    guard let job = try BulkJobStore(connection: connection).get(call.segment("id")) else {
      throw RuleRefusal(
        status: 404, code: "bulk_job_not_found", message: "There is no such job.")
    }
    if job.credential != sender.id { try sender.permissions.judge(permission) }
    return job
  }
}
