import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

@Suite("Writing folders")
struct FolderWriteTests {
  private static let settings = FolderSettings(
    title: "Notes", search: FolderSearch(types: ["core.task"]), ignore: ["*.tmp"])
  private static let folder = id(90)

  /// Every write of a folder, with the line that it sends.
  private static let writes: [(String, @Sendable (WorkingCopy) async throws -> Void)] = [
    ("POST /folders", { try await $0.createFolder(settings) }),
    (
      "PATCH /folders/\(folder)",
      { try await $0.changeFolder(folder, FolderSettingsChange(ignore: []), baseVersion: 1) }
    ),
    ("POST /folders/\(folder)/revoke", { try await $0.revokeFolder(folder) }),
  ]

  private func told(_ copy: WorkingCopy, since mark: ChangeMark?) async throws -> [Change] {
    try await copy.changes(since: mark).changes
  }

  @Test("a folder is made, changed and revoked at once, held as answered, and told with its id")
  func writes() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated(FolderBench.types)
    let ear = await bench.ear(copy)
    bench.server.openDoors()
    let mark = try await copy.changes(since: nil).next
    let steps = Lock<[Item]>([
      FolderBench.row(Self.settings.json),
      FolderBench.row(["title": "B", "search": ["types": ["core.task"]]], version: 2),
      FolderBench.row(["title": "B", "revoked_at": "2026-01-02"], version: 3, state: .revoked),
    ])
    bench.server.door { request in
      guard request.path.hasPrefix("/folders") else { return nil }
      return FolderBench.answer(
        steps.withLock { $0.removeFirst() }, status: request.path == "/folders" ? 201 : 200)
    }
    let made = try await copy.createFolder(Self.settings)
    #expect(made == Folder(id: Self.folder, version: 1, settings: Self.settings))
    #expect(try await copy.items.folder(Self.folder) == made)
    let changed = try await copy.changeFolder(
      Self.folder, FolderSettingsChange(title: "B", ignore: []), baseVersion: 1,
      idempotencyKey: "mine")
    #expect(changed.version == 2 && changed.settings.title == "B")
    #expect(try await copy.items.folder(Self.folder) == changed)
    let revoked = try await copy.revokeFolder(Self.folder)
    #expect(revoked.state == .revoked)
    #expect(try await copy.items.folder(Self.folder) == revoked)
    let sent = bench.transport.requests.filter { $0.path.hasPrefix("/folders") }
    #expect(sent.map(\.line) == Self.writes.map(\.0))
    #expect(sent[0].json == Self.settings.json)
    #expect(sent[1].json == ["title": "B", "ignore": [], "version": 1])
    let keys = sent.map { $0.headers["Idempotency-Key"] ?? "" }
    #expect(keys[1] == "mine" && Set(keys).count == 3 && !keys.contains(""))
    let expected = [Change](
      repeating: Change(origin: .refreshed(.folderWritten), itemId: Self.folder), count: 3)
    await ear.wait { $0.count >= 3 }
    #expect(ear.changes == expected)
    #expect(try await told(copy, since: mark) == expected)
    #expect(try await copy.queue.all().isEmpty)
    // The events of the same writes change nothing more, whoever takes them.
    bench.server.publish(.created, FolderBench.row(Self.settings.json))
    try await copy.catchUp()
    #expect(ear.changes == expected)
    #expect(try await copy.items.folder(Self.folder) == revoked)
    await copy.close()
  }

  @Test("a folder that the slice doesn't take is written and told, and held only once pinned")
  func unheld() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated(["core.task"])
    let row = FolderBench.row(Self.settings.json)
    bench.server.door("POST /folders") { _ in FolderBench.answer(row, status: 201) }
    let mark = try await copy.changes(since: nil).next
    #expect(try await copy.createFolder(Self.settings).id == Self.folder)
    #expect(try await copy.items.folder(Self.folder) == nil)
    #expect(
      try await told(copy, since: mark)
        == [Change(origin: .refreshed(.folderWritten), itemId: Self.folder)])
    bench.server.hold(row)
    try await copy.pin(Self.folder)
    #expect(try await copy.items.list(inFolder: Self.folder).isEmpty)
    #expect(try await copy.items.folder(Self.folder)?.settings == Self.settings)
    await copy.close()
  }

  @Test("settings that no folder could follow are refused before anything is sent")
  func refusedHere() async throws {
    let bench = try CopyBench()
    bench.server.hold(FolderBench.row(Self.settings.json))
    let copy = try await bench.hydrated(FolderBench.types)
    var bad = Self.settings
    bad.search.filter = "backref[references] exists"
    let calls: [() async throws -> Void] = [
      { try await copy.createFolder(bad) },
      { try await copy.createFolder(FolderSettings()) },
      { try await copy.createFolder(FolderSettings(title: "F", include: [""])) },
      {
        try await copy.createFolder(
          FolderSettings(title: "F", defaults: FolderDefaults(properties: ["n": .number(.nan)])))
      },
      { try await copy.changeFolder(Self.folder, FolderSettingsChange(), baseVersion: 1) },
      {
        try await copy.changeFolder(
          Self.folder, FolderSettingsChange(search: bad.search), baseVersion: 1)
      },
      {
        // Judged with what the folder says besides.
        try await copy.changeFolder(
          Self.folder, FolderSettingsChange(defaults: FolderDefaults(type: "core.note")),
          baseVersion: 1)
      },
    ]
    for (number, call) in calls.enumerated() {
      #expect(await thrown(call)?.code() == "invalid", "\(number)")
    }
    #expect(bench.transport.lines.filter { $0.contains("folders") }.isEmpty)
    await copy.close()
  }

  @Test("refused or unanswered, a write leaves the folder as it was and tells nothing")
  func refusedThere() async throws {
    let bench = try CopyBench()
    bench.server.hold(FolderBench.row(Self.settings.json))
    let copy = try await bench.hydrated(FolderBench.types)
    let before = try await copy.items.folder(Self.folder)
    let mark = try await copy.changes(since: nil).next
    let answers: [(ScriptedAnswer, String, String?)] = [
      (.refusal(409, "version_conflict"), "server", "version_conflict"),
      (.refusal(400, "invalid_transition"), "validation", "invalid_transition"),
      (.refusal(400, "unknown_type"), "unknown_type", nil),
      (.refusal(403, "type_not_permitted"), "forbidden", "type_not_permitted"),
      (.refusal(404, "item_not_found"), "not_found", "item_not_found"),
      (.failure(.connection(.dropped)), "network", nil),
      (.json(["item": 1]), "decoding", nil), (.json([:]), "decoding", nil),
      (FolderBench.answer(FolderBench.row(["search": 1])), "decoding", nil),
    ]
    for (line, call) in Self.writes {
      for (answer, code, server) in answers {
        bench.server.door(line) { _ in answer }
        let error = await thrown { try await call(copy) }
        #expect(error?.code() == code && error?.serverCode == server, "\(line) \(code)")
      }
    }
    #expect(try await copy.items.folder(Self.folder) == before)
    #expect(try await told(copy, since: mark).isEmpty)
    await copy.close()
  }

  @Test("a repeat under the same key holds no older row over a later one")
  func replayed() async throws {
    let bench = try CopyBench()
    let later = FolderBench.row(["title": "Later"], version: 2)
    bench.server.hold(later)
    let copy = try await bench.hydrated(FolderBench.types)
    bench.server.door("POST /folders") { _ in
      FolderBench.answer(FolderBench.row(Self.settings.json), status: 201)
    }
    let answered = try await copy.createFolder(Self.settings, idempotencyKey: "again")
    #expect(answered.version == 1)
    #expect(try await copy.items.folder(Self.folder)?.settings.title == "Later")
    await copy.close()
  }

  @Test(
    "a folder is written before the first load; a reader, no server, a half load and a close refuse"
  )
  func states() async throws {
    let bench = try CopyBench()
    bench.server.door("POST /folders") { _ in
      FolderBench.answer(FolderBench.row(Self.settings.json), status: 201)
    }
    let copy = try await bench.open()
    try await copy.createFolder(Self.settings)
    #expect(try await copy.items.folder(Self.folder)?.settings == Self.settings)
    // What is here is what this device made: never all that the folder holds.
    #expect(
      await thrown { _ = try await copy.items.list(inFolder: Self.folder) }?.code()
        == "hydration_incomplete")
    let reader = try await bench.open()
    try await bench.run(
      "INSERT INTO copy_meta (name, value) VALUES ('hydration_in_progress', '1')", in: copy)
    for (_, call) in Self.writes {
      #expect(await thrown { try await call(reader) }?.code() == "reading_handle")
      #expect(await thrown { try await call(copy) }?.code() == "hydration_incomplete")
    }
    await reader.close()
    await copy.close()
    for (_, call) in Self.writes {
      #expect(await thrown { try await call(copy) }?.code() == "closed")
    }
    let other = try CopyBench()
    let alone = try await other.openAlone()
    for (_, call) in Self.writes {
      #expect(await thrown { try await call(alone) }?.code() == "no_server")
    }
    await alone.close()
  }

  @Test("another instance at the address is written to by nobody")
  func otherInstance() async throws {
    let bench = try CopyBench()
    let copy = try await bench.hydrated(FolderBench.types)
    bench.server.set { $0.instance = "instance-2" }
    #expect(
      await thrown { try await copy.createFolder(Self.settings) }?.serverCode == "instance_changed")
    #expect(!bench.transport.lines.contains("POST /folders"))
    await copy.close()
  }
}
