import Foundation
import Marfa
import MarfaModel
import Resilience
import Testing

@testable import MarfaCLI

@Suite("Ending the process of a copy at every place at which a crash must do no harm")
struct KillPointTests {
  /// Deaths at each place. Over all places these are more than 300.
  private static let deaths = 16
  /// Children that may end without having passed the place, before the test says that it is not
  /// passed any more.
  private static let misses = 8

  @Test(
    "no acknowledged write is lost and none doubled when a copy dies at this place",
    arguments: KillPoint.allCases)
  func survives(point: KillPoint) async throws {
    let seed = CrashSeed.take("KillPointTests \(point.rawValue)")
    var random = SeededGenerator(seed: seed)
    let server = try await LoopbackServer()
    let run = try await KillRun(point: point, server: server, seed: seed)
    var (deaths, misses) = (0, 0)
    while deaths < Self.deaths, misses < Self.misses {
      // A place that was missed is met at its first passing.
      let passes = misses > 0 ? 0 : Int.random(in: 0..<KillRound.passes(point), using: &random)
      if try await run.child(passes: passes, &random) {
        deaths += 1
        misses = 0
      } else {
        misses += 1
      }
      guard try await run.holds("after \(deaths) deaths") else { break }
    }
    #expect(deaths == Self.deaths, "\(point.rawValue) is not passed")
    try await run.ends()
    await server.stop()
  }
}

/// One copy that dies at one place over and over, and what must be there after each death.
private final class KillRun {
  private let point: KillPoint
  private let server: LoopbackServer
  private let rival: CrashRival
  private let seed: UInt64
  private let file: URL
  private var ledger = CrashLedger()
  private var number = 0
  /// Refused edits, whose content stays until it is discarded.
  private var unkept: Set<String> = []
  /// Rows that were queued before a load which died.
  private var queued: Set<String> = []

  init(point: KillPoint, server: LoopbackServer, seed: UInt64) async throws {
    self.point = point
    self.server = server
    self.seed = seed
    rival = CrashRival(server: server)
    file = server.folder.appending(path: "killed.db")
    try await opened { try await Self.load($0) }
  }

  /// Whether the place is one that a file's bytes pass.
  private var isOfFiles: Bool { point == .blobCopied || point == .blobKept }
  private var attachment: URL { server.folder.appending(path: "attachment.txt") }

  private static func load(_ copy: WorkingCopy) async throws {
    try await copy.hydrate(types: [Loopback.note, CrashRival.type], tier: .all)
  }

  private func opened<T>(_ work: (WorkingCopy) async throws -> T) async throws -> T {
    var copy = try await WorkingCopy.open(store: file, server: try server.server)
    // A process that is being started beside this one holds a copy of every open file until its
    // program begins, the lock that was just given back among them.
    for _ in 0..<500 where copy.handle == .reader {
      await copy.close()
      await Task.yield()
      copy = try await WorkingCopy.open(store: file, server: try server.server)
    }
    #expect(copy.handle == .writer, "the role is free again after a death")
    do {
      let outcome = try await work(copy)
      await copy.close()
      return outcome
    } catch {
      await copy.close()
      throw error
    }
  }

  /// Runs a child to its end.
  ///
  /// - Returns: whether it died.
  func child(passes: Int, _ random: inout SeededGenerator) async throws -> Bool {
    number += 1
    let round = KillRound(point: point, number: number, rival: rival)
    let notes = try ledger.script(&random, round: number, length: 5, drains: false)
    var item = ""
    let lines = try await opened { copy in
      if point == .loading || isOfFiles {
        let task = Draft(type: CrashRival.type, properties: ["title": .string("mine \(number)")])
        item = try await copy.items.create(task).itemId ?? ""
        queued.insert(item)
      }
      return try await round.lines(on: copy, after: notes)
    }
    try String(repeating: "Text of file \(number). ", count: 500)
      .write(to: attachment, atomically: true, encoding: .utf8)
    let script = server.folder.appending(path: "script")
    try lines.write(to: script, atomically: true, encoding: .utf8)
    let child = try CrashChild(
      script: script,
      arguments: round.words(
        store: file, address: try server.address, data: server.data,
        attaching: (item, attachment)),
      environment: [KillSwitch.variable: KillSwitch.setting(point, passes: passes)])
    let hasDied = await child.ended()
    // The rival's rows are accounted for by their own rules.
    ledger.take(
      child.answers.filter { $0["body"]?.object?["type"]?.string != CrashRival.type })
    for answer in child.answers where answer["kind"] == "update_item" {
      if answer["body"]?.object?["properties"]?.object?["title"] == "never taken" {
        answer["id"]?.string.map { _ = unkept.insert($0) }
      }
    }
    return hasDied
  }

