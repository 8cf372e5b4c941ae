import MarfaEngine
import MarfaModel
import MarfaSQL

extension Registry {
  /// Adds an item type. The order of the checks is the protocol's (types-edges-search 2.2).
  func register(type body: JSONObject) throws -> Reply {
    let id = try TypeDefinition.registrationId(body)
    try judgeReach(id)
    try judgeParent(body, kept: nil)
    let definition = try TypeDefinition(registering: body)
    _ = try scope.catalog.registering(definition)
    try judgeLink(of: definition, before: nil)
    try TombstoneStore(connection: scope.connection).clearAll(of: id)
    return try put(definition, status: 201)
  }

  /// Puts another shape in place of an item type's. Stored items stay as they are.
  func replace(type id: String, with body: JSONObject) throws -> Reply {
    if let refusal = TypeId.refusal(of: id, path: "id") { throw refusal }
    try scope.catalog.refuseUnchangeable(id)
    try judgeReach(id)
    guard let old = scope.catalog.definition(id) else { throw RuleRefusal.typeNotFound(id) }
    try judgeParent(body, kept: old.parent)
    let new = try TypeDefinition(registering: body, id: id)
    _ = try scope.catalog.replacing(new)
    if !sender.permissions.holds(.writeSchema) {
      let evolution = TypeEvolution(from: old, to: new)
      if let refusal = evolution.refusal(held: try held(evolution.gained, under: id)) {
        throw refusal
      }
    }
    try judgeLink(of: new, before: old.linkField)
    if new.linkField != old.linkField {
      try TombstoneStore(connection: scope.connection).clearLinks(of: id)
    }
    return try put(new, status: 200)
  }

  /// Removes an item type.
  ///
  /// - Parameter force: whether items of it may stay behind.
  func remove(type id: String, force: Bool) throws -> Reply {
    try scope.catalog.refuseUnchangeable(id)
    try judgeReach(id)
    _ = try scope.catalog.removing(id)
    if !force {
      let isInUse = try scope.connection.exists(
        "SELECT 1 FROM items WHERE type = ?1 LIMIT 1", [.text(id)])
      if isInUse { throw RuleRefusal.typeInUse(id) }
    }
    try scope.catalogs.remove(type: id)
    return .ok
  }

  private func put(_ definition: TypeDefinition, status: Int) throws -> Reply {
    try scope.catalogs.put(definition)
    return .json(["type": .object(definition.definition)], status: status)
  }

  private func judgeReach(_ type: String) throws(RuleRefusal) {
    guard sender.permissions.writes(type: type, in: scope.catalog) else {
      throw .typeNotPermitted(type, .write)
    }
  }

  /// Refuses a parent that the sender may not write, be it registered or not.
  ///
  /// A parent of the product, and the one that the type has already, ask nothing.
  private func judgeParent(_ body: JSONObject, kept: String?) throws(RuleRefusal) {
    guard let parent = body["parent"]?.string, TypeId.isValid(parent), parent != kept,
      !TypeId.isPlatform(parent)
    else { return }
    try judgeReach(parent)
  }

  /// The fields among these under which a stored item of the type, or of one under it, in any
  /// state, holds a value.
  private func held(_ fields: [String], under id: String) throws -> Set<String> {
    guard !fields.isEmpty else { return [] }
    let dialect = scope.connection.dialect.filters
    var types = SQLText()
    types += "type IN (\(types.bind(list: scope.catalog.subtree(of: id).map(SQLValue.text))))"
    // Rows of types that are not registered any more lie under it by their name.
    let first = types.bind(.text("\(id)."))
    let end = types.bind(.text("\(id)/"))
    types += " OR (type >= \(first) AND type < \(end))"
    var held: Set<String> = []
    for field in fields {
      // The database's paths can't spell these names, so nobody can say that nothing is there.
      if field.contains("\"") || field.contains("\\") {
        held.insert(field)
        continue
      }
      var statement = types
      let path = statement.bind(.text(dialect.path(of: field)))
      let value = dialect.value("properties", path: path)
      if try scope.connection.exists(
        "SELECT 1 FROM items WHERE (\(statement.text)) AND \(value) IS NOT NULL LIMIT 1",
        statement.values)
      {
        held.insert(field)
      }
    }
    return held
  }

  /// Refuses a link that a type gains while two of its rows, in whatever state, share a value.
  ///
  /// - Throws: `link_taken`, which names the type and the field and no row.
  private func judgeLink(of type: TypeDefinition, before: String?) throws {
    guard let field = type.linkField, field != before else { return }
    let dialect = scope.connection.dialect.filters
    let value = dialect.value("properties", path: "?2")
    let isShared = try scope.connection.exists(
      """
      SELECT 1 FROM items
      WHERE type = ?1 AND \(dialect.kind("properties", path: "?2")) = 'text' AND \(value) <> ''
      GROUP BY \(value) HAVING count(*) > 1 LIMIT 1
      """, [.text(type.id), .text(dialect.path(of: field))])
    guard isShared else { return }
    throw RuleRefusal(
      status: 409, code: "link_taken",
      message: "Items of the type \(type.id) share values of “\(field)”, so it cannot be a link.",
      details: ["type": .string(type.id), "field": .string(field)])
  }
}
