import Foundation
import MarfaEngine
import MarfaModel
import MarfaSQL
import Resilience

@testable import Marfa

/// A queue over a real store in a folder of its own, and a server that answers from a script.
final class QueueBench: Sendable {
  let line: ScriptedLine
  var database: SQLiteDatabase { opened.withLock { $0 } }
  private let opened: Lock<SQLiteDatabase>
  private let folder: URL
  private let minter = UUIDv7Minter()
  /// How many writes are on their way at once.
  let pace = Lock(DrainPace())
  /// Types whose items the slice takes.
  let sliceTypes: Lock<Set<String>> = Lock(["core.note", "core.task"])

  /// The last event that was applied.
  let lastEvent: Lock<String?> = Lock("7")

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    opened = Lock(try await Self.open(folder))
    line = ScriptedLine()
    try await database.write { connection in
      try connection.script(
        EngineSchema.sql + QueueSchema.sql + "CREATE TABLE pins (item_id TEXT PRIMARY KEY);")
    }
  }

  private static func open(_ folder: URL) async throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.tokenizers = [EngineSchema.tokenizer: { _ in NoWords() }]
    return try await SQLiteDatabase.open(.file(folder.appending(path: "store").path), options)
  }

  /// Runs a test over a bench of its own, which is closed whatever becomes of the test.
  static func run(_ body: (QueueBench) async throws -> Void) async throws {
    let bench = try await QueueBench()
    do {
      try await body(bench)
    } catch {
      await bench.close()
      throw error
    }
    await bench.close()
  }

  func close() async {
    await database.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets the store go in the middle of things: nothing that is under way is committed any more.
  func crash() async { await database.close() }

  /// Opens the store again, as a new process would.
  func reopen() async throws {
    let database = try await Self.open(folder)
    opened.withLock { $0 = database }
  }

  func rows(_ connection: any SQLConnection) -> EngineRows {
    let types = sliceTypes.withLock { $0 }
    return EngineRows(
      connection, wholeEdgeTypes: [], sliceTakes: { type, _ in types.contains(type) },
      lastEvent: { [lastEvent] in lastEvent.withLock { $0 } })
  }

  static let now = Timestamp(clamping: 1_767_323_045_000)

  // MARK: - The copy's side

  @discardableResult
  func append(_ write: NewWrite, tags: [String] = []) async throws -> QueueRecord {
    try await database.write { [self] connection in
      try Enqueuer(connection, rows: rows(connection), at: Self.now, minter: minter)
        .append(write, tags: tags)
    }
  }

  /// Puts a row as if the server had sent it.
  func hold(_ item: Item) async throws {
    try await database.write { [self] connection in
      try Overlay(connection, rows: rows(connection)).take(item)
    }
  }

  func hold(_ edge: Edge) async throws {
    try await database.write { [self] connection in
      try Overlay(connection, rows: rows(connection)).take(edge)
    }
  }

  func forget(_ subject: WriteSubject) async throws {
    try await database.write { [self] connection in
      try Overlay(connection, rows: rows(connection)).forget(subject)
    }
  }

  func item(_ id: String = Fixture.itemId) async throws -> Item? {
    try await database.read { [self] in try rows($0).item(id) }
  }

  func edge(_ id: String = Fixture.edgeId) async throws -> Edge? {
    try await database.read { [self] in try rows($0).edge(id) }
  }

  func queue() async throws -> [QueueRecord] {
    try await database.read { try QueueStore(connection: $0).all() }
  }

  func record(_ id: String) async throws -> QueueRecord? {
    try await database.read { try QueueStore(connection: $0).record(id) }
  }

  func owed() async throws -> [OwedRead] {
    try await database.read { try OwedReads(connection: $0).all() }
  }

  func isBeneathEmpty() async throws -> Bool {
    try await database.read { try $0.integer("SELECT count(*) FROM beneath") == 0 }
  }

  func isPinned(_ id: String) async throws -> Bool {
    try await database.read { try $0.exists("SELECT 1 FROM pins WHERE item_id = ?1", [.text(id)]) }
  }

  func care<T: Sendable>(_ body: @escaping @Sendable (QueueCare, () -> String) throws -> T)
    async throws -> T
  {
    try await database.write { [self] connection in
      try body(QueueCare(connection, rows: rows(connection))) {
        minter.mint(milliseconds: Self.now.milliseconds).text
      }
    }
  }

  var drainer: Drainer { drainer { _, _ in } }

  /// A drainer that tells what it logs, in the transaction that decides it.
  func drainer(
    logging log: @escaping @Sendable (any SQLConnection, [Change]) throws -> Void
  ) -> Drainer {
    Drainer(
      database, line: line, clock: VirtualClock(unixMilliseconds: Self.now.milliseconds),
      pace: pace.withLock { $0 }, rows: { [self] in rows($0) }, log: log)
  }

  @discardableResult
  func drain() async throws -> DrainReport { try await drainer.drain() }

  var withdrawal: Withdrawal {
    Withdrawal(database, line: line, now: { Self.now }, rows: { [self] in rows($0) })
  }
}

