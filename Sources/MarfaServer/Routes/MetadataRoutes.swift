import MarfaEngine
import MarfaModel
import MarfaSQL

/// What is kept beside items: tags and extensions (server-items 12).
enum MetadataRoutes {
  /// Tags and extensions of an item, and the tags of all.
  static let all: [Route] = [
    Route(
      "GET", "/items/{id}/metadata",
      .lookUp { call, scope in try metadata(call, try scope.reading()) }),
    Route(
      "PUT", "/items/{id}/metadata", body: .object,
      .write { call, scope in
        try writer(call, scope).replaceTags(
          of: call.segment("id"), with: try ItemBody(body: call.body).tags() ?? [])
      }),
    Route(
      "PATCH", "/items/{id}/metadata", body: .object,
      .write { call, scope in
        try writer(call, scope).addTags(
          try ItemBody(body: call.body).tags(), to: call.segment("id"))
      }),
    Route(
      "POST", "/items/{id}/tags", body: .object,
      .write { call, scope in
        guard let tags = try ItemBody(body: call.body).tags() else {
          throw RuleRefusal.missing("tags")
        }
        guard !tags.isEmpty else {
          throw RuleRefusal.validation(path: "tags", "“tags” must name at least one tag.")
        }
        return try writer(call, scope).addTags(tags, to: call.segment("id"))
      }),
    Route(
      "DELETE", "/items/{id}/tags/{tag}",
      .write { call, scope in
        try writer(call, scope).removeTag(call.segment("tag"), from: call.segment("id"))
      }),
    Route("GET", "/metadata/tags", .read(tagCounts)),
    Route(
      "GET", "/items/{id}/extensions",
      .read { call, scope in
        let answers = try answers(call, scope)
        let row = try answers.readable(call.segment("id"))
        return .json(["extensions": .object(try answers.extensions(of: row.id))])
      }),
    Route("GET", "/items/{id}/extensions/{namespace}", .read(oneExtension)),
    Route(
      "PUT", "/items/{id}/extensions/{namespace}", body: .object,
      .write { call, scope in
        try writer(call, scope).putExtension(
          call.segment("namespace"), call.body, on: call.segment("id"))
      }),
    Route(
      "DELETE", "/items/{id}/extensions/{namespace}",
      .write { call, scope in
        try writer(call, scope).removeExtension(
          call.segment("namespace"), from: call.segment("id"))
      }),
  ]

  private static func writer(_ call: Call, _ scope: WriteScope) throws -> MetadataWriter {
    MetadataWriter(items: ItemWriter(scope: scope, sender: try call.sender()))
  }

  private static func answers(_ call: Call, _ scope: ReadScope) throws -> ItemAnswers {
    ItemAnswers(
      connection: scope.connection, catalog: scope.catalog,
      permissions: try call.sender().permissions)
  }

  private static func metadata(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let answers = try answers(call, scope)
    let row = try answers.readable(call.segment("id"))
    return .json(["metadata": .object(try answers.metadata(row).json)])
  }

  private static func oneExtension(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let namespace = call.segment("namespace")
    let row = try answers(call, scope).readable(call.segment("id"))
    try call.sender().permissions.judge(extension: namespace, .read)
    let data = try ItemStore(scope.connection).extensionData(namespace, of: row.id)
    return .json([
      "namespace": .string(namespace), "data": data.map(JSONValue.object) ?? .null,
    ])
  }

  /// Each tag with the number of active items of readable types that carry it, the most first.
  private static func tagCounts(_ call: Call, _ scope: ReadScope) throws -> Reply {
    let permissions = try call.sender().permissions
    let types = try ItemStore(scope.connection).types()
      .filter { permissions.reads(type: $0, in: scope.catalog) }
    guard !types.isEmpty else { return .page([], next: nil) }
    var statement = SQLText(
      """
      SELECT tags.tag, count(*) AS carriers FROM tags JOIN items ON items.id = tags.item_id
      WHERE items.state = 'active' AND items.type IN (
      """)
    statement += statement.bind(list: types.map(SQLValue.text))
    let byName = scope.connection.dialect.filters.bytes("tags.tag")
    statement += ") GROUP BY tags.tag ORDER BY carriers DESC, \(byName)"
    let rows = try scope.connection.query(statement.text, statement.values) { row in
      JSONValue.object(["tag": .string(row.text(0)), "count": .integer(row.integer(1))])
    }
    return .page(rows, next: nil)
  }
}
