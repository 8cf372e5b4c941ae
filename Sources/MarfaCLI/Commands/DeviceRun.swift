import Marfa
import MarfaModel

/// Carries out one verb of `marfa device` on an opened copy.
struct DeviceRun {
  let copy: WorkingCopy
  let arguments: Arguments
  let console: Console

  /// Does what the verb says and prints what came of it.
  func run(_ verb: DeviceVerb) async throws -> ExitStatus {
    switch verb {
    case .hydrate: return try await hydrate()
    case .catchUp:
      CatchUpLines(try await copy.catchUp()).print(to: console)
      return .done
    case .drain: return DrainLines(try await copy.queue.drain()).print(to: console)
    case .apply: return try await DeviceApply(copy: copy, console: console).run(InputLines().next)
    case .items: return try await items()
    case .search: return try await search()
    case .pin: return try await pin()
    case .unpin: return try await unpin()
    case .bin: return try await bin()
    case .purge: return try await purge()
    case .views: return try await views()
    case .folders: return try await folders()
    case .changes: return try await changes()
    case .attach: return try await attach()
    case .fetch: return try await fetch()
    case .queue: return try await queue()
    case .status: return try await status()
    }
  }

  private func hydrate() async throws -> ExitStatus {
    let types = arguments.all("type")
    guard !types.isEmpty else {
      throw CommandFailure.usage("hydrate needs the types to hold: --type core.note")
    }
    guard let tier = SliceTier(rawValue: arguments["tier"] ?? "all") else {
      throw CommandFailure.usage("--tier must be library, feed or all.")
    }
    let report = try await copy.hydrate(
      types: types, tier: tier, edgeTypes: arguments.all("edge-type"))
    console.say(
      "loaded \(report.items) items and \(report.edges) edges in \(report.pages) pages, "
        + "standing at event \(report.cursor)")
    for refused in report.unregisteredTypes {
      console.say("the server did not take the type \(refused.id): \(refused.message)")
    }
    console.result([
      "items": .integer(Int64(report.items)), "edges": .integer(Int64(report.edges)),
      "pages": .integer(Int64(report.pages)), "cursor": .string(report.cursor),
    ])
    return .done
  }

  private func items() async throws -> ExitStatus {
    var filters = ListFilters(type: arguments["type"])
    filters.limit = UInt32(try arguments.integer("limit", in: 1...1_000_000) ?? 50)
    if let word = arguments["state"] {
      guard let state = ItemState(rawValue: word) else {
        throw CommandFailure.usage("--state must be active, archived, trashed or revoked.")
      }
      filters.state = state
    }
    show(try await copy.items.list(filters))
    return .done
  }

  /// Prints items as a table, and as the result.
  func show(_ items: [Item]) {
    var table = Table(["id", "type", "version", "title"], rightAligned: [2])
    for item in items { table.add(ItemLine(item).cells) }
    for line in table.lines { console.say(line) }
    console.result(.array(items.map { .object(WireRow.shown($0)) }))
  }

  private func search() async throws -> ExitStatus {
    let words = arguments.words.dropFirst().joined(separator: " ")
    guard !words.isEmpty else { throw CommandFailure.usage("search needs words to look for.") }
    let hits = try await copy.search(
      words, filters: SearchFilters(type: arguments["type"]),
      limit: try arguments.integer("limit", in: 1...1_000) ?? 20)
    for hit in hits {
      let cells = ItemLine(hit.item).cells
      console.say("\(cells[0])  \(cells[3])")
      if !hit.snippet.isEmpty { console.say("    \(Excerpt.plain(hit.snippet))") }
    }
    if hits.isEmpty { console.say("Nothing was found.") }
    console.result(
      .array(
        hits.map { hit in
          var row = WireRow.shown(hit.item)
          row["relevance_score"] = .number(hit.score)
          row["snippet_html"] = .string(hit.snippet)
          return .object(row)
        }))
    return .done
  }

  private func queue() async throws -> ExitStatus {
    let writes = try await copy.queue.all()
    var table = Table(["id", "kind", "item", "verdict"])
    for write in writes { table.add(VerdictLine.cells(write)) }
    for line in table.lines { console.say(line) }
    console.result(.array(writes.map { .object(VerdictLine.json($0)) }))
    return .done
  }

  private func status() async throws -> ExitStatus {
    let status = try await copy.status()
    let lines: [(String, String?)] = [
      ("role", copy.handle.rawValue), ("server", status.serverOrigin),
      ("instance", status.instanceId), ("hydration", status.hydration.rawValue),
      ("types", status.sliceTypes.isEmpty ? nil : status.sliceTypes.joined(separator: ", ")),
      ("tier", status.sliceTier?.rawValue), ("event", status.eventCursor),
      ("items", String(status.items)), ("edges", String(status.edges)),
    ]
    for (name, value) in lines where value != nil { console.say("\(name)  \(value ?? "")") }
    var json: JSONObject = [:]
    for (name, value) in lines { json[name] = value.map { .string($0) } ?? .null }
    json["items"] = .integer(Int64(status.items))
    json["edges"] = .integer(Int64(status.edges))
    console.result(.object(json))
    return .done
  }
}

extension WireRow {
  /// An item of a copy as JSON, with its tags.
  static func shown(_ item: Item) -> JSONObject {
    WireRow(
      item: WireItem(item), metadata: WireMetadata(itemId: item.id, tags: item.tags)
    ).json
  }
}
