import Foundation
import Marfa
import MarfaModel

/// The verbs that hold, destroy and tell of single things.
extension DeviceRun {
  func pin() async throws -> ExitStatus {
    try await each("pin") { id in
      let report = try await copy.pin(id)
      console.say(report.wasPinned ? "\(id) was pinned already" : "pinned \(id)")
    }
  }

  func unpin() async throws -> ExitStatus {
    try await each("unpin") { id in
      let report = try await copy.unpin(id)
      console.say(report.wasPinned ? "unpinned \(id)" : "\(id) was not pinned")
    }
  }

  func purge() async throws -> ExitStatus {
    try await each("purge") { id in
      try await copy.items.purge(id)
      console.say("destroyed \(id)")
    }
  }

  func bin() async throws -> ExitStatus {
    let page = try await copy.items.bin(
      type: arguments["type"], limit: try arguments.integer("limit", in: 1...100) ?? 50)
    show(page.items)
    return .done
  }

  func views() async throws -> ExitStatus {
    if let id = arguments.words.dropFirst().first {
      show(
        try await copy.items.list(
          inView: id,
          limit: UInt32(try arguments.integer("limit", in: 1...1_000_000) ?? 50)))
      return .done
    }
    let views = try await copy.views.all()
    for view in views { console.say("\(view.id)  \(view.settings.title ?? "(no title)")") }
    console.result(
      .array(
        views.map { view in
          .object([
            "id": .string(view.id), "version": .integer(view.version),
            "settings": .object(view.settings.properties),
          ])
        }))
    return .done
  }

  func folders() async throws -> ExitStatus {
    if let id = arguments.words.dropFirst().first {
      show(
        try await copy.items.list(
          inFolder: id,
          limit: UInt32(try arguments.integer("limit", in: 1...1_000_000) ?? 50)))
      return .done
    }
    let folders = try await copy.items.list(ListFilters(type: TypeId.folder, allStates: true))
    for folder in folders {
      let ending = folder.state == .revoked ? "  revoked" : ""
      console.say("\(folder.id)  \(folder.title ?? "(no title)")\(ending)")
    }
    console.result(
      .array(
        folders.map { folder in
          .object([
            "id": .string(folder.id), "version": .integer(folder.version),
            "state": .string(folder.state.rawValue), "settings": .object(folder.properties),
          ])
        }))
    return .done
  }

  func changes() async throws -> ExitStatus {
    let limit = try arguments.integer("limit", in: 1...1_000) ?? 500
    let page = try await copy.changes(since: try mark(), most: limit)
    for change in page.changes {
      let (word, about) = Self.words(change.origin)
      console.say(
        [word, about, change.itemId, change.edgeId].compactMap(\.self).joined(separator: "  "))
    }
    let next = try Self.text(page.next)
    console.say(page.isTruncated ? "more follow; go on with --since \(next)" : "mark \(next)")
    console.result([
      "changes": .array(
        page.changes.map { change in
          let (word, about) = Self.words(change.origin)
          return .object([
            "origin": .string(word), "about": about.map(JSONValue.string) ?? .null,
            "item_id": change.itemId.map(JSONValue.string) ?? .null,
            "edge_id": change.edgeId.map(JSONValue.string) ?? .null,
          ])
        }),
      "next": .string(next), "is_truncated": .bool(page.isTruncated),
    ])
    return .done
  }

  /// Does something for each id of the command line; the first that fails ends it.
  private func each(_ verb: String, _ work: (String) async throws -> Void) async throws
    -> ExitStatus
  {
    let ids = arguments.words.dropFirst()
    guard !ids.isEmpty else { throw CommandFailure.usage("\(verb) needs the ids of items.") }
    for id in ids { try await work(id) }
    console.result(.array(ids.map(JSONValue.string)))
    return .done
  }

  private func mark() throws -> ChangeMark? {
    guard let text = arguments["since"] else { return nil }
    // A mark is one JSON string.
    let json = try JSONValue.string(text).json()
    do {
      return try JSONDecoder().decode(ChangeMark.self, from: Data(json.utf8))
    } catch {
      throw CommandFailure.usage("--since takes the mark that an earlier call ended with.")
    }
  }

  private static func text(_ mark: ChangeMark) throws -> String {
    let json = String(decoding: try JSONEncoder().encode(mark), as: UTF8.self)
    return try JSONValue(json: json).string ?? ""
  }

  /// What brought a change about, and what of it.
  private static func words(_ origin: Change.Origin) -> (String, String?) {
    switch origin {
    case .local(let kind): ("local", kind.rawValue)
    case .server(let event, let cursor): ("server", "\(event) \(cursor)")
    case .answered(let verdict): ("answered", verdict.id)
    case .refreshed(let refresh): ("refreshed", refresh.rawValue)
    case .saved: ("saved", nil)
    case .serverReachable: ("server_reachable", nil)
    case .serverUnreachable(let error): ("server_unreachable", error.code())
    case .stopped(let error): ("stopped", error.code())
    }
  }
}
