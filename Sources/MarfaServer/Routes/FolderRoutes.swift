/// Folders: searches whose items a device keeps as files (server-items 14). They are read by the
/// operations on items.
enum FolderRoutes {
  /// `/folders`.
  static let all: [Route] = [
    Route(
      "POST", "/folders", need: .judgedByTypes(FolderWriter.mayWrite), body: .object, keyed: true,
      .write { call, scope in try writer(call, scope).create(call.body) }),
    Route(
      "PATCH", "/folders/{id}", need: .judgedByTypes(FolderWriter.mayWrite), body: .object,
      keyed: true,
      .write { call, scope in try writer(call, scope).change(call.segment("id"), call.body) }),
    Route(
      "POST", "/folders/{id}/revoke", need: .judgedByTypes(FolderWriter.mayWrite),
      body: .optionalObject, keyed: true,
      .write { call, scope in try writer(call, scope).revoke(call.segment("id")) }),
  ]

  private static func writer(_ call: Call, _ scope: WriteScope) throws -> FolderWriter {
    FolderWriter(items: ItemWriter(scope: scope, sender: try call.sender()))
  }
}
