/// Every door that the server opens.
enum Doors {
  /// One list for each group of endpoints.
  static let all: [Route] = [
    InstanceRoutes.all,
    EventRoutes.all,
    ItemRoutes.all,
    LookupRoutes.all,
    BulkRoutes.all,
    BulkActionRoutes.all,
    FolderRoutes.all,
    SearchRoutes.all,
    EdgeRoutes.all,
    TypeRoutes.all,
    EdgeTypeRoutes.all,
    MetadataRoutes.all,
    BlobRoutes.all,
    BlobStoreRoutes.all,
    KeyRoutes.all,
  ].flatMap(\.self)
}
