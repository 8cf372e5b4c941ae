/// A server's refusal: the status and what its error envelope says.
public struct ServerRefusal: Sendable, Hashable {
  /// The HTTP status.
  public var status: UInt16
  /// The word for the cause, or `unknown` where the body was no envelope.
  public var code: String
  /// A sentence for people, as the server wrote it.
  public var message: String
  /// Further facts, by cause.
  public var details: JSONObject?
  /// What stands beside `error`: `current`, `ancestor` and the like of a refused version.
  public var siblings: JSONObject
  /// The seconds to wait first, when the server named them.
  public var retryAfterSeconds: UInt64?

  /// The code of a refusal whose body was no envelope.
  public static let unknownCode = "unknown"
  /// How much of a body that is no envelope becomes the message, in characters.
  private static let excerptLength = 200

  /// Makes a refusal.
  public init(
    status: UInt16, code: String, message: String, details: JSONObject? = nil,
    siblings: JSONObject = [:], retryAfterSeconds: UInt64? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.siblings = siblings
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// Reads a refusal out of an answer; any body makes one.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the answer's body, an error envelope or anything else.
  ///   - retryAfterSeconds: the seconds that the answer asks to wait.
  public init(status: UInt16, body: [UInt8], retryAfterSeconds: UInt64? = nil) {
    if let object = try? JSONObject(bytes: body),
      let refusal = ServerRefusal(
        status: status, envelope: object, retryAfterSeconds: retryAfterSeconds)
    {
      self = refusal
      return
    }
    let text = String(decoding: body.prefix(Self.excerptLength * 4), as: UTF8.self)
    self.init(
      status: status, code: Self.unknownCode, message: String(text.prefix(Self.excerptLength)),
      retryAfterSeconds: retryAfterSeconds)
  }

  /// Reads a refusal out of an error envelope, or answers `nil` where the object is none.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - envelope: the answer's body.
  ///   - retryAfterSeconds: the seconds that the answer asks to wait.
  public init?(status: UInt16, envelope: JSONObject, retryAfterSeconds: UInt64? = nil) {
    guard let error = envelope["error"]?.object, let code = error["code"]?.string
    else { return nil }
    var siblings = envelope
    siblings["error"] = nil
    self.init(
      status: status, code: code, message: error["message"]?.string ?? "",
      details: error["details"]?.object, siblings: siblings,
      retryAfterSeconds: retryAfterSeconds)
  }

  /// The envelope as it is sent. Only the refusals of a version carry their status in it.
  public var json: JSONObject {
    var error: JSONObject = ["code": .string(code)]
    if Self.versionCodes.contains(code) { error["status"] = .integer(Int64(status)) }
    error["message"] = .string(message)
    if let details { error["details"] = .object(details) }
    var object: JSONObject = ["error": .object(error)]
    for (key, value) in siblings where key != "error" { object[key] = value }
    return object
  }

  private static let versionCodes: Set<String> = ["version_conflict", "ancestor_unavailable"]
}

extension ServerRefusal {
  /// The fields that were found wrong; entries that name none are left out.
  public var fields: [FieldRefusal] {
    (details?["errors"]?.array ?? []).compactMap { entry in
      guard let field = entry.object?["field"]?.string else { return nil }
      return FieldRefusal(field: field, message: entry.object?["message"]?.string ?? "")
    }
  }

  /// Whether the item that the write names is in the bin.
  public var isTrashed: Bool { details?["trashed"]?.bool == true }

  /// The permission that would have let the write through, when every part of it is known.
  public var grant: MissingGrant? {
    guard let grant = details?["grant"]?.object,
      let kind = grant["kind"]?.string.flatMap(GrantKind.init),
      let name = grant["name"]?.string, !name.isEmpty,
      let level = grant["level"]?.string.flatMap(GrantLevel.init)
    else { return nil }
    return MissingGrant(kind: kind, name: name, level: level)
  }

  /// The version that the row has now, where the refusal shows the row.
  public var currentVersion: Int64? { siblings["current"]?.object?["version"]?.whole }
}
