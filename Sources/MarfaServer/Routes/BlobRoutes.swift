import Foundation
import MarfaEngine
import MarfaHTTP
import MarfaModel
import MarfaSQL
import Resilience

/// The bytes of files (events-blobs-keys 4).
enum BlobRoutes {
  /// `/blobs`.
  static let all: [Route] = [
    Route(
      "POST", "/blobs", need: .judgedByTypes(BlobAccess.mayUpload), body: .bytes, .direct(upload)),
    Route("GET", "/blobs/{hash}", need: .judged(BlobAccess.mayRead), .direct(download)),
    Route(
      "GET", "/blobs/{hash}/url", need: .judged(BlobAccess.mayRead),
      keys: Route.Keys(declared: ["ttl"]),
      .direct(link)),
    Route(
      "GET", "/blobs/{hash}/fetch", need: .nothing,
      keys: Route.Keys(declared: ["expires", "signature"]), .direct(fetch)),
    Route(
      "GET", "/blobs/orphans", need: .permission([.manageBlobs]),
      .read { _, scope in
        let reported = try BlobRegistry(connection: scope.connection).reported()
        return .page(
          reported.map { entry in
            var row = entry.blob.json
            row["reported_at"] = .string(entry.at)
            return .object(row)
          }, next: nil)
      }),
  ]

  /// How long a link lives when nobody says, and the longest that is given, in seconds.
  private static let (usualLife, longestLife): (Int64, Int64) = (3_600, 604_800)

  // MARK: Uploading

  private static func upload(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let type = mediaType(call.request.headers["Content-Type"])
    guard type.lowercased() != "multipart/form-data" else {
      throw RuleRefusal.malformed("The body is the file itself, not a form.")
    }
    let wanted = try ContentDigestField(call.request.headers)
    let upload = try collected(call.request, core)
    let intake = try upload.whole()
    // Whoever hears of a refusal finds nothing left of what was refused.
    defer { intake.discard() }
    let hash = try await core.blobs.finish(intake)
    if let wanted, wanted.hash != hash {
      throw RuleRefusal.malformed(
        path: "Content-Digest", "The body is not the one that Content-Digest tells of.")
    }
    let sent = BlobRegistry.Blob(hash: hash, mimeType: type, size: intake.count)
    return try await core.write(call, key: nil) { call, scope in
      // In the writer's turn, so that a cleaning cannot take away what was just placed.
      try intake.place(hash)
      let blob = try BlobRegistry(connection: scope.connection)
        .register(sent, by: try call.sender().id, at: scope.timestamp)
      return .json(blob.json, status: 201)
    }
  }

  /// The upload that the network brought, or the body at hand.
  private static func collected(_ request: HTTPRequest, _ core: ServerCore) throws -> BlobUpload {
    if let upload = request.sink as? BlobUpload { return upload }
    guard !request.bodyOverflow else {
      // Who sent it was not known in time for the body to be taken to the disk.
      throw RuleRefusal(
        status: 503, code: "write_contention",
        message: "The server has its hands full. Send the request again.")
    }
    return core.blobs.upload(request.body)
  }

