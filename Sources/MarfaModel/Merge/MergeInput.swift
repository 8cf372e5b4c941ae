/// A write and the two versions of the item that decide what becomes of it.
package struct MergeInput: Sendable, Hashable {
  /// What a collision comes to.
  package enum OnCollision: Sendable, Hashable {
    /// The write is refused.
    case refuse
    /// The type's policy resolves it, where it can.
    case resolve(MergePolicy, link: LinkField?)
  }

  /// The property by which a type's items stand for a link, of which no two items hold the same.
  package struct LinkField: Sendable, Hashable {
    /// The property.
    package let name: String
    /// Whether an item must have it, so that a copy without it cannot be.
    package let isRequired: Bool

    /// Makes a description.
    package init(name: String, isRequired: Bool) {
      self.name = name
      self.isRequired = isRequired
    }
  }

  /// The item at the version that the write names, or `nil` when the writer may not read it or it
  /// is not held. Not asked for when that version is the current one.
  package let base: VersionedItem?
  /// The item as it stands.
  package let current: VersionedItem
  /// The write.
  package let write: MergeWrite

  /// Makes an input.
  package init(base: VersionedItem?, current: VersionedItem, write: MergeWrite) {
    self.base = base
    self.current = current
    self.write = write
  }

  /// What becomes of the write.
  ///
  /// Whether the resulting row fulfils its type is for the caller to judge, and whether a property
  /// that the type requires may be sent as null.
  package func outcome(_ onCollision: OnCollision = .refuse) -> MergeOutcome {
    guard write.version != current.version else { return .applied(fresh) }
    guard write.writes(current) else { return .bareConflict }
    guard let base else { return .ancestorUnavailable }
    let changes = MergeChanges(base: base, current: current, write: write)
    guard !changes.colliding.isEmpty else { return .applied(changes.row { $0.takesWrite }) }
    switch onCollision {
    case .refuse: return .collision(fields: changes.colliding)
    case .resolve(let policy, let link):
      guard !write.moves(from: current.type),
        let resolution = resolve(changes, by: policy, link: link)
      else { return .collision(fields: changes.colliding) }
      return .resolved(resolution)
    }
  }

  /// The row after a write at the current version, where nothing can collide.
  private var fresh: MergedRow {
    let changes = MergeChanges(base: current, current: current, write: write)
    var row = changes.row { $0.takesWrite }
    if write.properties != nil, write.mode == .replace {
      // Only here does the sender's order win: nobody else wrote in between.
      row.properties = PropertyOrder.indicesFirst(JSONObject(write.set.lazy.map { ($0, $1) }))
    }
    return row
  }

  private func resolve(
    _ changes: MergeChanges, by policy: MergePolicy, link: LinkField?
  ) -> MergeResolution? {
    func strategy(_ change: MergeChanges.Change) -> MergeStrategy {
      change.isProperty ? policy[change.field] : .lastWriterWins
    }
    let collisions = changes.all.filter { $0.verdict == .collides }
    let kept = collisions.filter { strategy($0) == .keepBothCopies }
    if !kept.isEmpty, link?.isRequired == true { return nil }
    let row = changes.row { change in
      change.takesWrite || change.verdict == .collides && strategy(change) == .lastWriterWins
    }
    var copy: JSONObject?
    if !kept.isEmpty {
      var properties = row.properties
      for change in kept { properties[change.field] = change.value }
      if let link { properties.removeValue(forKey: link.name) }
      copy = PropertyOrder.indicesFirst(properties)
    }
    return MergeResolution(
      row: row, copy: copy,
      strategies: Dictionary(
        collisions.map { ($0.field, strategy($0)) }, uniquingKeysWith: { first, _ in first }))
  }
}
