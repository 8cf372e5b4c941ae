import MarfaEngine
import MarfaModel

extension ItemWriter {
  /// Judges what a bulk entry needs by itself: its shape, its type and its source.
  func judgeEntry(_ object: JSONObject) throws {
    let wanted = try Wanted(ItemBody(body: object), sender: sender)
    try sender.permissions.judgeItemWrite(type: wanted.type, in: catalog)
    guard sender.mayClaim(wanted.source) else { throw RuleRefusal.lacksSource(wanted.source) }
  }

  /// Writes one bulk entry, whose gate was passed (server-items 10.2).
  func writeEntry(_ object: JSONObject, _ page: BulkPage) throws -> BulkOutcome {
    let body = ItemBody(body: object)
    let wanted = try Wanted(body, sender: sender)
    let mode = try body.word("properties_mode", MergeWrite.Mode.self) ?? .merge
    let type = try typeOfEntry(wanted.type, page)
    if let sourceId = wanted.sourceId,
      let row = try items.get(source: wanted.source, sourceId: sourceId)
    {
      return try meetByKey(row, wanted, sourceId: sourceId, mode, page)
    }
    if let id = wanted.id, let row = try items.get(id) {
      return try meetById(row, wanted, mode, page)
    }
    return .created(id: try insert(wanted, type: type).id)
  }

  private func typeOfEntry(_ type: String, _ page: BulkPage) throws -> ResolvedType {
    if page.retypes, !catalog.isKnown(type) { throw RuleRefusal.unknownType(type) }
    return try catalog.typeForWriting(type)
  }

  private func meetByKey(
    _ row: ItemRow, _ wanted: Wanted, sourceId: String, _ mode: MergeWrite.Mode, _ page: BulkPage
  ) throws -> BulkOutcome {
    if page.isCreateOnly {
      return .skipped(id: reads(row.type) ? row.id : nil, reason: .duplicateSource)
    }
    guard reads(row.type) else { throw RuleRefusal.hiddenRow }
    guard row.type == wanted.type || page.retypes else { throw RuleRefusal.typeMismatch(row.type) }
    try sender.permissions.judgeItemWrite(type: row.type, in: catalog)
    if row.state == .trashed { return .skipped(id: row.id, reason: .trashed) }
    try judgeId(of: wanted, against: row, sourceId: sourceId)
    return .updated(id: try lay(wanted, by: write(wanted, mode, over: row), over: row).id)
  }

  private func meetById(
    _ row: ItemRow, _ wanted: Wanted, _ mode: MergeWrite.Mode, _ page: BulkPage
  ) throws -> BulkOutcome {
    if page.isCreateOnly {
      return .skipped(id: reads(row.type) ? row.id : nil, reason: .duplicateId)
    }
    guard reads(row.type) else { throw RuleRefusal.idUnusable }
    guard row.type == wanted.type || page.retypes else { throw RuleRefusal.idOfOtherType }
    try sender.permissions.judgeItemWrite(type: row.type, in: catalog)
    if row.state == .trashed { return .skipped(id: row.id, reason: .trashed) }
    var write = write(wanted, mode, over: row)
    if let sourceId = wanted.sourceId, sourceId != row.sourceId {
      guard sender.mayClaim(row.source) else { throw RuleRefusal.lacksSource(row.source) }
      write.sourceId = sourceId
    }
    return .updated(id: try lay(wanted, by: write, over: row).id)
  }

  private func write(_ wanted: Wanted, _ mode: MergeWrite.Mode, over row: ItemRow) -> MergeWrite {
    MergeWrite(
      version: wanted.version ?? row.version, properties: wanted.properties, mode: mode,
      type: wanted.type == row.type ? nil : wanted.type, tier: wanted.tier,
      occurredAt: wanted.occurredAt)
  }
}
