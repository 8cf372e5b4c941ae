import MarfaHTTP
import MarfaModel
import MarfaSQL

/// Where the bytes of files are kept (events-blobs-keys 5.1).
enum BlobStoreRoutes {
  /// `/blobs/stores` and `/blobs/{hash}/locations`.
  static let all: [Route] = [
    Route(
      "GET", "/blobs/stores", need: .permission([.manageBlobs]),
      .read { _, scope in
        let stores = try BlobCopies(connection: scope.connection).stores()
        return .json([
          "data": .array(stores.map { .object($0.json) }), "next_cursor": .null,
          "min_copies": .integer(Tuning.leastCopies),
        ])
      }),
    Route(
      "GET", "/blobs/{hash}/locations", need: .judged(BlobAccess.mayRead),
      .read { call, scope in
        let hash = try BlobRoutes.hash(call)
        let references = BlobReferences(connection: scope.connection, catalog: scope.catalog)
        guard try BlobRegistry(connection: scope.connection).get(hash) != nil,
          try references.reads(hash, try call.sender())
        else { throw RuleRefusal.blobNotFound }
        let copies = try BlobCopies(connection: scope.connection).copies(of: hash)
        return .page(copies.map { .object($0.json) }, next: nil)
      }),
    Route(
      "DELETE", "/blobs/{hash}/locations/{store}", need: .permission([.manageBlobs]),
      .write { call, scope in try drop(call, scope) }),
  ]

  /// Refuses to drop a copy. The folder is the one place that can be attached, so the copy in it is
  /// always the last.
  private static func drop(_ call: Call, _ scope: WriteScope) throws -> Reply {
    let hash = try BlobRoutes.hash(call)
    guard try BlobRegistry(connection: scope.connection).get(hash) != nil else {
      throw RuleRefusal.blobNotFound
    }
    let live = try BlobCopies(connection: scope.connection).copies(of: hash)
      .filter { !$0.isDetached }
    guard live.contains(where: { $0.storeId == call.segment("store") }) else {
      throw RuleRefusal(
        status: 404, code: "blob_location_not_found",
        message: "No attached store with this id holds a copy of the file.")
    }
    throw RuleRefusal(
      status: 409, code: "copies_below_minimum",
      message: "This is the last copy of the file. Remove what names the file instead.",
      details: [
        "live": .integer(Int64(live.count)), "min_copies": .integer(Tuning.leastCopies),
      ])
  }
}
