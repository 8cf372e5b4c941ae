import MarfaModel

/// One bulk action that was queued, with how far it has come.
struct BulkJob: Sendable, Hashable {
  /// Where a job stands.
  enum Status: String, Sendable {
    case queued
    case inProgress = "in_progress"
    case completed
    case failed
    case canceled

    /// Whether nothing more happens to it.
    var isOver: Bool {
      switch self {
      case .queued, .inProgress: false
      case .completed, .failed, .canceled: true
      }
    }
  }

  let id: String
  /// The id and name of the key that queued it.
  let credential: String
  let label: String
  /// The body of the request.
  let request: JSONObject
  var status: Status
  let matched: Int64
  var processed: Int64 = 0
  var succeeded: Int64 = 0
  var errored: Int64 = 0
  var startedAt: String?
  var finishedAt: String?
  /// Why it failed.
  var error: JSONObject?
  /// The first rows that were changed.
  var changed: [String] = []
  /// The first rows that were refused, each with its code.
  var refused: [JSONObject] = []

  /// How many rows are told of each kind.
  private static let told = 100

  /// Notes a row that was changed.
  mutating func succeed(_ id: String) {
    processed += 1
    succeeded += 1
    if changed.count < Self.told { changed.append(id) }
  }

  /// Notes a row that was refused.
  mutating func refuse(_ id: String, _ error: JSONObject) {
    processed += 1
    errored += 1
    guard refused.count < Self.told else { return }
    var entry: JSONObject = ["id": .string(id)]
    for (name, value) in error { entry[name] = value }
    refused.append(entry)
  }

  /// The job as its doors answer it.
  var json: JSONObject {
    let action = request["action"] ?? .null
    var object: JSONObject = [
      "id": .string(id), "action": action, "status": .string(status.rawValue),
      "matched": .integer(matched), "processed": .integer(processed),
      "succeeded": .integer(succeeded), "errored": .integer(errored),
    ]
    if let startedAt { object["started_at"] = .string(startedAt) }
    if let finishedAt { object["finished_at"] = .string(finishedAt) }
    if let error { object["error"] = .object(error) }
    if status == .completed || status == .failed {
      var result: JSONObject = [
        "action": action, "matched": .integer(matched), "succeeded": .integer(succeeded),
        "errored": .integer(errored), "dry_run": false,
      ]
      if !changed.isEmpty { result["ids"] = .array(changed.map(JSONValue.string)) }
      if !refused.isEmpty { result["errors"] = .array(refused.map(JSONValue.object)) }
      object["result"] = .object(result)
    }
    return object
  }
}
