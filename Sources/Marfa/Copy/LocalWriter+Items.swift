import MarfaEngine
import MarfaModel

extension LocalWriter {
  /// Queues a new item and its tags.
  ///
  /// - Parameter uploads: writes that it waits for besides.
  func create(_ draft: Draft, after uploads: [String] = []) throws -> Queued {
    let type = try type(draft.type)
    try check(id: draft.id)
    let tags = try TagRules.replacing(with: draft.tags)
    if let time = draft.occurredAt, Timestamp(time) == nil {
      throw MarfaError.validation(
        code: "validation_error", message: "The time the item tells of can't be read.")
    }
    if let version = draft.baseVersion, version < 0 {
      throw MarfaError.invalid(message: "A version is never negative.")
    }
    try judge.refuse(.sourceId, if: draft.sourceId != nil)
    try judge.refuse(.heldId, if: draft.id.map { try rows.rows.item($0) != nil } ?? false)
    try judge.refuse(.bodyLinks, if: refers(draft.properties, of: type))
    let keyed = try keyedRow(draft)
    let shown = try judge(draft, type: type, keyed: keyed)
    let tier = draft.tier ?? (keyed == nil ? rows.scope.ownTier : nil)
    let id = draft.id ?? mint()
    var create = NewWrite.createItem(draft, id: id, tier: tier, shown: shown)
    create.alsoDependsOn = uploads
    let record = try enqueuer.append(create)
    var records = [record]
    for tag in tags { records.append(try enqueuer.append(.addTag(tag, to: id))) }
    // A create under a key that names a held row sends no tier, and shows at that row's.
    if tier == nil, let keyed, let row = try rows.rows.item(id) {
      try rows.rows.put(row.with(tier: keyed.tier))
    }
    records += try followBody(of: record, from: nil)
    return Queued(records, itemId: id, isView: draft.type == TypeId.view)
  }

  /// The held row that the server would take a keyed create for.
  private func keyedRow(_ draft: Draft) throws -> Item? {
    guard let source = draft.source, let sourceId = draft.sourceId,
      let id = try rows.rows.itemId(source: source, sourceId: sourceId)
    else { return nil }
    return try rows.rows.item(id)
  }

  /// Judges a create's properties, as far as the row it meets is known here, and answers them as
  /// the copy shows them.
  private func judge(_ draft: Draft, type: ResolvedType, keyed: Item?) throws -> JSONObject {
    let rules = PropertyRules(type)
    guard draft.sourceId != nil else { return try rules.creating(draft.properties) }
    if let keyed, keyed.version > 0, keyed.type == draft.type,
      draft.baseVersion == nil || draft.baseVersion == keyed.version
    {
      return try rules.merging(draft.properties, onto: keyed.properties)
    }
    try rules.judgeSupplied(draft.properties)
    return PropertyOrder.creating(draft.properties, of: type)
  }

  /// Queues a change.
  func update(_ id: String, _ edit: Edit, asRead: Bool) throws -> Queued {
    let shown = try live(id)
    try check(base: edit.baseVersion, held: shown.version, asRead: asRead)
    let entered = edit.type.flatMap { $0.isEmpty || $0 == shown.type ? nil : $0 }
    let type = try type(entered ?? shown.type)
    try judge.refuse(.earlierVersion, if: edit.baseVersion != shown.version)
    try judge.refuse(.sourceId, if: edit.sourceId != nil)
    try judge.refuse(.unheldType, if: try entered.map { try keeps(id, as: $0) } == false)
    let changesBody = edit.properties[type.bodyProperty] != nil || edit.replaceProperties
    try judge.refuse(
      .bodyLinks,
      if: refers(edit.properties, of: type)
        || changesBody && refers(shown.properties, of: type))
    let isView = [shown.type, entered].contains(TypeId.view)
    let rules = PropertyRules(type)
    if edit.baseVersion == shown.version, try isUnansweredKeyed(shown) == false {
      if edit.replaceProperties {
        _ = try rules.replacing(with: edit.properties)
      } else {
        _ = try rules.merging(edit.properties, onto: shown.properties)
      }
    } else {
      try rules.judgeSupplied(edit.properties)
    }
    let record = try enqueuer.append(.updateItem(shown, edit))
    guard edit.baseVersion == shown.version else {
      // What the body says in the end is known from the answer only.
      if let began = body(shown) { try BodyNames(connection).keep(check: record.id, body: began) }
      return Queued([record], itemId: id, isView: isView)
    }
    return Queued(
      [record] + (try followBody(of: record, from: shown)), itemId: id, isView: isView)
  }

  /// Whether an item stays in the copy once it is answered under another type.
  private func keeps(_ id: String, as type: String) throws -> Bool {
    try rows.scope.holdsWhole(type: type) || rows.isPinned(id)
  }

  /// Whether an item is an own create under a natural key that is not answered yet, so that the
  /// row it meets at the server is not known here.
  private func isUnansweredKeyed(_ shown: Item) throws -> Bool {
    shown.version == 0 && shown.sourceId != nil
  }

  /// Whether the text of an item links or embeds, which makes edges of it.
  private func refers(_ properties: JSONObject, of type: ResolvedType) -> Bool {
    guard let body = properties[type.bodyProperty]?.string else { return false }
    let read = BodyReader(body)
    return !read.links.isEmpty || !read.embeds.isEmpty
  }

  /// Queues a move to the bin.
  func delete(_ id: String) throws -> Queued {
    let shown = try live(id)
    return Queued(
      [try enqueuer.append(.deleteItem(shown))], itemId: id, isView: shown.type == TypeId.view)
  }

  /// Queues a way out of the bin.
  func restore(_ id: String) throws -> Queued {
    let shown = try rows.rows.item(id)
    if let shown {
      guard shown.state == .trashed else {
        throw MarfaError.validation(
          code: "invalid_transition", message: "This item is not in the bin.")
      }
    } else {
      try check(id: id)
      try judge.refuse(.unheldId, if: true)
      let waits = try QueueStore(connection: connection).records(to: .item(id))
        .contains { $0.kind == .restoreItem && $0.standing.isWaiting }
      guard !waits else {
        throw MarfaError.invalid(message: "This item's restore is queued already.")
      }
    }
    return Queued(
      [try enqueuer.append(.restoreItem(id))], itemId: id, isView: shown?.type == TypeId.view)
  }

  /// Queues a move to another state.
  func transition(_ id: String, to state: ItemState) throws -> Queued {
    guard state != .revoked else {
      throw MarfaError.invalid(message: "An item can't be revoked.")
    }
    let shown = try held(id)
    try Lifecycle.judge(shown.state, to: state, type: shown.type)
    return Queued(
      [try enqueuer.append(.transitionItem(id, to: state))], itemId: id,
      isView: shown.type == TypeId.view)
  }
}
