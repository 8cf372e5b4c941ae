import MarfaModel

/// Reads filter expressions, compiles them and judges an item by them.
public enum FilterCheck: Check {
  public static let name = "filter"

  public static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? FilterExpression(text, in: .copy)
    let expression: FilterExpression
    do {
      expression = try FilterExpression(text, in: .server)
    } catch {
      guard case .validation(_, let message) = error else {
        return require(false, "a fault of the grammar is not a validation error")
      }
      return require(!message.isEmpty, "a refusal says nothing")
    }
    require(!expression.conditions.isEmpty, "an expression has no condition")
    require(
      expression.conditions.count <= FilterExpression.conditionLimit, "too many conditions passed")
    let sql = expression.sql(FilterTarget(dialect: .sqlite))
    let values = sql.values.count
    require(!sql.text.contains("?\(values + 1)"), "the SQL asks for a value that is not there")
    _ = expression.matches(FilterItem(item) { _ in true })
  }

  private static let item = Item(
    id: "i", type: "core.note",
    properties: [
      "a": "text", "b": 5, "c": .number(0.5), "d": nil, "e": [1, "x"], "f": ["k": true],
    ],
    state: .active, tier: .library, version: 1, schemaVersion: 1, source: "s", sourceId: nil,
    occurredAt: "2026-03-01T08:00:00.000Z", createdAt: "2026-03-01T08:00:00.000Z",
    updatedAt: "2026-03-01T08:00:00.000Z", tags: ["red"])

  // An expression of more than 2,048 units is refused by its length alone.
  public static let shapes: [Shape] = [
    Shape("one long value", start: 120) {
      #"source eq ""# + String(repeating: "x", count: $0) + "\""
    },
    Shape("escaped quotes", start: 60) {
      #"source eq ""# + String(repeating: #"\""#, count: $0) + "\""
    },
    Shape("conditions", start: 5) { count in
      (0..<count).map { "version eq \($0)" }.joined(separator: " AND ")
    },
    Shape("digits", start: 120) { "version eq " + String(repeating: "7", count: $0) },
    Shape("beyond the limit", repeating: "type eq 1 AND "),
  ]
}
