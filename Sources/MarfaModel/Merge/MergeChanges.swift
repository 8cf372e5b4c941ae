/// What a stale write changes, each change judged against what happened since.
struct MergeChanges {
  /// What becomes of one change.
  enum Verdict: Sendable, Hashable {
    /// Only the write changed the field.
    case applies
    /// The write repeats what its writer saw, so the current value stays.
    case echoes
    /// Both changed the field, to the same value or to different ones.
    case collides
  }

  /// One field that the write names, or that a replacing write leaves out.
  struct Change: Sendable {
    /// The property's name, or `type`, `tier`, `occurred_at`, `source_id`.
    let field: String
    /// Whether it is a property: those names are no properties of any type.
    let isProperty: Bool
    /// The value that the write sets a property to; `nil` clears it.
    var value: JSONValue?
    /// What becomes of it.
    let verdict: Verdict

    /// Whether the write's value goes into the row without any policy.
    var takesWrite: Bool { verdict == .applies }
  }

  private let current: VersionedItem
  private let write: MergeWrite
  /// The changes: those of properties in the order sent, cleared ones after them, then the rest.
  let all: [Change]

  init(base: VersionedItem, current: VersionedItem, write: MergeWrite) {
    self.current = current
    self.write = write
    all =
      Self.properties(base.properties, current.properties, write)
      + Self.itemFields(base, current, write)
  }

  /// The names of the colliding fields, each once, ascending.
  var colliding: [String] {
    Set(all.lazy.filter { $0.verdict == .collides }.map(\.field)).sortedAsSent()
  }

  /// The current row with those changes applied that `takes` answers for.
  func row(taking takes: (Change) -> Bool) -> MergedRow {
    var row = MergedRow(current)
    for change in all where takes(change) {
      row.changed.append(change.field)
      guard !change.isProperty else {
        row.properties[change.field] = change.value
        continue
      }
      switch change.field {
      case "type": row.type = write.type ?? row.type
      case "tier": row.tier = write.tier
      case "occurred_at": row.occurredAt = write.occurredAt
      default: row.sourceId = write.sourceId
      }
    }
    row.properties = PropertyOrder.indicesFirst(row.properties)
    return row
  }

  private static func properties(
    _ base: JSONObject, _ current: JSONObject, _ write: MergeWrite
  ) -> [Change] {
    guard write.properties != nil else { return [] }
    var changes = write.set.map { name, value in
      Change(
        field: name, isProperty: true, value: value,
        verdict: judge(base: base[name], current: current[name], write: value))
    }
    if write.mode == .replace {
      let named = Set(write.set.lazy.map(\.key))
      changes += base.lazy.filter { !named.contains($0.key) }.map { name, value in
        Change(
          field: name, isProperty: true, value: nil,
          verdict: judge(base: value, clearing: current[name]))
      }
    }
    return changes
  }

  private static func judge(
    base: JSONValue?, current: JSONValue?, write: JSONValue
  ) -> Verdict {
    let stood = JSONSameness.same(base, current)
    guard JSONSameness.same(base, write) else { return stood ? .applies : .collides }
    // Only the order inside differs: worth keeping, never worth a conflict.
    let reorders = !JSONSameness.identical(base, write)
    return reorders && stood ? .applies : .echoes
  }

  /// A property that the writer saw and left out of the whole set.
  private static func judge(base: JSONValue, clearing current: JSONValue?) -> Verdict {
    guard let current else { return .echoes }
    return JSONSameness.same(base, current) ? .applies : .collides
  }

  private static func itemFields(
    _ base: VersionedItem, _ current: VersionedItem, _ write: MergeWrite
  ) -> [Change] {
    var changes: [Change] = []
    func add<Value: Equatable>(_ field: String, _ base: Value?, _ current: Value?, _ value: Value?)
    {
      guard let value else { return }
      let verdict: Verdict =
        value == base ? .echoes : current == base ? .applies : .collides
      changes.append(Change(field: field, isProperty: false, verdict: verdict))
    }
    if write.moves(from: current.type) {
      let stood = same(base.type, current.type)
      changes.append(
        Change(field: "type", isProperty: false, verdict: stood ? .applies : .collides))
    }
    add("tier", base.tier, current.tier, write.tier)
    add(
      "occurred_at", base.occurredAt.map(instant), current.occurredAt.map(instant),
      write.occurredAt.map(instant))
    add(
      "source_id", base.sourceId.map(Bytes.init), current.sourceId.map(Bytes.init),
      write.sourceId.map(Bytes.init))
    return changes
  }

  /// A text that is equal to itself only, byte for byte.
  private struct Bytes: Equatable {
    let text: String
    static func == (left: Bytes, right: Bytes) -> Bool { same(left.text, right.text) }
  }

  private static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// The canonical form of an instant, so that two spellings of one are no change.
  private static func instant(_ text: String) -> String { Timestamp.normalized(text) ?? text }
}

extension Sequence where Element == String {
  /// The names in ascending order of their UTF-16 units, as the protocol sorts.
  func sortedAsSent() -> [String] {
    sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
  }
}