  /// Opens the copy again and looks for everything that was acknowledged.
  func holds(_ when: String) async throws -> Bool {
    let unkept = unkept
    let found = try await opened { copy in
      let queue = try await copy.queue.all()
      let gone = unkept.subtracting(queue.map(\.id))
      // What names a file is queued behind its bytes, whole or not at all.
      #expect(!queue.contains { $0.kind == .uploadBlob })
      // A load that died is not resumed: reads are refused until another one is whole.
      if try await copy.status().hydration == .inProgress { try await Self.load(copy) }
      return (gone: gone, held: try await copy.heldNotes())
    }
    let missing =
      ledger.missing(among: found.held) + found.gone.map { "the write \($0)" }
      + queued.subtracting(found.held.keys).map { "the row \($0)" }
    #expect(missing == [], "\(point.rawValue) \(when), seed \(seed)")
    return missing.isEmpty
  }

  /// Sends what is left, and compares what the server has with the copy and with the ledger.
  func ends() async throws {
    let comment: Comment = "\(point.rawValue), seed \(seed)"
    let held = try await opened { copy in
      if isOfFiles, let item = queued.first {
        let attached = try await copy.items.attach(to: item, file: attachment)
        #expect(try await copy.blobs.isHeld(attached.upload.blob ?? ""), comment)
      }
      // Twice: what a refusal held back goes out behind it.
      for _ in 0..<2 { #expect(try await copy.queue.drain().unavailable == nil, comment) }
      for write in try await copy.queue.all() where write.verdict?.isStuck == true {
        #expect(try await copy.queue.withdraw(write.id), comment)
      }
      _ = try await copy.catchUp()
      let queue = try await copy.queue.all()
      #expect(queue.filter { $0.verdict == nil }.map(\.kind) == [], comment)
      #expect(Set(queue.map(\.idempotencyKey)).count == queue.count, comment)
      return try await copy.items.list(ListFilters(allStates: true, limit: 1_000_000))
    }
    let notes = try await server.online {
      try await ServedRows($0, type: Loopback.note, edgeTypes: []) { _ in }
    }
    #expect(ledger.missing(among: notes.items) == [], comment)
    #expect(ledger.surplus(among: notes.items) == [], comment)
    let tasks = try await rival.served()
    #expect(queued.isSubset(of: tasks.items.keys), comment)
    let keyed = tasks.items.values.compactMap(\.sourceId)
    #expect(Set(keyed).count == keyed.count, comment)
    let own = tasks.items.values.compactMap(\.title).filter { $0.hasPrefix("mine ") }
    #expect(Set(own).count == own.count, comment)
    for (type, served) in [(Loopback.note, notes.rows), (CrashRival.type, tasks.rows)] {
      var rows = HeldRows(holder: "the copy")
      for item in held where item.type == type { try rows.add(item) }
      #expect(rows.differences(to: served) == [], comment)
    }
  }
}

extension Verdict {
  /// Whether only a withdrawal helps.
  fileprivate var isStuck: Bool {
    switch self {
    case .blocked(.conflictUnresolved, _), .blocked(.ancestorUnavailable, _): true
    case .accepted, .merged, .conflicted, .refused, .blocked, .dead: false
    }
  }
}
