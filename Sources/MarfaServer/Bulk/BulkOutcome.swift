import MarfaModel

/// What became of one entry of a page.
enum BulkOutcome: Sendable {
  /// A new row.
  case created(id: String)
  /// A row that was there, changed.
  case updated(id: String)
  /// A row that was there, left alone; its id is told to those who may know it.
  case skipped(id: String?, reason: Reason)
  /// Nothing was written.
  case errored(JSONObject)

  /// Why an entry was left out.
  enum Reason: String, Sendable {
    case duplicateSource = "duplicate_source"
    case duplicateId = "duplicate_id"
    case duplicateEdge = "duplicate_edge"
    case trashed
  }

  /// The outcome of an entry that was refused.
  ///
  /// - Returns: `nil` for an error that is no refusal, but a fault of the store.
  init?(refusing error: any Error) {
    switch error {
    case let refusal as RuleRefusal: self = .errored(Self.error(refusal))
    case let error as MarfaError: self = .errored(Self.error(RuleRefusal(serverSide: error)))
    case let refusal as ConflictRefusal:
      // How things stand would be much for a page; the entry is told what it was refused for.
      let told = refusal.conflict.json["error"]?.object ?? [:]
      self = .errored([
        "code": .string(refusal.conflict.code),
        "message": told["message"] ?? "The row has changed.",
      ])
    default: return nil
    }
  }

  private static func error(_ refusal: RuleRefusal) -> JSONObject {
    var error: JSONObject = ["code": .string(refusal.code), "message": .string(refusal.message)]
    if let details = refusal.details { error["details"] = .object(details) }
    return error
  }

  /// The word of the outcome, by which a page counts.
  var word: String {
    switch self {
    case .created: "created"
    case .updated: "updated"
    case .skipped: "skipped"
    case .errored: "errored"
    }
  }

  /// The outcome as a page answers it.
  func json(index: Int) -> JSONObject {
    var object: JSONObject = ["index": .integer(Int64(index)), "outcome": .string(word)]
    switch self {
    case .created(let id), .updated(let id): object["id"] = .string(id)
    case .skipped(let id, let reason):
      if let id { object["id"] = .string(id) }
      object["reason"] = .string(reason.rawValue)
    case .errored(let error): object["error"] = .object(error)
    }
    return object
  }
}
