import MarfaModel

/// The request that a queued write is sent as: a pure function of the stored write.
///
/// The same write makes the same request to the byte each time, which is what lets the server
/// recognise it by its idempotency key.
struct WriteRequest: Sendable, Hashable {
  /// What is sent behind the headers.
  enum Body: Sendable, Hashable {
    /// JSON text, to the byte.
    case json(String)
    /// The bytes held under a hash.
    case blob(hash: String, mimeType: String)
  }

  /// The HTTP method.
  let method: String
  /// The path below the server's address, each segment percent-encoded.
  let path: String
  /// The query without its question mark; `nil` for none.
  let query: String?
  /// What is sent behind the headers.
  let body: Body
  /// The key under which a repeat is recognised; an upload is recognised by its hash.
  let idempotencyKey: String?

  /// The headers, without the credential, which is the transport's business.
  var headers: [(name: String, value: String)] {
    var headers = [(name: "Accept", value: "application/json")]
    switch body {
    case .json: headers.append((name: "Content-Type", value: "application/json"))
    case .blob(_, let mimeType): headers.append((name: "Content-Type", value: mimeType))
    }
    if let idempotencyKey { headers.append((name: "Idempotency-Key", value: idempotencyKey)) }
    return headers
  }

  /// The path with its query.
  var target: String { query.map { "\(path)?\($0)" } ?? path }

  /// Makes the request of a write.
  ///
  /// - Throws: ``Unmade`` when the stored write lacks what its kind needs.
  init(_ write: QueueRecord) throws(Unmade) {
    let item = { () throws(Unmade) in try Self.part(write.itemId, "item") }
    let edge = { () throws(Unmade) in try Self.part(write.edgeId, "edge") }
    switch write.kind {
    case .createItem: (method, path, query) = ("POST", Self.path("items"), nil)
    case .updateItem:
      (method, path, query) = ("PATCH", Self.path("items", try item()), "conflict=auto")
    case .deleteItem:
      guard let version = write.baseVersion else { throw Unmade(missing: "version") }
      (method, path, query) = ("DELETE", Self.path("items", try item()), "version=\(version)")
    case .restoreItem:
      (method, path, query) = ("POST", Self.path("items", try item(), "restore"), nil)
    case .transitionItem:
      (method, path, query) = ("POST", Self.path("items", try item(), "transition"), nil)
    case .createEdge: (method, path, query) = ("POST", Self.path("edges"), nil)
    case .updateEdge: (method, path, query) = ("PATCH", Self.path("edges", try edge()), nil)
    case .deleteEdge: (method, path, query) = ("DELETE", Self.path("edges", try edge()), nil)
    case .replaceMetadata:
      (method, path, query) = ("PUT", Self.path("items", try item(), "metadata"), nil)
    case .mergeMetadata:
      (method, path, query) = ("PATCH", Self.path("items", try item(), "metadata"), nil)
    case .addTag: (method, path, query) = ("POST", Self.path("items", try item(), "tags"), nil)
    case .removeTag:
      let tag = try Self.part(write.tag, "tag")
      (method, path, query) = ("DELETE", Self.path("items", try item(), "tags", tag), nil)
    case .writeExtension, .deleteExtension:
      let namespace = try Self.part(write.namespace, "namespace")
      method = write.kind == .writeExtension ? "PUT" : "DELETE"
      (path, query) = (Self.path("items", try item(), "extensions", namespace), nil)
    case .uploadBlob: (method, path, query) = ("POST", Self.path("blobs"), nil)
    }
    if write.kind == .uploadBlob {
      let hash = try Self.part(write.blob, "hash")
      body = .blob(hash: hash, mimeType: write.mimeType ?? "application/octet-stream")
      idempotencyKey = nil
    } else {
      body = .json(write.bodyText)
      idempotencyKey = write.idempotencyKey
    }
  }

  /// Why a stored write makes no request: a part that its kind needs is missing.
  struct Unmade: Error, Hashable {
    /// The part.
    let missing: String
    /// The same in words.
    var words: String { "The queued write lacks its \(missing)." }
  }

  private static func part(_ value: String?, _ name: String) throws(Unmade) -> String {
    guard let value, !value.isEmpty else { throw Unmade(missing: name) }
    return value
  }

  private static func path(_ segments: String...) -> String {
    segments.reduce(into: "") { $0 += "/" + PathSegment.encode($1) }
  }
}
