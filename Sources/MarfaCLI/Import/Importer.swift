import Marfa
import MarfaModel
import Resilience

/// Sends the notes of a folder to a server, several at a time.
struct Importer {
  let client: Client
  let console: Console

  /// Sends every note, then the connections between them.
  ///
  /// A note that the server refuses is reported and stops nothing; trouble of the connection stops
  /// the whole, and the same import goes on from where it stood when it is run again.
  func send(_ folder: ImportedFolder) async throws -> ImportReport {
    var report = ImportReport(files: folder.files, issues: folder.issues)
    let progress = Lock(0)
    let total = folder.notes.count
    let outcomes = try await folder.notes.concurrentMap(limit: Tuning.importsAtOnce) {
      [client, console] note in
      let outcome = try await Self.put(note, client)
      let done = progress.withLock { count in
        count += 1
        return count
      }
      if done % 25 == 0 || done == total { console.step("importing \(done) of \(total) notes") }
      return outcome
    }
    for (note, outcome) in zip(folder.notes, outcomes) {
      switch outcome {
      case .created(let id):
        report.created += 1
        report.ids[note.sourceId] = id
      case .updated(let id):
        report.updated += 1
        report.ids[note.sourceId] = id
      case .refused(let why): report.refused.append((note.path, why))
      }
    }
    try await connect(folder.notes, &report)
    console.endProgress()
    return report
  }

  private enum Outcome: Sendable {
    case created(String)
    case updated(String)
    case refused(String)
  }

  private static func put(_ note: ImportedNote, _ client: Client) async throws -> Outcome {
    let draft = note.draft
    var body: JSONObject = [
      "type": .string(draft.type), "properties": .object(draft.properties),
      "tags": .array(draft.tags.map { .string($0) }),
    ]
    if let source = draft.source { body["source"] = .string(source) }
    if let sourceId = draft.sourceId { body["source_id"] = .string(sourceId) }
    do {
      let row = try await client.request("POST", "/items", body: body)
      let item = row["item"]?.object ?? [:]
      let id = item["id"]?.string ?? ""
      return item["version"]?.integer == 1 ? .created(id) : .updated(id)
    } catch let error as MarfaError
      where !error.isTransient && !error.refusesKey && !error.conveysCancellation
    {
      return .refused(error.message)
    }
  }

  private func connect(
    _ notes: [ImportedNote], _ report: inout ImportReport
  ) async throws {
    var pairs: [(from: String, to: String)] = []
    for note in notes {
      guard let from = report.ids[note.sourceId] else { continue }
      for link in note.links {
        if let to = report.ids[link], to != from { pairs.append((from, to)) }
      }
    }
    let total = pairs.count
    let progress = Lock(0)
    let made = try await pairs.concurrentMap(limit: Tuning.importsAtOnce) {
      [client, console] pair in
      let isNew = try await Self.draw(from: pair.from, to: pair.to, client)
      let done = progress.withLock { count in
        count += 1
        return count
      }
      if done % 50 == 0 || done == total { console.step("connecting \(done) of \(total) links") }
      return isNew
    }
    report.links = made.count { $0 }
    report.linksHeld = made.count { !$0 }
  }

  /// Draws a connection; one that is there already is left alone.
  private static func draw(from source: String, to target: String, _ client: Client) async throws
    -> Bool
  {
    do {
      _ = try await client.request(
        "POST", "/edges",
        body: [
          "source_id": .string(source), "target_id": .string(target),
          "edge_type": "references",
        ])
      return true
    } catch MarfaError.validation(code: "edge_constraint_violation", _) {
      return false
    }
  }
}
