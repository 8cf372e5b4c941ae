import Marfa
import MarfaModel

/// What became of a write, as a line and as JSON.
struct VerdictLine {
  /// The line.
  let text: String

  /// Takes an entry of a drain's report.
  init(_ entry: DrainVerdict) {
    text =
      "\(entry.kind.rawValue)  \(entry.itemId ?? entry.id)  \(Self.word(entry.verdict))"
      + (entry.replayed ? " (answered before)" : "")
  }

  /// A verdict in words.
  static func word(_ verdict: Verdict?, waiting: Bool = false) -> String {
    switch verdict {
    case nil: waiting ? "waits for another write" : "not answered"
    case .accepted: "accepted"
    case .merged(let fields): "merged: \(fields.joined(separator: ", "))"
    case .conflicted(let copy, let fields):
      "conflicted: \(fields.joined(separator: ", ")), kept in \(copy)"
    case .refused(let refusal):
      "refused: \(refusal.message ?? refusal.reason)"
    case .blocked(let reason, _): "blocked: \(reason.rawValue)"
    case .dead: "given up after five failures"
    }
  }

  /// A queued write as a row of a table.
  static func cells(_ write: QueuedWrite) -> [String] {
    [
      write.id, write.kind.rawValue, write.itemId ?? "",
      word(write.verdict, waiting: write.waiting),
    ]
  }

  /// A queued write as JSON.
  static func json(_ write: QueuedWrite) -> JSONObject {
    [
      "id": .string(write.id), "kind": .string(write.kind.rawValue),
      "item_id": write.itemId.map { .string($0) } ?? .null,
      "edge_id": write.edgeId.map { .string($0) } ?? .null,
      "verdict": name(write.verdict), "waiting": .bool(write.waiting),
      "refusals": .integer(write.refusals), "queued_at": .string(write.queuedAt),
      "body": .object(write.body),
    ]
  }

  /// A drain's report as JSON.
  static func json(_ report: DrainReport) -> JSONObject {
    [
      "answered": .integer(Int64(report.answered)), "held": .integer(Int64(report.held)),
      "undelivered": .integer(Int64(report.undelivered)),
      "unsent": .integer(Int64(report.unsent)), "unmade": .integer(Int64(report.unmade)),
      "unavailable": report.unavailable.map { .string($0) } ?? .null,
      "stopped": report.stopped.map { .string($0) } ?? .null,
      "retry_after_seconds": report.retryAfterSeconds.map { .integer(Int64($0)) } ?? .null,
      "verdicts": .array(
        report.verdicts.map { entry in
          [
            "id": .string(entry.id), "kind": .string(entry.kind.rawValue),
            "item_id": entry.itemId.map { .string($0) } ?? .null,
            "edge_id": entry.edgeId.map { .string($0) } ?? .null,
            "verdict": name(entry.verdict), "replayed": .bool(entry.replayed),
          ]
        }),
    ]
  }

  private static func name(_ verdict: Verdict?) -> JSONValue {
    switch verdict {
    case nil: .null
    case .accepted: "accepted"
    case .merged: "merged"
    case .conflicted: "conflicted"
    case .refused: "refused"
    case .blocked: "blocked"
    case .dead: "dead"
    }
  }
}