  /// The media type of a body without its parameters, letter case kept.
  private static func mediaType(_ field: String?) -> String {
    let type = (field ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return type.isEmpty ? "application/octet-stream" : type
  }

  // MARK: Downloading

  private static func download(_ call: Call, _ core: ServerCore) async throws -> Reply {
    try bytes(of: try await readable(call, core), call, core)
  }

  /// The bytes that a request names, for one who may read them; what may not be read is answered
  /// as what is not there.
  private static func readable(_ call: Call, _ core: ServerCore) async throws -> BlobRegistry.Blob {
    let hash = try hash(call)
    let sender = try call.sender()
    let blob = try await core.database.read { connection -> BlobRegistry.Blob? in
      guard let blob = try BlobRegistry(connection: connection).get(hash) else { return nil }
      let references = BlobReferences(
        connection: connection, catalog: try core.catalog(connection))
      return try references.reads(hash, sender) ? blob : nil
    }
    guard let blob else { throw RuleRefusal.blobNotFound }
    return blob
  }

  /// The hash that a request names.
  static func hash(_ call: Call) throws(RuleRefusal) -> BlobHash {
    guard let hash = BlobHash(call.segment("hash")) else {
      throw .malformed(
        path: "hash", "A file's name is sha256: and 64 lowercase hexadecimal digits.")
    }
    return hash
  }

  private static func bytes(
    of blob: BlobRegistry.Blob, _ call: Call, _ core: ServerCore
  ) throws -> Reply {
    let headers = call.request.headers
    let field = headers.occurrences(of: "Range") == 1 ? headers["Range"] : nil
    var fields = [
      ("Content-Type", blob.mimeType), ("Accept-Ranges", "bytes"),
      ("ETag", "\"\(blob.hash.text)\""),
      // Whatever the bytes say, a browser shows none of it as this server's own page.
      ("Content-Disposition", "attachment; filename=\"\(blob.hash.hex)\""),
      ("Content-Security-Policy", "sandbox; default-src 'none'"),
      ("X-Content-Type-Options", "nosniff"),
    ]
    var status = 200
    var part: Range<Int>?
    switch ByteRange(field, size: Int(blob.size)) {
    case .whole: break
    case .part(let range):
      status = 206
      part = range
      fields.append(
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.size)"))
    case .outside:
      var reply = Reply(
        refusing: RuleRefusal(
          status: 416, code: "range_not_satisfiable", message: "The file has no such part.",
          details: ["size_bytes": .integer(blob.size)]))
      reply.headers.append(("Content-Range", "bytes */\(blob.size)"))
      return reply
    }
    guard blob.isHeld, let file = try? HTTPFile(core.blobs.folder.file(of: blob.hash), range: part),
      file.size == Int(blob.size)
    else { throw RuleRefusal.blobNotFound }
    return Reply(status: status, body: .file(file), headers: fields)
  }

  // MARK: Links

  private static func link(_ call: Call, _ core: ServerCore) async throws -> Reply {
    let life = try life(call.query["ttl"])
    let blob = try await readable(call, core)
    let expires = core.clock.unixMilliseconds + life * 1_000
    let query = try core.blobs.signer.query(blob.hash, expires: expires)
    let address = core.address(seenBy: call.request)
    return .json([
      "url": .string("\(address)/blobs/\(blob.hash.text)/fetch?\(query)"),
      "expires_in": .integer(life),
    ])
  }

  private static func life(_ text: String?) throws(RuleRefusal) -> Int64 {
    guard let text else { return usualLife }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.contains(where: { $0 != 0x30 })
    else {
      throw .malformed(path: "ttl", "ttl must be a whole number of seconds from 1.")
    }
    return min(Int64(text) ?? longestLife, longestLife)
  }

  private static func fetch(_ call: Call, _ core: ServerCore) async throws -> Reply {
    guard let expires = call.query["expires"] else { throw RuleRefusal.missing("expires") }
    guard let signature = call.query["signature"] else { throw RuleRefusal.missing("signature") }
    let hash = try hash(call)
    guard
      try core.blobs.signer.isGood(
        hash, expires: expires, signature: signature, now: core.clock.unixMilliseconds)
    else {
      throw RuleRefusal(
        status: 401, code: "unauthorized", message: "This link has ended or was changed.")
    }
    let blob = try await core.database.read { try BlobRegistry(connection: $0).get(hash) }
    guard let blob else { throw RuleRefusal.blobNotFound }
    return try bytes(of: blob, call, core)
  }
}

extension RuleRefusal {
  /// No readable bytes under this hash, or none in the folder.
  static let blobNotFound = RuleRefusal(
    status: 404, code: "blob_not_found", message: "There is no file with this hash.")
}
