import Resilience

@testable import Marfa

/// What rows and writes are called on both sides, and the parts of answers that only a clock or a
/// key decides.
final class Names: Sendable {
  enum Side: Sendable { case real, fake }

  private let state = Lock<[String: String]>([:])

  /// Notes that the fake calls something otherwise than the real copy does.
  func pair(_ fake: String?, _ real: String?) {
    guard let fake, let real else { return }
    state.withLock { $0[fake] = real }
  }

  /// Notes the ids and keys of two queues that hold the same writes.
  func pair(_ fake: [QueuedWrite], _ real: [QueuedWrite]) {
    for (fake, real) in zip(fake, real) {
      pair(fake.id, real.id)
      pair(fake.idempotencyKey, real.idempotencyKey)
    }
  }

  /// What the fake's name is in the real copy.
  func real(_ name: String) -> String { state.withLock { $0[name] } ?? name }

  /// A name as the real copy calls it.
  func shown(_ name: String, _ side: Side) -> String { side == .fake ? real(name) : name }
  private func shown(_ name: String?, _ side: Side) -> String? { name.map { shown($0, side) } }

  /// A time that a step named; any other is the clock's.
  private func told(_ time: String) -> String { time.hasPrefix("2020-") ? time : "" }

  func shown(_ item: Item, _ side: Side) -> Item {
    // Who made it is the key's name on a server; a time that nobody named is the clock's.
    Item(
      id: shown(item.id, side), type: item.type, properties: item.properties, state: item.state,
      tier: item.tier, version: item.version, schemaVersion: item.schemaVersion, source: "",
      sourceId: item.sourceId, occurredAt: told(item.occurredAt), createdAt: "", updatedAt: "",
      tags: item.tags, title: item.title, body: item.body)
  }

  func shown(_ view: SavedView, _ side: Side) -> SavedView {
    SavedView(
      id: shown(view.id, side), version: view.version, state: view.state, settings: view.settings)
  }

  func shown(_ edge: Edge, _ side: Side) -> Edge {
    Edge(
      id: shown(edge.id, side), sourceId: shown(edge.sourceId, side),
      targetId: shown(edge.targetId, side), edgeType: edge.edgeType, properties: edge.properties,
      version: edge.version, createdAt: "", updatedAt: "")
  }

  func shown(_ hit: SearchHit, _ side: Side) -> SearchHit {
    SearchHit(item: shown(hit.item, side), score: hit.score, snippet: hit.snippet)
  }

  func shown(_ write: QueuedWrite, _ side: Side) -> QueuedWrite {
    var write = write
    write.id = shown(write.id, side)
    write.itemId = shown(write.itemId, side)
    write.targetId = shown(write.targetId, side)
    write.edgeId = shown(write.edgeId, side)
    write.idempotencyKey = shown(write.idempotencyKey, side)
    write.dependsOn = write.dependsOn.map { shown($0, side) }
    write.follows = shown(write.follows, side)
    write.body = shown(write.body, side)
    write.answer = write.verdict?.isTaken == true ? write.answer.map { shown($0, side) } : nil
    write.queuedAt = ""
    write.answeredAt = write.answeredAt == nil ? nil : ""
    return write
  }

  func shown(_ verdict: DrainVerdict, _ side: Side) -> DrainVerdict {
    var verdict = verdict
    verdict.id = shown(verdict.id, side)
    verdict.itemId = shown(verdict.itemId, side)
    verdict.edgeId = shown(verdict.edgeId, side)
    return verdict
  }

  func shown(_ report: DrainReport, _ side: Side) -> DrainReport {
    var report = report
    report.verdicts = report.verdicts.map { shown($0, side) }
    // A fake says in other words that nobody was there.
    report.unavailable = report.unavailable.map { _ in "" }
    return report
  }

  func shown(_ change: Change, _ side: Side) -> Change {
    var origin = change.origin
    if case .answered(let verdict) = origin { origin = .answered(shown(verdict, side)) }
    return Change(
      origin: origin, itemId: shown(change.itemId, side), edgeId: shown(change.edgeId, side))
  }

  private func shown(_ object: JSONObject, _ side: Side) -> JSONObject {
    JSONObject(
      object.map { name, value in
        switch name {
        case "source", "created_at", "updated_at": (name, .string(""))
        case "occurred_at": (name, .string(told(value.string ?? "")))
        default: (name, shown(value, side))
        }
      })
  }

  /// A value with the names in it as the real copy calls them.
  func shown(_ value: JSONValue, _ side: Side) -> JSONValue {
    switch value {
    case .string(let text): .string(shown(text, side))
    case .array(let values): .array(values.map { shown($0, side) })
    case .object(let object): .object(shown(object, side))
    case .null, .bool, .integer, .number: value
    }
  }
}
