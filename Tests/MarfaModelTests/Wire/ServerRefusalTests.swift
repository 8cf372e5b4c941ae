import MarfaModel
import Testing

/// Refusals: the envelope, its parts, and the error each becomes.
@Suite struct ServerRefusalTests {
  private func refusal(_ status: UInt16, _ text: String) -> ServerRefusal {
    ServerRefusal(status: status, body: Array(text.utf8))
  }

  @Test(
    "each status becomes its one case",
    arguments: [
      (400, "unknown_type", MarfaErrorKind.unknownType), (400, "validation_error", .validation),
      (401, "unauthorized", .unauthorized), (403, "type_not_permitted", .forbidden),
      (404, "item_not_found", .notFound), (404, "unknown_type", .notFound),
      (429, "rate_limited", .rateLimited), (408, "request_timeout", .server),
      (409, "version_conflict", .server), (413, "request_too_large", .server),
      (422, "idempotency_key_reused", .server), (500, "internal_error", .server),
      (503, "write_contention", .server), (599, "x", .server), (418, "x", .server),
    ])
  func mapping(status: Int, code: String, kind: MarfaErrorKind) {
    let error = MarfaError(
      ServerRefusal(status: UInt16(status), code: code, message: "said so", retryAfterSeconds: 7))
    #expect(MarfaErrorKind(error) == kind)
    #expect(error.message == "said so")
    #expect((error.retryAfter == .seconds(7)) == (status == 429))
  }

  @Test("a conflict keeps what stands beside the error, and is written back byte for byte")
  func siblings() {
    let text = """
      {"error":{"code":"version_conflict","status":409,"message":"m"},"current":{"version":4},\
      "ancestor":{"version":3},"conflicting_fields":["body"],"merge_policy":{"default":"x"}}
      """
    let refusal = refusal(409, text)
    #expect(refusal.siblings.keys == ["current", "ancestor", "conflicting_fields", "merge_policy"])
    #expect(refusal.currentVersion == 4)
    #expect(refusal.json.description == text)
  }

  @Test("details are kept, and a status stands only in the refusals of a version")
  func details() {
    let text = #"{"error":{"code":"item_not_found","message":"m","details":{"trashed":true}}}"#
    let refusal = refusal(404, text)
    #expect(refusal.isTrashed && refusal.grant == nil && refusal.fields.isEmpty)
    #expect(refusal.json.description == text)
  }

  @Test(
    "a body that is no envelope becomes the code unknown and at most 200 characters",
    arguments: [
      "", "<html>bad gateway</html>", "{}", "[]", #"{"error":"invalid_token"}"#,
      #"{"error":{"message":"no code"}}"#, #"{"error":{"code":7}}"#,
    ])
  func noEnvelope(text: String) {
    let refusal = refusal(502, text)
    #expect(refusal.code == "unknown" && refusal.message == text)
  }

  @Test("a long body is cut between characters, whatever its bytes are")
  func longBody() {
    let long = refusal(502, String(repeating: "é", count: 10_000))
    #expect(long.message == String(repeating: "é", count: 200))
    let bytes = ServerRefusal(status: 502, body: [0xFF, 0xFE, 0x00])
    #expect(bytes.message == "\u{FFFD}\u{FFFD}\u{0}")
  }

  @Test("fields found wrong are read; entries without a field are left out")
  func fields() {
    let text =
      #"{"error":{"code":"invalid_properties","message":"m","details":{"errors":["#
      + #"{"field":"title","message":"too long"},{"message":"x"},{"field":"n"},7]}}}"#
    #expect(
      refusal(400, text).fields == [
        FieldRefusal(field: "title", message: "too long"), FieldRefusal(field: "n", message: ""),
      ])
  }

  @Test("a grant with any part missing, empty or unknown is no grant")
  func grants() {
    func grant(_ text: String) -> MissingGrant? {
      refusal(403, #"{"error":{"code":"c","message":"m","details":{"grant":"# + text + "}}}").grant
    }
    #expect(
      grant(#"{"kind":"edge_type","name":"references","level":"write"}"#)
        == MissingGrant(kind: .edgeType, name: "references", level: .write))
    for text in [
      "null", "[]", "{}", #"{"kind":"type","name":"a.b"}"#,
      #"{"kind":"planet","name":"a.b","level":"read"}"#,
      #"{"kind":"type","name":"","level":"read"}"#, #"{"kind":"type","name":7,"level":"read"}"#,
      #"{"kind":"type","name":"a.b","level":"own"}"#,
    ] {
      #expect(grant(text) == nil, "\(text)")
    }
  }
}
