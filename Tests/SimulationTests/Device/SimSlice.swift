import MarfaModel

/// What a device holds.
struct SimSlice: Sendable {
  let types: [String]
  let tier: SliceTier
  let edgeTypes: [String]

  static let note = "core.note"
  static let task = "core.task"
  static let view = "system.view"
  static let file = "core.file"

  /// Every type that occurs, and every edge.
  static let everything = SimSlice(
    types: [note, task, file, view], tier: .all,
    edgeTypes: ["references", "derived-from", "attached-to"])

  /// The notes and views of the library, without edges of their own account.
  static let library = SimSlice(types: [note, view], tier: .library, edgeTypes: [])

  /// Whether it takes an item.
  func takes(_ item: Item) -> Bool {
    types.contains { item.type == $0 || item.type.hasPrefix($0 + ".") }
      && (item.type == Self.view || tier.takes(item.tier))
  }
}
