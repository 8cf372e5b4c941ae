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

  /// The key of a request; `nil` when it names none.
  ///
  /// - Throws: `validation_error` for an empty key, one that is too long, and several.
  init?(_ request: HTTPRequest) throws(RuleRefusal) {
    guard let key = request.headers["Idempotency-Key"] else { return nil }
    guard (1...Self.longest).contains(key.unicodeScalars.count),
      request.headers.occurrences(of: "Idempotency-Key") == 1
    else {
      throw .malformed(
        path: "Idempotency-Key",
        "Idempotency-Key must be there once and have 1 to \(Self.longest) characters.")
    }
    self.key = key
    let kind = JSONBody.isJSON(request.headers["Content-Type"]) ? "json" : "other"
    let head = [request.method, request.target, kind, Contract.text]
      .map { "\($0.utf8.count):\($0)" }.joined(separator: "|")
    fingerprint = Digest.sha256(Array(head.utf8) + [0] + request.body)
  }
}
