import MarfaModel

/// Which events a stream asks for, beside what its credential may read.
struct StreamFilter: Sendable {
  /// The types asked for with all beneath them; `nil` is every type.
  let types: Set<String>?
  /// Whether edge events are wanted. They are told whatever the types (events-blobs-keys 1.6).
  let wantsEdges: Bool

  /// Most entries that `type` takes.
  static let mostTypes = 10

  /// Reads `type` and `edges`; the first bad entry decides.
  init(_ query: QueryParameters, catalog: TypeCatalog, credential: Credential) throws(RuleRefusal) {
    let entries = query.list("type")
    guard entries.count <= Self.mostTypes else {
      throw .malformed(path: "type", "type takes at most \(Self.mostTypes) entries.")
    }
    var wanted: Set<String> = []
    for entry in entries {
      wanted.formUnion(try TypeScope.resolve(entry, catalog: catalog, credential: credential))
    }
    types = entries.isEmpty ? nil : wanted
    switch query["edges"] {
    case nil, "all": wantsEdges = true
    case "none": wantsEdges = false
    default: throw .malformed(path: "edges", "edges must be all or none.")
    }
  }

  /// The frame's members as this credential may see them; `nil` when it is not told.
  func project(_ row: EventLog.Row, for credential: Credential, catalog: TypeCatalog)
    -> JSONObject?
  {
    let permissions = credential.permissions
    if let edgeType = row.edgeType {
      guard wantsEdges, permissions.reads(edgeType: edgeType),
        permissions.reads(type: row.itemType, in: catalog)
      else { return nil }
    } else {
      guard permissions.reads(type: row.itemType, in: catalog),
        types?.contains(row.itemType) ?? true
      else { return nil }
    }
    guard var members = try? JSONObject(json: row.members) else { return nil }
    if var metadata = members["metadata"]?.object, let held = metadata["extensions"]?.object {
      let readable = held.filter { permissions.reads(extension: $0.key) }
      metadata["extensions"] = .object(JSONObject(readable.map { ($0.key, $0.value) }))
      members["metadata"] = .object(metadata)
    }
    Self.hideMarks(in: &members, permissions: permissions, catalog: catalog)
    return members
  }

  /// Marks that name another row are told only to those who may read that row's type.
  private static func hideMarks(
    in members: inout JSONObject, permissions: KeyPermissions, catalog: TypeCatalog
  ) {
    let markType = members.removeValue(forKey: EventMark.typeMember)?.string
    if let markType, permissions.reads(type: markType, in: catalog) { return }
    members.removeValue(forKey: "restored_with")
    if var item = members["item"]?.object {
      item.removeValue(forKey: "trashed_with")
      members["item"] = .object(item)
    }
  }
}
