import MarfaHTTP
import MarfaModel

/// The idempotency key of a request and what the request must repeat to be answered again.
struct IdempotencyKey: Sendable, Hashable {
  /// The key, 1 to 255 characters.
  let key: String
  /// What a repeat must not change: method, path and query as written, body text, whether JSON.
  let fingerprint: String

  /// The longest key that is taken (server-items 1.6).
  static let longest = 255

  /// The key of a call; `nil` when it names none.
  ///
  /// - Throws: `validation_error` for an empty key or one that is too long.
  init?(_ call: Call) throws(RuleRefusal) {
    guard let key = call.request.headers["Idempotency-Key"] else { return nil }
    guard (1...Self.longest).contains(key.count) else {
      throw .malformed(
        path: "Idempotency-Key", "Idempotency-Key must have 1 to \(Self.longest) characters.")
    }
    self.key = key
    let kind = JSONBody.isJSON(call.request.headers["Content-Type"]) ? "json" : "other"
    let head = [call.request.method, call.request.target, kind, Contract.text]
      .map { "\($0.utf8.count):\($0)" }.joined(separator: "|")
    fingerprint = Digest.sha256(Array(head.utf8) + [0] + call.request.body)
  }
}
