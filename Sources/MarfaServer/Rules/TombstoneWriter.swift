import MarfaModel
import MarfaSQL

/// Moves on until when the rows behind tombstones are known to be gone at their source too.
struct TombstoneWriter {
  let scope: WriteScope
  let sender: Credential

  /// Advances the settled times of the tombstones named, and answers these (server-items 9.6).
  ///
  /// - Throws: `missing_required_field`, `validation_error`, `unknown_type`,
  ///   `type_not_permitted`, `forbidden` for a source that is not the sender's.
  func settle(_ body: JSONObject) throws -> Reply {
    let type = try ItemBody(body: body).requiredType()
    guard let value = body["settled_at"], !value.isNull else {
      throw RuleRefusal.missing("settled_at")
    }
    let named = try NamedRows(body, takesIds: false, further: ["settled_at"])
    guard let time = value.string.flatMap(Timestamp.normalized) else {
      throw RuleRefusal.validation(path: "settled_at", "“settled_at” is not a time.")
    }
    _ = try ItemLookup.linkField(of: type, for: named, in: scope.catalog)
    try sender.permissions.judgeItemWrite(type: type, in: scope.catalog)
    if case .keys(let source, _) = named, !sender.mayClaim(source) {
      throw RuleRefusal.lacksSource(source)
    }
    let store = TombstoneStore(connection: scope.connection)
    try store.settle(named, type: type, at: time)
    return .json(["tombstones": .array(try store.left(named, type: type).map { .object($0) })])
  }
}
