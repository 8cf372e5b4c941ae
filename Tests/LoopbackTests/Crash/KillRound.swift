import Foundation
import Marfa
import MarfaModel
import Resilience

@testable import MarfaCLI

/// What one child does before it dies: the lines that lead to a place, among some of its own notes.
struct KillRound {
  let point: KillPoint
  let number: Int
  let rival: CrashRival

  /// How often one child passes a place at least, so that it can be met at a later passing.
  static func passes(_ point: KillPoint) -> Int {
    switch point {
    case .chosen, .markedAhead, .gathered, .releasing, .applyingEvents, .eventsApplied, .blobCopied,
      .blobKept:
      1
    case .loading, .refusing, .rowRead, .applyingRead, .landing, .landingRefused,
      .withdrawalRead, .withdrawing:
      2
    case .queueing, .queued, .marked, .answered, .settling, .settled, .forgetting: 3
    }
  }

  /// Prepares the server and the copy, and answers the lines for the child.
  ///
  /// - Parameter notes: lines about the copy's own notes, which come first.
  func lines(on copy: WorkingCopy, after notes: String) async throws -> String {
    var lines: [JSONObject] = []
    switch point {
    case .queueing, .queued, .loading, .blobCopied, .blobKept: break
    case .markedAhead, .gathered: lines = unrelated(count: 6) + [["do": "drain"]]
    case .chosen, .marked, .answered, .settling, .settled:
      lines = try await refusals(on: copy, count: number % 2) + [["do": "drain"]]
    case .refusing, .rowRead, .applyingRead:
      lines = try await refusals(on: copy, count: 2) + [["do": "drain"]]
    case .landing: lines = try await landings(refused: false) + [["do": "drain"]]
    case .landingRefused: lines = try await landings(refused: true) + [["do": "drain"]]
    case .applyingEvents, .eventsApplied:
      for place in 0..<3 { _ = try await rival.make("event \(number) \(place)") }
      lines = [["do": "catch_up"], ["do": "drain"]]
    case .releasing:
      try await block(on: copy, count: 2)
      lines = [["do": "release", "reason": "conflict_unresolved"], ["do": "drain"]]
    case .withdrawalRead, .withdrawing:
      lines = try await block(on: copy, count: 2).map { ["do": "withdraw", "id": .string($0)] }
    case .forgetting: lines = [["do": "drain"], ["do": "forget_answered"]]
    }
    return notes + (try lines.map { try $0.json() + "\n" }.joined())
  }

  /// The program's words for the child.
  ///
  /// - Parameter attaching: an item and a file, for the places that a file passes.
  func words(store: URL, address: URL, data: URL, attaching: (item: String, file: URL)) -> [String]
  {
    let server = ["--url", address.absoluteString, "--data", data.path]
    let verb =
      switch point {
      case .loading:
        ["hydrate", "--type", "core.note", "--type", CrashRival.type, "--tier", "all"] + server
      case .blobCopied, .blobKept: ["attach", attaching.item, attaching.file.path]
      default: ["apply"] + server
      }
    return ["device", "--db", store.path] + verb + ["--json"]
  }

  /// Creates of rows that have nothing to do with one another, so that they go out in one flow.
  private func unrelated(count: Int) -> [JSONObject] {
    (0..<count).map { place in
      [
        "do": "create", "type": .string(CrashRival.type),
        "properties": ["title": .string("mine \(point.rawValue) \(number) \(place)")],
      ]
    }
  }

  /// Edits of rows that are in the server's bin by the time they arrive.
  private func refusals(on copy: WorkingCopy, count: Int) async throws -> [JSONObject] {
    var ids: [String] = []
    for place in 0..<count { ids.append(try await rival.make("gone \(number) \(place)")) }
    if count > 0 { _ = try await copy.catchUp() }
    for id in ids { try await rival.bin(id) }
    return ids.map {
      ["do": "update", "id": .string($0), "properties": ["title": "never taken"]]
    }
  }

  /// Creates under a natural key that names a row which the copy has not seen.
  private func landings(refused: Bool) async throws -> [JSONObject] {
    var lines: [JSONObject] = []
    for place in 0..<2 {
      let key = "\(point.rawValue) \(number) \(place)"
      let id = try await rival.make("theirs", sourceId: key)
      var line: JSONObject = [
        "do": "create", "type": .string(CrashRival.type), "tags": ["landed"],
        "properties": ["title": "mine"], "source": .string(CrashRival.source),
        "source_id": .string(key),
      ]
      if refused {
        // On version 1, which is not theirs any more: the server can't lay one over the other.
        try await rival.change(id, to: "theirs again")
        line["base_version"] = 1
      }
      lines.append(line)
    }
    return lines
  }

  /// Makes writes that are blocked: deletions of a version that is not the server's any more.
  @discardableResult
  private func block(on copy: WorkingCopy, count: Int) async throws -> [String] {
    var ids: [String] = []
    for place in 0..<count { ids.append(try await rival.make("contested \(number) \(place)")) }
    _ = try await copy.catchUp()
    var writes: [String] = []
    for id in ids {
      try await rival.change(id, to: "changed behind the copy's back")
      writes.append(try await copy.items.delete(id).id)
    }
    _ = try await copy.queue.drain()
    return writes
  }
}
