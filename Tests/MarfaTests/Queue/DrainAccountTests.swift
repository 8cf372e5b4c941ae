import MarfaModel
import Resilience
import Testing

@testable import Marfa

@Suite("The report of a drain accounts for every write")
struct DrainAccountTests {
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Queues creates with tags, plain and under natural keys, edits of them, and edges between them.
  private func fill(_ bench: QueueBench, _ random: inout Seeded) async throws {
    for number in 0..<6 {
      let keyed = Bool.random(using: &random)
      try await bench.append(
        .createItem(
          Draft(
            type: "core.note", properties: ["title": .integer(Int64(number))],
            source: keyed ? "feed" : nil, sourceId: keyed ? "\(number)" : nil),
          id: id(10 + number), tier: .library), tags: number % 2 == 0 ? ["a", "b"] : [])
    }
    for number in 0..<8 {
      let place = Int.random(in: 0..<6, using: &random)
      guard let shown = try await bench.item(id(10 + place)) else { continue }
      try await bench.append(
        Bool.random(using: &random)
          ? .updateItem(
            shown,
            Edit(properties: ["p": .integer(Int64(number))], baseVersion: shown.version))
          : .createEdge(
            id(100 + number), from: id(10 + place), to: id(10 + (place + 1) % 6),
            type: "references",
            properties: [:], isFresh: true))
    }
  }

  private func outcome(_ request: WriteRequest, _ random: inout Seeded) -> SendOutcome {
    func refusal(_ status: Int, _ code: String, _ more: JSONObject = [:]) -> SendOutcome {
      .answered(WriteAnswer(status: status, body: Fixture.refusal(code, more: more)))
    }
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<10: return ScriptedLine.take(request)
    case 10, 11: return refusal(400, "validation_error")
    case 12, 13:
      let current: JSONObject = ["current": ["id": .string(id(900))]]
      return refusal(409, "version_conflict", current)
    case 14: return refusal(409, "ancestor_unavailable")
    case 15: return refusal(422, "idempotency_key_reused")
    case 16:
      return .answered(
        WriteAnswer(
          status: 403,
          body: Fixture.refusal(
            "forbidden",
            details: ["grant": ["kind": "type", "name": "core.note", "level": "write"]]
          )))
    case 17, 18, 19: return .answered(WriteAnswer(status: 201, body: "unreadable"))
    case 20: return .unmade(why: "No.")
    case 21: return refusal(503, "write_contention")
    case 22: return refusal(401, "invalid_key")
    default: return .unreachable(.network(message: "Gone."))
    }
  }

  private func read(_ read: OwedRead, _ random: inout Seeded) -> DrainLineRead {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .failed
    case 1: return .unavailable(why: "Gone.", retryAfter: nil)
    default:
      guard case .item(let id) = read.subject else { return .answered(.gone) }
      return .answered(.item(Fixture.item(id: id, version: 9), tagged: true))
    }
  }

  @Test(
    "each write a pass reaches is in exactly one count, and its entry agrees with the queue",
    arguments: 0..<60)
  func accounts(seed: Int) async throws {
    try await QueueBench.run { bench in
      var random = Seeded(state: UInt64(seed) &* 7_919 &+ 11)
      try await fill(bench, &random)
      let rolls = Lock(random)
      bench.line.answering { request, _ in rolls.withLock { self.outcome(request, &$0) } }
      bench.line.reading { read in rolls.withLock { self.read(read, &$0) } }
      for pass in 0..<6 {
        let comment: Comment = "seed \(seed), pass \(pass)"
        let open = try await bench.queue().filter {
          $0.standing == .unanswered || WriteLife.next($0.life, .passBegan) != nil
        }
        let report = try await bench.drain()
        let after = try await bench.queue()
        let known = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
        let counted =
          report.answered + report.held + report.undelivered + report.unsent + report.unmade
        // A refused key parks the rest of the queue, which is in no count.
        let parked =
          report.stopped == nil
          ? 0
          : open.count { write in
            known[write.id]?.standing == .blocked(.credentialRefused)
              && !report.verdicts.contains { $0.id == write.id }
          }
        #expect(Int(counted) + parked == open.count, comment)
        #expect(Set(report.verdicts.map(\.id)).count == report.verdicts.count, comment)
        for entry in report.verdicts {
          let same = known[entry.id]?.drainVerdict(replayed: entry.replayed)
          #expect(same == entry, comment)
        }
        let held = after.filter { $0.standing == .blocked(.awaitingDependency) }
        #expect(held.count == Int(report.held), comment)
        #expect(!held.contains { write in report.verdicts.contains { $0.id == write.id } }, comment)
      }
    }
  }

  @Test(
    "a pass that marks ahead sends, stores and reports what one does that settles each write first",
    arguments: 0..<60, [DrainPace(), DrainPace(ahead: 3, gathered: 2, overlaps: false)])
  func samePasses(seed: Int, pace: DrainPace) async throws {
    try await QueueBench.run { ahead in
      try await QueueBench.run { single in
        ahead.pace.withLock { $0 = pace }
        single.pace.withLock { $0 = .single }
        for bench in [ahead, single] {
          var random = Seeded(state: UInt64(seed) &* 7_919 &+ 11)
          try await fill(bench, &random)
          let rolls = Lock(random)
          bench.line.answering { request, _ in rolls.withLock { self.outcome(request, &$0) } }
          bench.line.reading { read in rolls.withLock { self.read(read, &$0) } }
        }
        for pass in 0..<4 {
          let comment: Comment = "seed \(seed), pass \(pass)"
          let reports = (try await ahead.drain(), try await single.drain())
          let told = (try await told(ahead, reports.0), try await told(single, reports.1))
          #expect(told.0 == told.1, comment)
        }
      }
    }
  }

  /// All that a pass leaves, in words that name writes by their place and not by their ids.
  private func told(_ bench: QueueBench, _ report: DrainReport) async throws -> [String] {
    let queue = try await bench.queue()
    let places = Dictionary(queue.map { ($0.id, $0.seq) }) { first, _ in first }
    var counts = report
    counts.verdicts = []
    var lines = ["\(counts)"]
    lines += report.verdicts.map {
      "\(places[$0.id] ?? 0) \(String(describing: $0.verdict)) \($0.refusals) \($0.replayed)"
    }
    for write in queue {
      let body = try write.body.json()
      lines.append(
        "\(write.seq) \(write.kind) \(write.itemId ?? "") \(write.edgeId ?? "") \(write.sent) "
          + "\(write.standing) \(write.baseVersion ?? 0) \(body) \(write.refusals)")
    }
    let keys = Dictionary(queue.map { ($0.idempotencyKey, $0.seq) }) { first, _ in first }
    lines += bench.line.requests.map {
      "\($0.idempotencyKey.flatMap { keys[$0] } ?? 0) \($0.method) \($0.target) \($0.body)"
    }
    lines += bench.line.reads.map {
      "\($0.subject) \($0.landing.flatMap { places[$0] } ?? 0) \($0.moved)"
    }
    for number in [10, 11, 12, 13, 14, 15, 900] {
      lines.append(String(describing: try await bench.item(id(number))))
    }
    return lines
  }
}
