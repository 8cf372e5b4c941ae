import MarfaEngine
import MarfaModel
import MarfaSQL

/// Judges whether a kept answer may be told again, by the grants as they stand now
/// (server-items 1.8).
///
/// A refusal keeps the record: once the grants are back, the first answer is told again.
struct ReplayJudge {
  let connection: any SQLConnection
  let catalog: TypeCatalog
  let sender: Credential

  /// Judges one answer.
  ///
  /// - Throws: what a fresh request would be refused with; `item_not_found` or `edge_not_found`
  ///   where the answer would disclose what may not be read any more.
  func judge(_ needs: ReplayNeeds, disclosing answer: JSONObject) throws {
    try judge(needs)
    try judgeDisclosure(answer)
  }

  private func judge(_ needs: ReplayNeeds) throws {
    var types = needs.types
    if let item = needs.item, let now = try ItemStore(connection).type(of: item),
      !types.contains(now)
    {
      types.append(now)
    }
    for type in types where !sender.permissions.reads(type: type, in: catalog) {
      throw missing(needs)
    }
    if needs.isOfEdge {
      for type in needs.edgeTypes where !sender.permissions.reads(edgeType: type) {
        throw missing(needs)
      }
    }
    for type in types where !sender.permissions.writes(type: type, in: catalog) {
      throw RuleRefusal.typeNotPermitted(type, .write)
    }
    if let source = needs.source, !sender.mayClaim(source) {
      throw RuleRefusal.lacksSource(source)
    }
    for type in needs.edgeTypes { try sender.permissions.judge(edgeType: type, .write) }
  }

  private func missing(_ needs: ReplayNeeds) -> RuleRefusal {
    needs.isOfEdge ? .edgeNotFound : .itemNotFound()
  }

  /// Refuses an answer that tells of what may not be read any more.
  private func judgeDisclosure(_ answer: JSONObject) throws {
    for member in ["item", "current", "ancestor"] {
      guard let told = answer[member]?.object else { continue }
      if let type = told["type"]?.string { try judgeRead(type) }
      if let type = told["edge_type"]?.string { try judgeRead(edgeType: type) }
      for type in told["edges"]?.object?.keys ?? [] { try judgeRead(edgeType: type) }
      if let head = told["trashed_with"]?.string { try judgeRead(item: head) }
    }
    for namespace in answer["metadata"]?.object?["extensions"]?.object?.keys ?? [] {
      try sender.permissions.judge(extension: namespace, .read)
    }
    let details = answer["error"]?.object?["details"]?.object
    for id in details?["blocking_edges"]?.array?.compactMap(\.string) ?? [] {
      try judgeRead(edge: id)
    }
  }

  private func judgeRead(_ type: String) throws(RuleRefusal) {
    guard sender.permissions.reads(type: type, in: catalog) else { throw .itemNotFound() }
  }

  private func judgeRead(edgeType: String) throws(RuleRefusal) {
    guard sender.permissions.reads(edgeType: edgeType) else { throw .edgeNotFound }
  }

  /// An item that is gone since told nothing but an id that names nothing any more.
  private func judgeRead(item id: String) throws {
    if let type = try ItemStore(connection).type(of: id) { try judgeRead(type) }
  }

  private func judgeRead(edge id: String) throws {
    guard let edge = try EdgeStore(connection).get(id) else { return }
    try judgeRead(edgeType: edge.edgeType)
    for end in [edge.sourceId, edge.targetId] {
      guard let type = try ItemStore(connection).type(of: end) else { continue }
      guard sender.permissions.reads(type: type, in: catalog) else {
        throw RuleRefusal.edgeNotFound
      }
    }
  }
}
