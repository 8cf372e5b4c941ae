import MarfaModel
import MarfaSQL

/// Remembers the answer of each keyed write, in the write's own transaction.
///
/// Because the answer commits together with what it tells of, a repeat finds either both or
/// neither: no write is done twice, and no key is ever seen claimed but unanswered.
struct Ledger {
  let connection: any SQLConnection

  /// The largest answer that is kept whole (server-items 1.6).
  static let largestAnswer = 1_048_576

  /// The answers of keyed writes, found by key and credential. `needs` is what a repeat is judged
  /// by; ``LedgerThinning`` goes by `answered_at`.
  static let schema = """
    CREATE TABLE answers (
      credential TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      code TEXT,
      body TEXT,
      needs TEXT NOT NULL,
      answered_at INTEGER NOT NULL,
      PRIMARY KEY (credential, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    """

  /// Finds the oldest answers.
  static let byTime = "CREATE INDEX answers_by_time ON answers (answered_at);"

  /// A kept answer, with what a repeat is judged by.
  struct Kept {
    let reply: Reply
    let needs: ReplayNeeds
    /// The answer's body.
    let body: JSONObject
  }

  /// The kept answer of a key.
  ///
  /// - Throws: `idempotency_key_reused` when the request differs from the first one,
  ///   `idempotency_result_not_retained` when its answer was too large to keep.
  func answer(to key: IdempotencyKey, of credential: String) throws -> Kept? {
    let kept = try connection.first(
      """
      SELECT fingerprint, status, code, body, needs FROM answers
      WHERE credential = ?1 AND idempotency_key = ?2
      """, [.text(credential), .text(key.key)]
    ) { row in
      (
        fingerprint: row.text(0), status: Int(row.integer(1)), code: row.optionalText(2),
        body: row.optionalText(3), needs: row.text(4)
      )
    }
    guard let kept else { return nil }
    guard kept.fingerprint == key.fingerprint else {
      throw RuleRefusal(
        status: 422, code: "idempotency_key_reused",
        message: "This Idempotency-Key was used for another request.")
    }
    guard let body = kept.body else {
      throw RuleRefusal(
        status: 422, code: "idempotency_result_not_retained",
        message: "The first answer under this Idempotency-Key was too large to keep.",
        details: ["original_status": .integer(Int64(kept.status))])
    }
    let object = try JSONObject(json: body)
    var reply = Reply.json(object, status: kept.status)
    reply.headers.append(("Idempotency-Replayed", "true"))
    if let code = kept.code { reply.headers.append(("X-Error-Code", code)) }
    return Kept(reply: reply, needs: ReplayNeeds(try JSONObject(json: kept.needs)), body: object)
  }

  /// Keeps an answer, unless a repeat has to run afresh after it (401, 403 and 5xx).
  func keep(
    _ reply: Reply, for key: IdempotencyKey, of credential: String, needs: ReplayNeeds, now: Int64
  ) throws {
    guard reply.status != 401, reply.status != 403, reply.status < 500,
      case .json(let value) = reply.body
    else { return }
    let text = try value.json()
    let body: SQLValue = text.utf8.count > Self.largestAnswer ? .null : .text(text)
    let code = reply.headers.first { $0.0 == "X-Error-Code" }?.1
    try connection.run(
      "INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      [
        .text(credential), .text(key.key), .text(key.fingerprint), .integer(Int64(reply.status)),
        code.map { .text($0) } ?? .null, body, .text(try needs.json.json()), .integer(now),
      ])
  }

  /// Lets the oldest of the answers go that were given before an instant (Unix milliseconds).
  ///
  /// - Returns: how many they were, at most `limit`.
  func thin(before instant: Int64, limit: Int) throws -> Int {
    try connection.run(
      """
      DELETE FROM answers WHERE (credential, idempotency_key) IN (
        SELECT credential, idempotency_key FROM answers
        WHERE answered_at < ?1 ORDER BY answered_at LIMIT ?2
      )
      """, [.integer(instant), SQLValue(limit)])
  }
}
