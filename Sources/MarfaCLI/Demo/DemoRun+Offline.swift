import Marfa
import MarfaModel
import Resilience

extension DemoRun {
  /// Makes the notes of this run's own: one to be deleted, with a link from it and one to it, and
  /// as many as the folder has too few.
  func makeOwnNotes(_ client: Client) async throws -> DemoNotes {
    var own = DemoNotes()
    own.scrap = try await make("To be deleted", client)
    for number in 0..<max(0, OfflineEdits.notesNeeded - editable.count) {
      own.further.append(try await make("To be edited \(number + 1)", client))
    }
    guard let other = editable.first ?? own.further.first else { return own }
    for (from, to) in [(own.scrap, other), (other, own.scrap)] {
      _ = try await client.request(
        "POST", "/edges",
        body: [
          "source_id": .string(from), "target_id": .string(to),
          "edge_type": .string(OfflineEdits.link),
        ])
    }
    return own
  }

  private func make(_ title: String, _ client: Client) async throws -> String {
    let row = try await client.request(
      "POST", "/items",
      body: [
        "type": .string(OfflineEdits.type),
        "properties": ["title": .string(title), "body": "A note of the main job itself."],
      ])
    return row["item"]?.object?["id"]?.string ?? ""
  }

  /// The imported notes that can be edited: a long body leaves no room for a further line.
  private var editable: [String] {
    let room = 50_000
    return notes.notes.filter { $0.body.utf16.count < room }
      .compactMap { outcome.imported.ids[$0.sourceId] }
  }

  /// Changes and searches both copies while no server runs.
  func work(_ own: DemoNotes) async throws {
    let word = "marfa" + String(clock.unixMilliseconds, radix: 36)
    let edits = OfflineEdits(
      laptop: house.devices[0], phone: house.devices[1],
      notes: Array((editable + own.further).prefix(OfflineEdits.notesNeeded)), scrap: own.scrap,
      word: word)
    outcome.edits = try await outcome.times.measure("edit offline", "writes", count: { $0.count }) {
      try await edits.make()
    }
    console.say("edited  \(outcome.edits.count) changes on two devices without a server")
    for device in house.devices { try await drainIntoNothing(device) }
    try await search(word)
  }

  /// Draining without a server is no error: every write stays.
  private func drainIntoNothing(_ device: DemoDevice) async throws {
    let waiting = try await device.copy.queue.all().count
    let report = try await device.copy.queue.drain()
    let left = try await device.copy.queue.all()
    if report.unavailable == nil || report.answered > 0 || left.count != waiting
      || left.contains(where: { $0.verdict != nil })
    {
      outcome.fault(["The \(device.name)'s drain without a server did not leave its writes alone."])
    }
  }

  /// Every device finds what it wrote, in every script, and what was imported.
  private func search(_ word: String) async throws {
    let (devices, edits) = (house.devices, outcome.edits)
    let title = notes.notes.first?.title ?? ""
    let titled = notes.notes.first.flatMap { outcome.imported.ids[$0.sourceId] }
    let (hits, missed) = try await outcome.times.measure(
      "search offline", "hits", count: { $0.0 }
    ) { () -> (Int, [String]) in
      var hits = 0
      var missed: [String] = []
      for device in devices {
        let own = edits.filter { $0.device == device.name }.compactMap { $0.trace.found(by: word) }
        let found = Set(try await device.copy.search(word, limit: 100).map(\.item.id))
        hits += found.count
        missed += Set(own).subtracting(found).map { "The \(device.name) does not find \($0)." }
        for words in ["日本語", "العربية", "zazolc"] {
          let count = try await device.copy.search(words, limit: 100).count
          hits += count
          if count == 0 { missed.append("The \(device.name) finds nothing for “\(words)”.") }
        }
        let byTitle = try await device.copy.search(title, limit: 1_000)
        hits += byTitle.count
        // A renamed note is not found by its old title.
        if let titled, !edits.contains(where: { $0.trace.renames(titled) }),
          byTitle.count < 1_000, !byTitle.contains(where: { $0.item.id == titled })
        {
          missed.append("The \(device.name) does not find “\(title)” by its title.")
        }
      }
      return (hits, missed)
    }
    outcome.fault(missed)
    console.say("searched  \(hits) hits on two devices without a server")
  }
}

extension OfflineEdit.Trace {
  /// The item that a search for a word of the change must find; `nil` when it need not find any.
  fileprivate func found(by word: String) -> String? {
    switch self {
    case .property(let item, _, let value), .propertyOrCopy(let item, _, let value),
      .history(let item, _, let value):
      value.contains(word) ? item : nil
    case .tag(let item, _): item
    case .tagGone, .edge, .bin: nil
    }
  }

  /// Whether the change gives an item another title.
  fileprivate func renames(_ id: String) -> Bool {
    switch self {
    case .property(let item, let name, _), .history(let item, let name, _):
      item == id && name == "title"
    case .propertyOrCopy, .tag, .tagGone, .edge, .bin: false
    }
  }
}
