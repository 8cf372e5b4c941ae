import MarfaEngine
import MarfaModel

/// Which rows a bulk action matches: of those that its sender may write.
struct BulkFilter {
  /// What is asked of the store.
  let query: ItemQuery

  /// The members of a filter, and no others.
  static let members: Set<String> = [
    "type", "state", "source", "tier", "tags", "occurred_after", "occurred_before", "filter",
  ]

  /// Refuses members that would narrow nothing, being empty.
  ///
  /// - Throws: `validation_error`, naming them as `filter.<member>`.
  static func refuseEmpty(_ filter: JSONObject) throws(RuleRefusal) {
    let empty = ["type", "source", "tags", "filter"].filter { name in
      guard let value = filter[name], !value.isNull else { return false }
      if let list = value.array { return list.allSatisfy { isBlank($0) } }
      return isBlank(value)
    }
    guard empty.isEmpty else {
      throw .malformed(
        "A member that narrows must not be empty.",
        details: ["empty_parameters": .array(empty.map { .string("filter.\($0)") })])
    }
  }

  private static func isBlank(_ value: JSONValue) -> Bool {
    value.string.map { $0.allSatisfy(\.isWhitespace) } ?? false
  }

  /// Reads a filter for whoever sends it.
  ///
  /// - Throws: `validation_error`, `type_not_permitted`, `edge_permission_denied`.
  init(_ filter: JSONObject, sender: Credential, catalog: TypeCatalog) throws {
    var query = ItemQuery()
    let body = ItemBody(body: filter)
    query.takes = try Self.types(try body.text("type"), sender: sender, catalog: catalog)
    query.states = [try body.word("state", ItemState.self) ?? .active]
    query.source = try body.text("source")
    query.tier = try body.word("tier", Tier.self)
    query.tags = try body.tags() ?? []
    query.occurredAfter = try Self.instant(body, "occurred_after")
    query.occurredBefore = try Self.instant(body, "occurred_before")
    if let text = try body.text("filter") {
      let expression = try FilterExpression(text, in: .server)
      for edge in expression.edges { try sender.permissions.judge(edgeType: edge.type, .read) }
      query.filter = expression
    }
    self.query = query
  }

  /// The types that are matched. A name that nobody registered reaches the rows that a forced
  /// removal of its type left behind.
  private static func types(
    _ named: String?, sender: Credential, catalog: TypeCatalog
  ) throws(RuleRefusal) -> @Sendable (String) -> Bool {
    let permissions = sender.permissions
    let isWritable: @Sendable (String) -> Bool = { type in
      (try? permissions.judgeItemWrite(type: type, in: catalog)) != nil
    }
    guard let named else { return { !TypeId.isSystem($0) && isWritable($0) } }
    if let refusal = TypeId.refusal(of: named, path: "filter.type") { throw refusal }
    let readsAny =
      permissions.reads(type: named, in: catalog)
      || catalog.subtree(of: named).contains { permissions.reads(type: $0, in: catalog) }
    guard readsAny else { throw .typeNotPermitted(named, .read) }
    return { catalog.isAtOrUnder($0, named) && isWritable($0) }
  }

  private static func instant(_ body: ItemBody, _ name: String) throws(RuleRefusal) -> String? {
    guard let text = try body.text(name) else { return nil }
    guard let time = Timestamp.normalized(text) else {
      throw .validation(path: "filter.\(name)", "“\(name)” is not a time.")
    }
    return time
  }
}
