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

  /// The answers of keyed writes. Found by key and credential; pruned by time.
  static let schema = """
    CREATE TABLE answers (
      credential TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      code TEXT,
      body TEXT,
      answered_at INTEGER NOT NULL,
      PRIMARY KEY (credential, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    """

  /// The kept answer of a key.
  ///
  /// - Throws: `idempotency_key_reused` when the request differs from the first one,
  ///   `idempotency_result_not_retained` when its answer was too large to keep.
  func answer(to key: IdempotencyKey, of credential: String) throws -> Reply? {
    let kept = try connection.first(
      """
      SELECT fingerprint, status, code, body FROM answers
      WHERE credential = ?1 AND idempotency_key = ?2
      """, [.text(credential), .text(key.key)]
    ) { row in
      (
        fingerprint: row.text(0), status: Int(row.integer(1)), code: row.optionalText(2),
        body: row.optionalText(3)
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
    var reply = Reply(status: kept.status, body: .json(try JSONValue(json: body)))
    reply.headers.append(("Idempotency-Replayed", "true"))
    if let code = kept.code { reply.headers.append(("X-Error-Code", code)) }
    return reply
  }

  /// Keeps an answer, unless a repeat has to run afresh after it (401, 403 and 5xx).
  func keep(_ reply: Reply, for key: IdempotencyKey, of credential: String, now: Int64) throws {
    guard reply.status != 401, reply.status != 403, reply.status < 500,
      case .json(let value) = reply.body
    else { return }
    let text = try value.json()
    let body: SQLValue = text.utf8.count > Self.largestAnswer ? .null : .text(text)
    let code = reply.headers.first { $0.0 == "X-Error-Code" }?.1
    try connection.run(
      "INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      [
        .text(credential), .text(key.key), .text(key.fingerprint), .integer(Int64(reply.status)),
        code.map { .text($0) } ?? .null, body, .integer(now),
      ])
  }
}
