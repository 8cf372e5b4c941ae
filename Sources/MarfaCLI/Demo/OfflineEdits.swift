import Marfa
import MarfaModel

/// Makes the changes of both devices while there is no server.
struct OfflineEdits {
  let laptop: DemoDevice
  let phone: DemoDevice
  /// The notes that are edited; both devices hold them.
  let notes: [String]
  /// A note that this run made, to be deleted.
  let scrap: String
  /// A word that is in no other text.
  let word: String

  /// How many notes the changes need.
  static let notesNeeded = 6
  /// The type of every note.
  static let type = "core.note"
  /// The edge type of a link from note to note.
  static let link = "references"

  /// Makes every change.
  func make() async throws -> [OfflineEdit] {
    let first = try await alone() + properties() + bodies() + titles()
    return try await first + creates() + deletes() + tags()
  }

  /// A title that only the laptop changes, a body that only the phone changes.
  private func alone() async throws -> [OfflineEdit] {
    [
      try await set(laptop, notes[0], "title", "Title of the laptop, \(word)", "a title, alone"),
      try await append(phone, notes[1], "Read on the phone, \(word).", "a body, alone"),
    ]
  }

  /// Different properties of one note: both stay.
  private func properties() async throws -> [OfflineEdit] {
    [
      try await set(
        laptop, notes[2], "title", "Renamed on the laptop, \(word)", "one note: its title"),
      try await set(
        phone, notes[2], "notes", "Noted on the phone, \(word)", "one note: its notes"),
    ]
  }

  /// The same body: one stays in the row, the other in a conflicted copy.
  private func bodies() async throws -> [OfflineEdit] {
    [
      try await append(laptop, notes[3], "The laptop's end, \(word).", "the same body", both: true),
      try await append(
        phone, notes[3], "The phone's end, \(word).", "the same body",
        expected: .conflicted(["body"]), both: true),
    ]
  }

  /// The same title: the last writer wins, the other title stays in the history.
  private func titles() async throws -> [OfflineEdit] {
    let note = notes[4]
    let loser = "The laptop's title, \(word)"
    let write = try await update(laptop, note, "title", loser)
    return [
      made(laptop, "the same title", write, .history(item: note, name: "title", value: loser)),
      try await set(
        phone, note, "title", "The phone's title, \(word)", "the same title",
        expected: .merged(["title"])),
    ]
  }

  /// A note made on each device, the phone's with a tag, and a link from each to an older note.
  private func creates() async throws -> [OfflineEdit] {
    var edits: [OfflineEdit] = []
    for device in [laptop, phone] {
      let title = "Made on the \(device.name), \(word)"
      let write = try await device.copy.items.create(
        Draft(
          type: Self.type,
          properties: ["title": .string(title), "body": "Zażółć gęślą jaźń 日本語 العربية \u{1F980}"],
          tags: device.name == phone.name ? ["fresh"] : []))
      let id = write.itemId ?? ""
      edits.append(
        made(device, "a new note", write, .property(item: id, name: "title", value: title)))
      let edge = try await device.copy.edges.create(from: id, to: notes[0], type: Self.link)
      edits.append(
        made(
          device, "a link from it", edge, .edge(from: id, to: notes[0], type: Self.link)))
    }
    return edits
  }

  /// A note moves to the bin; both of its links go with it.
  private func deletes() async throws -> [OfflineEdit] {
    [made(laptop, "a delete", try await laptop.copy.items.delete(scrap), .bin(item: scrap))]
  }

  /// Different tags on one note by both: tags never collide.
  private func tags() async throws -> [OfflineEdit] {
    let note = notes[5]
    let (ours, theirs, short) = ("laptop-\(word)", "phone-\(word)", "brief-\(word)")
    return [
      made(
        laptop, "a tag", try await laptop.copy.tags.add(ours, to: note),
        .tag(item: note, tag: ours)),
      made(
        phone, "two tags", try await phone.copy.metadata.mergeTags([theirs, short], into: note),
        .tag(item: note, tag: theirs)),
      made(
        phone, "one of them off", try await phone.copy.tags.remove(short, from: note),
        .tagGone(item: note, tag: short)),
    ]
  }

  private func set(
    _ device: DemoDevice, _ note: String, _ name: String, _ value: String, _ what: String,
    expected: ExpectedVerdict = .accepted
  ) async throws -> OfflineEdit {
    made(
      device, what, try await update(device, note, name, value),
      .property(item: note, name: name, value: value), expected: expected)
  }

  private func append(
    _ device: DemoDevice, _ note: String, _ line: String, _ what: String,
    expected: ExpectedVerdict = .accepted, both: Bool = false
  ) async throws -> OfflineEdit {
    let body = try await held(device, note).properties["body"]?.string ?? ""
    let value = body + "\n\n" + line
    let write = try await update(device, note, "body", value)
    return made(
      device, what, write,
      both
        ? .propertyOrCopy(item: note, name: "body", value: value)
        : .property(item: note, name: "body", value: value),
      expected: expected)
  }

  private func update(_ device: DemoDevice, _ note: String, _ name: String, _ value: String)
    async throws -> QueuedWrite
  {
    let version = try await held(device, note).version
    return try await device.copy.items.update(
      note, Edit(properties: [name: .string(value)], baseVersion: version))
  }

  private func held(_ device: DemoDevice, _ note: String) async throws -> Item {
    guard let item = try await device.copy.items.get(note) else {
      throw CommandFailure(
        .refused, code: "not_held", "The \(device.name) does not hold the note \(note).")
    }
    return item
  }

  private func made(
    _ device: DemoDevice, _ what: String, _ write: QueuedWrite, _ trace: OfflineEdit.Trace,
    expected: ExpectedVerdict = .accepted
  ) -> OfflineEdit {
    OfflineEdit(
      device: device.name, what: what, writeId: write.id, expected: expected, trace: trace)
  }
}
