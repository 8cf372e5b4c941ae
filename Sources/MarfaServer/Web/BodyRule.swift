/// What the door takes as a body.
enum BodyRule: Sendable {
  /// None is read.
  case none
  /// A JSON object, sent as JSON.
  case object
  /// A JSON object sent as JSON, or nothing at all.
  case optionalObject

  /// Bytes of any kind, which the handler takes from the request.
  case bytes

  /// The paths whose bodies may be as large as those of bulk operations.
  private static let bulkPaths: Set<String> = [
    "/items/bulk", "/edges/bulk", "/items/bulk-actions",
  ]

  /// The largest body that is taken at a path, in bytes.
  static func cap(ofPath path: String, ordinary: Int, bulk: Int) -> Int {
    bulkPaths.contains(path) ? bulk : ordinary
  }
}
