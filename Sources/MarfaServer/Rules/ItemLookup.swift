import MarfaEngine
import MarfaModel
import MarfaSQL

/// Finds many items at once: by ids, by natural keys, by links (server-items 6.4 and 6.5).
struct ItemLookup {
  private let sender: Credential
  private let answers: ItemAnswers

  /// The most ids that one read of many names.
  static let mostIds = 100

  /// Works over one snapshot.
  init(_ call: Call, _ scope: ReadScope) throws(RuleRefusal) {
    sender = try call.sender()
    answers = ItemAnswers(
      connection: scope.connection, catalog: scope.catalog, permissions: sender.permissions)
  }

  private var items: ItemStore { ItemStore(answers.connection) }

  /// Reads items by their ids, in the order named, each once; what may not be read, is in the bin
  /// or is not there is left out.
  func many(_ body: JSONObject) throws -> Reply {
    guard let value = body["ids"] else { throw RuleRefusal.missing("ids") }
    guard let list = value.array else {
      throw RuleRefusal.validation(path: "ids", "“ids” must be a list.")
    }
    guard list.count <= Self.mostIds else {
      throw RuleRefusal.malformed(
        "“ids” names at most \(Self.mostIds) items.",
        details: ["cap": .integer(Int64(Self.mostIds)), "provided": .integer(Int64(list.count))])
    }
    var ids: [String] = []
    for (place, entry) in list.enumerated() {
      guard let id = entry.string else {
        throw RuleRefusal.validation(path: "ids.\(place)", "“ids” is a list of ids.")
      }
      ids.append(id)
    }
    let include = try Self.include(body, [.edges, .metadata, .extensions, .system])
    let rows = try items.get(ids).filter { row in
      row.state != .trashed && (include.contains(.system) || !TypeId.isSystem(row.type))
        && sender.permissions.reads(type: row.type, in: answers.catalog)
    }
    var answer: JSONObject = [
      "items": .array(
        try rows.map { row in
          .object(
            try answers.item(
              row, edges: include.contains(.edges), extensions: include.contains(.extensions)
            ).json)
        })
    ]
    if include.contains(.metadata) {
      answer["metadata"] = .array(try rows.map { .object(try answers.metadata($0).json) })
    }
    return .json(answer)
  }

  /// Finds rows in every state, the bin included, and what purges left of those that are not there.
  func find(_ body: JSONObject) throws -> Reply {
    let type = try ItemBody(body: body).requiredType()
    let named = try NamedRows(body, takesIds: true, further: ["include"])
    let include = try Self.include(body, [.edges])
    let link = try Self.linkField(of: type, for: named, in: answers.catalog)
    _ = try TypeScope.resolve(type, catalog: answers.catalog, credential: sender)
    let rows = try rows(named, type: type, link: link).filter { row in
      !TypeId.isSystem(row.type) && sender.permissions.reads(type: row.type, in: answers.catalog)
    }
    let tombstones =
      sender.permissions.reads(type: type, in: answers.catalog)
      ? try TombstoneStore(connection: answers.connection).left(named, type: type) : []
    return .json([
      "data": .array(
        try rows.map { .object(try answers.item($0, edges: include.contains(.edges)).json) }),
      "tombstones": .array(tombstones.map { .object($0) }),
    ])
  }

  /// The field that a type links by, where rows are named by links.
  ///
  /// - Throws: `unknown_type`; `validation_error` when rows are named by links and the type has
  ///   none.
  static func linkField(of type: String, for named: NamedRows, in catalog: TypeCatalog)
    throws(RuleRefusal) -> String?
  {
    guard let definition = catalog.definition(type) else { throw .unknownType(type) }
    guard case .links = named else { return nil }
    guard let field = definition.linkField else {
      throw .validation(path: "links", "Items of the type \(type) have no links.")
    }
    return field
  }

  private func rows(_ named: NamedRows, type: String, link: String?) throws -> [ItemRow] {
    switch named {
    case .ids(let ids): return try items.get(ids)
    case .keys(let source, _):
      return try named.distinct { try items.get(source: source, sourceId: $0) }
    case .links(let links):
      guard let link, !links.isEmpty else { return [] }
      let held = try linked(links, type: type, field: link)
      return try named.distinct { value in
        try held[Array(value.utf8)].flatMap { try items.get($0) }
      }
    }
  }

  /// The ids of the items of exactly a type that hold these links, by the bytes of the links.
  private func linked(_ links: [String], type: String, field: String) throws -> [[UInt8]: String] {
    let dialect = answers.connection.dialect.filters
    var statement = SQLText()
    let value = dialect.value(
      "properties", path: statement.bind(.text(dialect.path(of: field))))
    statement += """
      SELECT \(value), id FROM items
      WHERE type = \(statement.bind(.text(type)))
        AND \(value) IN (\(statement.bind(list: links.map(SQLValue.text))))
      """
    let pairs = try answers.connection.query(statement.text, statement.values) { row in
      (row.bytes(0), row.text(1))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func include(_ body: JSONObject, _ known: Set<ItemListing.Include>)
    throws(RuleRefusal) -> Set<ItemListing.Include>
  {
    guard let value = body["include"], !value.isNull else { return [] }
    var include: Set<ItemListing.Include> = []
    for entry in value.array ?? [.null] {
      guard let word = entry.string.flatMap(ItemListing.Include.init(rawValue:)),
        known.contains(word)
      else {
        let words = ItemListing.Include.allCases.filter(known.contains).map(\.rawValue)
        throw .validation(
          path: "include", "“include” is a list of: \(words.joined(separator: ", ")).")
      }
      include.insert(word)
    }
    return include
  }
}
