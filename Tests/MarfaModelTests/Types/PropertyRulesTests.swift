import MarfaModel
import Testing

@Suite("Properties held to their type")
struct PropertyRulesTests {
  private let rules: PropertyRules
  private let strict: PropertyRules

  init() throws {
    let catalog = try register(
      type(
        [
          "name": ["type": "string", "required": true], "size": ["type": "integer"],
          "day": ["type": "date"],
        ]))
    let type = try catalog.typeForWriting("app.shop.order")
    rules = PropertyRules(type)
    strict = PropertyRules(type, strict: true)
  }

  private func refused(
    _ work: (PropertyRules) throws(RuleRefusal) -> JSONObject, strictly: Bool = false
  ) -> RuleRefusal? {
    refusal { () throws(RuleRefusal) in _ = try work(strictly ? strict : rules) }
  }

  @Test("a create names every field that is missing or wrong")
  func createNamesAll() {
    let refused = refused { rules throws(RuleRefusal) in
      try rules.creating(["size": 1.5, "day": "today", "more": 1])
    }
    #expect(refused?.code == "invalid_properties")
    #expect(refused?.status == 400)
    #expect(refused?.fields == ["name", "size", "day"])
    #expect(refused?.message == "“name” is required.")
    #expect(
      refused?.error == .validation(code: "invalid_properties", message: "“name” is required."))
  }

  @Test("a create drops a null on an optional field and keeps one under an undeclared name")
  func createNulls() throws {
    let kept = try rules.creating([
      "more": nil, "attachments": nil, "links": nil, "size": nil, "name": "x",
    ])
    #expect(kept == ["name": "x", "more": nil])
    #expect(
      refused { rules throws(RuleRefusal) in try rules.creating(["name": nil]) }?.fields == ["name"]
    )
  }

  @Test("a create lists declared fields first, as the type does, then the others as sent")
  func createOrder() throws {
    let stored = try rules.creating(["zebra": 1, "day": "2026-03-01", "apple": 2, "name": "x"])
    #expect(stored.keys == ["name", "day", "zebra", "apple"])
  }

  @Test("a merge lays values over the stored ones and leaves those that a null names")
  func merge() throws {
    let stored: JSONObject = ["name": "a", "old": 1, "size": 3]
    let merged = try rules.merging(
      ["size": nil, "old": nil, "new": nil, "day": "2026-03-01", "name": "b"], onto: stored)
    #expect(merged == ["name": "b", "old": 1, "size": 3, "day": "2026-03-01"])
  }

  @Test("a merge with a null on a required field is refused")
  func mergeNullOnRequired() {
    #expect(
      refused { rules throws(RuleRefusal) in
        try rules.merging(["name": nil], onto: ["name": "a"])
      }?.fields == ["name"])
  }

  @Test("a merge judges the whole result, so that a field required since then must be filled in")
  func mergeJudgesResult() throws {
    #expect(
      refused { rules throws(RuleRefusal) in try rules.merging(["size": 1], onto: [:]) }?.fields
        == ["name"])
    #expect(try rules.merging(["name": "x"], onto: [:]) == ["name": "x"])
    #expect(
      refused { rules throws(RuleRefusal) in
        try rules.merging(["name": "x"], onto: ["size": "big"])
      }?.fields == ["size"])
    #expect(try rules.merging(["name": "x"], onto: ["gone": ["a": 1]]).keys == ["gone", "name"])
  }

  @Test("a replacement is whole: a null is left out, and a required field cannot be")
  func replace() throws {
    #expect(
      try rules.replacing(with: ["size": nil, "more": nil, "day": "2026-03-01", "name": "x"]) == [
        "day": "2026-03-01", "name": "x",
      ])
    #expect(
      refused { rules throws(RuleRefusal) in try rules.replacing(with: ["name": nil]) }?.fields
        == ["name"])
    #expect(
      refused { rules throws(RuleRefusal) in try rules.replacing(with: ["size": 1]) }?.fields
        == ["name"])
  }

  @Test("strict mode refuses undeclared properties that a write sends, not those that are stored")
  func strictMode() throws {
    let sent: JSONObject = ["name": "x", "more": 1]
    for refused in [
      refused({ rules throws(RuleRefusal) in try rules.creating(sent) }, strictly: true),
      refused({ rules throws(RuleRefusal) in try rules.merging(sent, onto: [:]) }, strictly: true),
      refused({ rules throws(RuleRefusal) in try rules.replacing(with: sent) }, strictly: true),
    ] {
      #expect(refused?.code == "invalid_properties")
      #expect(refused?.fields == ["more"])
      #expect(refused?.details?["code"] == "unknown_property")
    }
    #expect(try strict.merging(["name": "y"], onto: sent) == ["name": "y", "more": 1])
    #expect(try strict.creating(["name": "x", "links": [], "attachments": []]).count == 3)
    let mixed = refused(
      { rules throws(RuleRefusal) in try rules.creating(["more": 1, "name": nil]) }, strictly: true)
    #expect(mixed?.fields == ["name", "more"])
    #expect(mixed?.details?["code"] == nil)
  }

  @Test("a property without a name is a malformed request")
  func emptyName() {
    for refused in [
      refused({ rules throws(RuleRefusal) in try rules.creating(["": 1]) }),
      refused({ rules throws(RuleRefusal) in try rules.merging(["": 1], onto: ["name": "a"]) }),
      refused({ rules throws(RuleRefusal) in try rules.replacing(with: ["": nil, "name": "a"]) }),
      refusal({ () throws(RuleRefusal) in try rules.judgeSupplied(["": 1]) }),
    ] {
      #expect(refused?.code == "validation_error")
    }
  }

  @Test("where the row is not known, only what is sent is judged")
  func supplied() {
    #expect(refusal { () throws(RuleRefusal) in try rules.judgeSupplied(["size": 1]) } == nil)
    #expect(refusal { () throws(RuleRefusal) in try rules.judgeSupplied(["size": nil]) } == nil)
    #expect(
      refusal { () throws(RuleRefusal) in try rules.judgeSupplied(["name": nil]) }?.fields
        == ["name"])
    #expect(
      refusal { () throws(RuleRefusal) in try rules.judgeSupplied(["size": "x"]) }?.fields
        == ["size"])
  }

  @Test("on a move to another type, that type decides about nulls and requirements")
  func retype() throws {
    let task = PropertyRules(try TypeCatalog.shipped.typeForWriting("core.task"))
    let note: JSONObject = ["body": "text", "notes": "n"]
    let refused = refusal { () throws(RuleRefusal) in _ = try task.merging([:], onto: note) }
    #expect(refused?.fields == ["title"])
    #expect(
      try task.merging(["title": "t", "body": nil], onto: note) == [
        "body": "text", "notes": "n", "title": "t",
      ])
  }
}
