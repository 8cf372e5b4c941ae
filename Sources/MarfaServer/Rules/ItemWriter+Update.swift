import MarfaEngine
import MarfaModel

extension ItemWriter {
  /// How a stale update that collides is decided; the query's `conflict`.
  enum ConflictMode: String, CaseIterable {
    /// By the type's merge policy.
    case auto
    /// By the caller, with the refusal in hand.
    case manual
    /// The same as ``manual``.
    case callback
  }

  /// Changes an item (server-items 7). The order of the checks is the protocol's.
  func update(_ id: String, _ object: JSONObject, conflict: ConflictMode?) throws -> Reply {
    let body = ItemBody(body: object)
    guard let version = try body.version() else { throw RuleRefusal.missing("version") }
    let unknown = object.keys.filter { !ItemBody.updateMembers.contains($0) }
    guard unknown.isEmpty else {
      throw RuleRefusal.malformed(
        "An update takes no such member.",
        details: ["unknown_body_fields": .array(unknown.map { .string($0) })])
    }
    guard UUIDv7.isValid(id) else { throw RuleRefusal.invalidId("id") }
    let properties = try body.properties()
    let mode = try body.word("properties_mode", MergeWrite.Mode.self) ?? .merge
    let named = try body.text("type")
    let retype = try body.flag("retype")
    let tier = try body.word("tier", Tier.self)
    let sourceId = try body.sourceId()
    let edges = try body.edges()
    let namesTime = object["occurred_at"].map { !$0.isNull } ?? false
    guard
      properties != nil || tier != nil || sourceId != nil || namesTime
        || !(edges ?? []).isEmpty || (retype && named != nil)
    else { throw RuleRefusal.malformed("The update changes nothing.") }
    let occurredAt = try body.occurredAt()
    let row = try target(id)
    let entered = try enteredType(named, retype: retype, row: row)
    _ = try catalog.typeForWriting(row.type)
    if sourceId != nil {
      guard sender.mayClaim(row.source) else { throw RuleRefusal.lacksSource(row.source) }
      scope.needs.note(source: row.source)
    }
    let write = MergeWrite(
      version: version, properties: properties, mode: mode, type: entered, tier: tier,
      occurredAt: occurredAt, sourceId: sourceId)
    for (type, targets) in edges ?? [] {
      try self.edges.judgeTargets(type, targets)
    }
    guard write.writes(VersionedItem(row)) else {
      return try updateEdgesAlone(row, edges ?? [], version: version)
    }
    let merged = try merge(
      write, into: row, onCollision: conflict == .auto ? resolution(of: row) : .refuse)
    var next = merged.row
    if sourceId != nil { try judgeKey(next) }
    try judgeLink(next)
    let copy = try merged.copy.map { try keepBoth($0, of: row) }
    next.updatedAt = scope.timestamp
    next = try replace(row, with: next, base: merged.base)
    try drawEdges(edges ?? [], from: next, replacing: true)
    var answer = try answers.row(next, edges: edges != nil).json
    if let resolution = merged.resolution {
      answer["conflict_resolution"] = .object(resolution.json(copyId: copy))
    }
    return .json(answer)
  }

  /// The type that a write moves an item to; `nil` when it stays.
  private func enteredType(_ named: String?, retype: Bool, row: ItemRow) throws -> String? {
    guard let named, named != row.type else { return nil }
    guard TypeId.isValid(named) else {
      throw RuleRefusal.validation(path: "type", "“type” is not the name of a type.")
    }
    guard retype else { throw RuleRefusal.typeMismatch(row.type) }
    guard catalog.isKnown(named) else { throw RuleRefusal.unknownType(named) }
    try sender.permissions.judgeItemWrite(type: named, in: catalog)
    scope.needs.note(type: named)
    return named
  }

  private func updateEdgesAlone(
    _ row: ItemRow, _ edges: [(type: String, targets: [String])], version: Int64
  ) throws -> Reply {
    guard version == row.version else {
      throw ConflictRefusal(.bare(current: VersionedItem(row).json))
    }
    try drawEdges(edges, from: row, replacing: true)
    return .json(try answers.row(row, edges: !edges.isEmpty).json)
  }

  private func resolution(of row: ItemRow) -> MergeInput.OnCollision {
    let type = catalog.type(row.type)
    let link = type?.definition.linkField.map { name in
      MergeInput.LinkField(name: name, isRequired: type?[name]?.required == true)
    }
    return .resolve(type?.mergePolicy ?? MergePolicy(), link: link)
  }

  /// What a merge came to.
  struct Merged {
    /// The row after it, one version further.
    var row: ItemRow
    /// What a stale write was made from.
    var base: VersionedItem?
    /// How a collision was resolved.
    var resolution: MergeResolution?
    /// The properties of the copy that keeps what the row does not.
    var copy: JSONObject?
  }

  /// Merges a write into a row, or refuses it as the versions say.
  ///
  /// - Throws: ``ConflictRefusal``, `invalid_properties`.
  func merge(_ write: MergeWrite, into row: ItemRow, onCollision: MergeInput.OnCollision) throws
    -> Merged
  {
    let current = VersionedItem(row)
    let base = try base(of: row, at: write.version)
    let input = MergeInput(base: base, current: current, write: write)
    let result: MergedRow
    var resolution: MergeResolution?
    switch withoutFileSize(input).outcome(onCollision) {
    case .applied(let merged): result = merged
    case .resolved(let resolved):
      result = resolved.row
      resolution = resolved
    case .collision(let fields):
      throw ConflictRefusal(
        .collision(
          current: current, ancestor: base ?? current, fields: fields,
          policy: catalog.type(row.type)?.mergePolicy ?? MergePolicy()))
    case .bareConflict: throw ConflictRefusal(.bare(current: current.json))
    case .ancestorUnavailable:
      throw ConflictRefusal(.ancestorUnavailable(current: current, requested: write.version))
    }
    if write.mustFulfilType(of: current) {
      let rules = PropertyRules(try catalog.typeForWriting(result.type))
      if write.mode == .merge { try rules.judgeSent(write.properties ?? [:]) }
      try rules.judgeWhole(withSentSize(result, write))
    }
    var next = row
    next.type = result.type
    next.properties =
      isFile(result.type)
      ? withFileSize(result.properties, where: row.properties) : result.properties
    next.tier = result.tier
    next.occurredAt = result.occurredAt ?? row.occurredAt
    next.sourceId = result.sourceId
    next.version = row.version + 1
    next.updatedAt = scope.timestamp
    return Merged(row: next, base: base, resolution: resolution, copy: resolution?.copy)
  }

  /// The version that a stale write names, as far as the sender may know it.
  private func base(of row: ItemRow, at version: Int64) throws -> VersionedItem? {
    guard version != row.version else { return nil }
    guard let base = try versions.get(row.id, version), reads(base.type) else { return nil }
    return base
  }

  /// Puts a row one version further, keeps the one it leaves, and tells of it.
  ///
  /// - Parameter base: what a stale write was made from.
  /// - Returns: the row as it is stored.
  func replace(_ row: ItemRow, with next: ItemRow, base: VersionedItem?) throws -> ItemRow {
    try versions.keep(
      VersionedItem(row), id: mint(), writer: sender.writer, at: scope.timestamp)
    try keepFiles(of: row)
    let known = base.map { BlobHash.references(in: $0.properties) } ?? []
    let next = try store(
      next, before: row, BlobReferences.Proof(writer: sender, base: known))
    try announce(.itemUpdated, next)
    return next
  }
}