/// A tokenizer that finds nothing: these tests search for nothing.
private final class NoWords: SQLiteTokenizer {
  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, purpose: SQLiteTokenizerPurpose,
    emit: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool) -> Bool
  ) {}
}

/// A server that answers each write and each read by a script, and remembers what came.
final class ScriptedLine: DrainLine {
  private struct State {
    var requests: [WriteRequest] = []
    var reads: [OwedRead] = []
    var confirmations = 0
    var answer: @Sendable (WriteRequest, Int) async -> SendOutcome = { request, _ in
      ScriptedLine.take(request)
    }
    var read: @Sendable (OwedRead) -> DrainLineRead = { _ in .answered(.gone) }
    var instance: DrainStateMachine.Instance = .confirmed
    var confirming: @Sendable () async -> Void = {}
    var moving: @Sendable (Int) async -> Void = { _ in }
    var movesLeft = 0
  }

  private let state = Lock(State())
  let address = "https://server.example"

  var requests: [WriteRequest] { state.withLock { $0.requests } }
  var reads: [OwedRead] { state.withLock { $0.reads } }
  var confirmations: Int { state.withLock { $0.confirmations } }

  /// Answers writes; the number counts them from 0.
  func answering(_ answer: @escaping @Sendable (WriteRequest, Int) async -> SendOutcome) {
    state.withLock { $0.answer = answer }
  }

  /// Answers every write with a refusal.
  func refusing(_ status: Int, _ code: String, more: JSONObject = [:]) {
    answering { _, _ in
      .answered(WriteAnswer(status: status, body: Fixture.refusal(code, more: more)))
    }
  }

  func reading(_ read: @escaping @Sendable (OwedRead) -> DrainLineRead) {
    state.withLock { $0.read = read }
  }

  /// Does something during each of the next reads; it is told how many are left.
  func moving(times: Int, _ moving: @escaping @Sendable (Int) async -> Void) async {
    state.withLock { state in
      state.movesLeft = times
      state.moving = moving
    }
  }

  func instance(_ instance: DrainStateMachine.Instance) {
    state.withLock { $0.instance = instance }
  }

  /// Does something while the server is asked who it is.
  func confirming(_ confirming: @escaping @Sendable () async -> Void) {
    state.withLock { $0.confirming = confirming }
  }

  func confirmInstance() async -> DrainStateMachine.Instance {
    let (instance, confirming) = state.withLock { state in
      state.confirmations += 1
      return (state.instance, state.confirming)
    }
    await confirming()
    return instance
  }

  func send(_ request: WriteRequest) async -> SendOutcome {
    let (answer, count) = state.withLock { state in
      state.requests.append(request)
      return (state.answer, state.requests.count - 1)
    }
    return await answer(request, count)
  }

  func read(_ read: OwedRead) async -> DrainLineRead {
    let (answer, moving, left) = state.withLock { state in
      state.reads.append(read)
      state.movesLeft -= 1
      return (state.read, state.moving, state.movesLeft)
    }
    if left >= 0 { await moving(left) }
    return answer(read)
  }

  /// Takes any write as a plain server would: a create at version 1, an edit one version on.
  static func take(_ request: WriteRequest) -> SendOutcome {
    guard case .json(let text) = request.body, let body = try? JSONObject(json: text) else {
      return .answered(WriteAnswer(status: 201, body: ["hash": "sha256:aa"]))
    }
    let parts = request.path.split(separator: "/").map(String.init)
    let plain = SendOutcome.answered(WriteAnswer(status: 200, body: ["ok": true]))
    switch (request.method, parts.first, parts.count) {
    case ("POST", "items", 1):
      let item = Fixture.item(
        body["properties"]?.object ?? [:], id: body["id"]?.string ?? Fixture.itemId,
        type: body["type"]?.string ?? "core.note", version: 1, source: "key",
        sourceId: body["source_id"]?.string)
      return .answered(WriteAnswer(status: 201, body: Fixture.answer(item)))
    case ("PATCH", "items", 2):
      let item = Fixture.item(
        body["properties"]?.object ?? [:], id: parts[1],
        version: (body["version"]?.integer ?? 0) + 1, updatedAt: Fixture.later)
      return .answered(WriteAnswer(status: 200, body: Fixture.answer(item)))
    case ("POST", "edges", 1):
      let edge = Fixture.edge(
        id: body["id"]?.string ?? "", from: body["source_id"]?.string ?? "",
        to: body["target_id"]?.string ?? "")
      return .answered(WriteAnswer(status: 201, body: ["edge": .object(edge.stored)]))
    default: return plain
    }
  }
}
