import MarfaModel
import MarfaSQL

/// The bulk actions that were asked for, and how far each has come, in one transaction.
struct BulkJobStore {
  let connection: any SQLConnection

  /// The jobs with the rows that each matched when it was queued. `processed` says how many of
  /// these are done; it is written together with what was done to them, so that a job goes on
  /// after a crash without doing anything twice.
  static let schema = """
    CREATE TABLE bulk_jobs (
      id TEXT PRIMARY KEY,
      credential TEXT NOT NULL,
      label TEXT NOT NULL,
      request TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status IN ('queued', 'in_progress', 'completed', 'failed', 'canceled')),
      matched INTEGER NOT NULL,
      processed INTEGER NOT NULL,
      succeeded INTEGER NOT NULL,
      errored INTEGER NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      error TEXT,
      changed TEXT NOT NULL,
      refused TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- The jobs that are not done, oldest first.
    CREATE INDEX bulk_jobs_open ON bulk_jobs (id) WHERE status IN ('queued', 'in_progress');
    CREATE TABLE bulk_job_rows (
      job_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      item_id TEXT NOT NULL,
      PRIMARY KEY (job_id, position)
    ) STRICT, WITHOUT ROWID;
    """

  private static let columns = """
    id, credential, label, request, status, matched, processed, succeeded, errored, started_at, \
    finished_at, error, changed, refused
    """

  /// Queues a job over these rows.
  func insert(_ job: BulkJob, rows: [String]) throws {
    try connection.run(
      """
      INSERT INTO bulk_jobs (id, credential, label, request, matched, status, processed, succeeded,
        errored, started_at, finished_at, error, changed, refused)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """,
      [
        .text(job.id), .text(job.credential), .text(job.label), .text(try job.request.json()),
        .integer(job.matched),
      ] + (try progress(job)))
    for (position, id) in rows.enumerated() {
      try connection.run(
        "INSERT INTO bulk_job_rows (job_id, position, item_id) VALUES (?1, ?2, ?3)",
        [.text(job.id), SQLValue(position), .text(id)])
    }
  }

  /// Writes how far a job has come. The rows of one that is over are forgotten.
  func update(_ job: BulkJob) throws {
    try connection.run(
      """
      UPDATE bulk_jobs SET status = ?2, processed = ?3, succeeded = ?4, errored = ?5,
        started_at = ?6, finished_at = ?7, error = ?8, changed = ?9, refused = ?10
      WHERE id = ?1
      """, [.text(job.id)] + (try progress(job)))
    if job.status.isOver {
      try connection.run("DELETE FROM bulk_job_rows WHERE job_id = ?1", [.text(job.id)])
    }
  }

  /// The job of an id.
  func get(_ id: String) throws -> BulkJob? {
    try connection.first(
      "SELECT \(Self.columns) FROM bulk_jobs WHERE id = ?1", [.text(id)], Self.job)
  }

  /// The oldest job that is not done.
  func next() throws -> BulkJob? {
    try connection.first(
      """
      SELECT \(Self.columns) FROM bulk_jobs WHERE status IN ('queued', 'in_progress')
      ORDER BY id LIMIT 1
      """, [], Self.job)
  }

  /// The next rows of a job, in order.
  func rows(of job: BulkJob, limit: Int) throws -> [String] {
    try connection.query(
      """
      SELECT item_id FROM bulk_job_rows WHERE job_id = ?1 AND position >= ?2
      ORDER BY position LIMIT ?3
      """, [.text(job.id), .integer(job.processed), SQLValue(limit)]
    ) { $0.text(0) }
  }

  /// What a job's work changes.
  private func progress(_ job: BulkJob) throws -> [SQLValue] {
    [
      .text(job.status.rawValue), .integer(job.processed), .integer(job.succeeded),
      .integer(job.errored), SQLValue(job.startedAt),
      SQLValue(job.finishedAt), SQLValue(try job.error.map { try $0.json() }),
      .text(try JSONValue.array(job.changed.map(JSONValue.string)).json()),
      .text(try JSONValue.array(job.refused.map(JSONValue.object)).json()),
    ]
  }

  private static func job(_ row: any SQLRow) throws -> BulkJob {
    BulkJob(
      id: row.text(0), credential: row.text(1), label: row.text(2),
      request: try JSONObject(json: row.text(3)),
      status: BulkJob.Status(rawValue: row.text(4)) ?? .failed, matched: row.integer(5),
      processed: row.integer(6), succeeded: row.integer(7), errored: row.integer(8),
      startedAt: row.optionalText(9), finishedAt: row.optionalText(10),
      error: try row.optionalText(11).map { try JSONObject(json: $0) },
      changed: try row.withBytes(12) { try JSONValue(bytes: $0) }.array?.compactMap(\.string) ?? [],
      refused: try row.withBytes(13) { try JSONValue(bytes: $0) }.array?.compactMap(\.object) ?? [])
  }
}
