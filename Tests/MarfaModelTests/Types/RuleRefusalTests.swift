import MarfaModel
import Testing

@Suite("Refusals of rules")
struct RuleRefusalTests {
  @Test(
    "a refusal is thrown as the error that its status stands for",
    arguments: [
      (400, "unknown_type", "unknown_type"), (400, "invalid_id", "validation"),
      (401, "unauthorized", "unauthorized"), (403, "forbidden", "forbidden"),
      (404, "item_not_found", "not_found"), (409, "conflict", "server"),
      (422, "compatible_with_violation", "server"),
    ])
  func errors(status: Int, code: String, word: String) {
    let refusal = RuleRefusal(status: UInt16(status), code: code, message: "No.")
    #expect(refusal.error.code() == word)
    #expect(refusal.error.message == "No.")
  }

  @Test("the details name what is wrong")
  func details() {
    #expect(RuleRefusal.missing("type").details == ["field": "type"])
    #expect(RuleRefusal.invalidId("source_id").paths == ["source_id"])
    #expect(RuleRefusal.validation(path: "a.b", "No.").paths == ["a.b"])
    #expect(
      RuleRefusal.properties([FieldRefusal(field: "x", message: "No.")]).fields == ["x"])
  }
}
