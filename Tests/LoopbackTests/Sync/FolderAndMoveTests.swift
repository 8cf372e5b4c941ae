import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Folders and moves of edges against a server")
struct FolderAndMoveTests {
  private static let types = [Loopback.note, "system.folder"]

  private static let settings = FolderSettings(
    title: "Food",
    search: FolderSearch(types: [Loopback.note], filter: "tags contains \"food\""),
    defaults: FolderDefaults(type: Loopback.note, tags: ["food"]), ignore: ["*.tmp"],
    firstPlacement: [Loopback.note: "notes"],
    removalThreshold: RemovalThreshold(files: 5, fraction: 0.5))

  @Test("a folder that one device makes is listed and changed by the other, until it is revoked")
  func folders() async throws {
    try await Loopback.run { loopback in
      let (laptop, phone) = (loopback.laptop.copy, loopback.phone.copy)
      for copy in [laptop, phone] { try await copy.hydrate(types: Self.types, tier: .library) }
      let bread = try await loopback.laptop.note("Bread", "flour", tags: ["food"])
      _ = try await loopback.laptop.note("Nails", "iron")
      _ = try await laptop.queue.drain()
      let made = try await laptop.createFolder(Self.settings, idempotencyKey: "once")
      #expect(made.settings == Self.settings && made.version == 1 && made.state == .active)
      #expect(try await laptop.createFolder(Self.settings, idempotencyKey: "once") == made)
      #expect(try await laptop.items.folder(made.id) == made)
      #expect(try await laptop.items.list(inFolder: made.id).map(\.id) == [bread])
      try await phone.catchUp()
      #expect(try await phone.items.folder(made.id) == made)
      #expect(try await phone.items.list(inFolder: made.id).map(\.id) == [bread])
      #expect(try await phone.search("flour", inFolder: made.id).map(\.item.id) == [bread])
      #expect(try await phone.search("iron", inFolder: made.id).isEmpty)

      let changed = try await phone.changeFolder(
        made.id, FolderSettingsChange(title: "Eat", ignore: []), baseVersion: 1)
      #expect(changed.version == 2 && changed.settings.title == "Eat")
      #expect(changed.settings.ignore == [] && changed.settings.search == Self.settings.search)
      // Made on the first version, of a setting that nobody changed since.
      let merged = try await laptop.changeFolder(
        made.id, FolderSettingsChange(include: ["*.md"]), baseVersion: 1)
      #expect(merged.version == 3 && merged.settings.title == "Eat")
      let conflict = await failure {
        try await laptop.changeFolder(
          made.id, FolderSettingsChange(title: "Mine"), baseVersion: 1)
      }
      guard case .server(409, "version_conflict", _) = conflict else {
        Issue.record("\(conflict.map { "\($0)" } ?? "nothing was thrown")")
        return
      }
      let unknown = await failure {
        try await laptop.createFolder(
          FolderSettings(title: "F", search: FolderSearch(types: ["shop.order"])))
      }
      #expect(unknown?.code() == "unknown_type")

      let revoked = try await laptop.revokeFolder(made.id)
      #expect(revoked.state == .revoked)
      for call in [
        { try await laptop.revokeFolder(made.id) },
        {
          try await laptop.changeFolder(
            made.id, FolderSettingsChange(title: "B"), baseVersion: revoked.version)
        },
      ] as [() async throws -> Folder] {
        let error = await failure { _ = try await call() }
        #expect(error == .validation(code: "invalid_transition", message: error?.message ?? ""))
      }
      try await phone.catchUp()
      #expect(try await phone.items.folder(made.id)?.state == .revoked)
      let gone = await failure { _ = try await phone.items.list(inFolder: made.id) }
      #expect(gone?.code() == "invalid")
    }
  }

  @Test(
    "a moved end reaches the server and the other device under the same id, and one that is taken is put back"
  )
  func moves() async throws {
    try await Loopback.run { loopback in
      let (laptop, phone) = (loopback.laptop.copy, loopback.phone.copy)
      for copy in [laptop, phone] {
        try await copy.hydrate(
          types: [Loopback.note], tier: .all, edgeTypes: ["in-thread", "supersedes"])
      }
      var notes: [String] = []
      for title in ["A", "B", "C"] { notes.append(try await loopback.laptop.note(title)) }
      let edge = try #require(
        try await laptop.edges.create(from: notes[0], to: notes[1], type: "in-thread").edgeId)
      let taken = try #require(
        try await laptop.edges.create(from: notes[0], to: notes[1], type: "supersedes").edgeId)
      try await laptop.edges.create(from: notes[1], to: notes[2], type: "supersedes")
      _ = try await laptop.queue.drain()
      let new = try await loopback.laptop.note("New")
      let move = try await laptop.edges.move(edge, to: new, baseVersion: 1)
      #expect(move.dependsOn.count == 1)
      try await laptop.edges.move(taken, to: notes[2], baseVersion: 1)
      let report = try await laptop.queue.drain()
      #expect(report.verdicts.first { $0.edgeId == edge }?.verdict == .accepted)
      guard
        case .refused(let refusal) = report.verdicts.first(where: { $0.edgeId == taken })?.verdict
      else {
        Issue.record("the second move was not refused")
        return
      }
      #expect(refusal.code == "edge_constraint_violation")
      #expect(try await laptop.edges.to(new).map(\.id) == [edge])
      #expect(
        try await laptop.edges.ofType("supersedes").first { $0.id == taken }?.targetId == notes[1])
      try await phone.catchUp()
      #expect(try await phone.edges.to(new).map(\.version) == [2])
      #expect(try await phone.edges.to(notes[1]).map(\.edgeType) == ["supersedes"])
    }
  }

  private func failure(_ call: () async throws -> Void) async -> MarfaError? {
    do {
      try await call()
      return nil
    } catch {
      return error as? MarfaError
    }
  }
}
