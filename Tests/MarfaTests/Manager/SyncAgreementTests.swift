import MarfaModel
import MarfaTesting
import Resilience
import Testing

@testable import Marfa

/// Random steps of a person, a server and the time; after each one, everybody has to say the same.
@Suite("What a manager says, everywhere it says it", .timeLimit(.minutes(5)))
struct SyncAgreementTests {
  /// What the server is like.
  private enum Mood: CaseIterable {
    case well, unreachable, busy, broken, gateway, unreadable, keyless, unpermitted
  }

  /// What the server does with what it is asked; changed by the steps.
  private struct Server {
    var mood = Mood.well
    var key = CopyBench.key
    /// How often a write was taken, by its idempotency key.
    var taken: [String: Int] = [:]

    mutating func answer(_ request: ScriptedRequest) -> ScriptedAnswer? {
      let isWrite = request.method != "GET"
      if request.headers["Authorization"] != "Bearer \(key)", request.line != "GET /" {
        return .refusal(401, "invalid_key")
      }
      switch mood {
      case .well, .keyless: break
      case .unreachable: return .unreachable
      case .busy: return .refusal(429, "rate_limited", retryAfter: "3")
      case .broken: return .refusal(500, "internal")
      case .gateway: return .answer(502, [("Content-Type", "text/html")])
      case .unreadable:
        return .answer(200, body: .cut(after: [0x7B]))
      case .unpermitted:
        if isWrite {
          return .refusal(
            403, "forbidden",
            details: ["grant": ["kind": "type", "name": "core.note", "level": "write"]])
        }
      }
      guard request.line == "POST /items" else { return nil }
      let title = request.json?["properties"]?.object?["title"]?.string ?? ""
      if title.hasPrefix("Bad") { return .refusal(400, "validation_error", message: "No.") }
      if title.hasPrefix("Stuck") { return .refusal(422, "idempotency_key_reused") }
      taken[request.headers["Idempotency-Key"] ?? "", default: 0] += 1
      return nil
    }
  }

  private struct Walk {
    let sync: ManagerBench
    let server: Lock<Server>
    var chance: SeededGenerator
    var steps: [String] = []
    var made = 0
    var keys = 0

    mutating func step() async throws {
      let copy = sync.copy
      let manager = sync.manager
      made += 1
      let number = Int.random(in: 0..<22, using: &chance)
      steps.append("\(number)")
      switch number {
      case 0...3: _ = try await sync.write("Good \(made)")
      case 4: _ = try await sync.write("Bad \(made)")
      case 5: _ = try await sync.write("Stuck \(made)")
      case 6...8:
        let mood = Mood.allCases.randomElement(using: &chance) ?? .well
        steps.append("\(mood)")
        server.withLock { server in
          server.mood = mood
          if mood == .keyless { server.key = "nobody has it" }
        }
      case 9, 10: server.withLock { $0.mood = .well }
      case 11...13: pass()
      case 14: await manager.sync()
      case 15:
        await manager.suspend()
        try await agree()
        manager.resume()
      case 16: try await changeKey(to: Bool.random(using: &chance))
      case 17: _ = try? await copy.queue.drain()
      case 18: try await care()
      case 19: _ = try? await copy.catchUp()
      case 20:
        sync.server.publish(
          .created, Fixture.item(["title": "Elsewhere", "body": ""], id: id(1_000 + made)))
      default:
        for stream in sync.server.streams {
          if Bool.random(using: &chance) {
            stream.cut()
          } else {
            stream.send("data: {nonsense\n\n")
          }
        }
      }
      try await agree()
    }

    /// Lets the time of the next timer come.
    func pass() {
      sync.bench.clock.advance(by: sync.bench.clock.pendingTimers.first ?? .seconds(1))
    }

    mutating func changeKey(to isGood: Bool) async throws {
      keys += 1
      let key = "mk_\(keys)"
      if isGood { server.withLock { $0.key = key } }
      try await sync.manager.useKey(key)
    }

    /// What a person does with writes that were not taken.
    private func care() async throws {
      for write in try await sync.copy.queue.all() {
        switch write.verdict {
        case .refused: _ = try await sync.copy.queue.discard(write.id)
        case .blocked, .dead: _ = try await sync.copy.queue.release(write.id)
        case .accepted, .merged, .conflicted, nil: break
        }
      }
      _ = try await sync.copy.queue.forgetAnswered()
    }

    /// Waits for the manager to have read everything, and compares what is said.
    func agree(_ location: SourceLocation = #_sourceLocation) async throws {
      var difference: String?
      // What comes meanwhile, the stream's own tries for instance, moves one before the other. What
      // does not agree at all still does not after any number of looks.
      for _ in 0..<500 {
        await sync.manager.rest()
        let status = sync.manager.status
        var updates = sync.copy.updates().makeAsyncIterator()
        let update = try #require(await updates.next(), sourceLocation: location)
        let queue = try await sync.copy.queue.all()
        difference = Self.difference(status, update, queue)
        if difference == nil { break }
      }
      if let difference {
        Issue.record(
          "\(difference) after \(steps.joined(separator: " "))", sourceLocation: location)
      }
      for told in sync.told where told.writes.isEmpty {
        // Whoever is told finds it said already, by both.
        guard case .stopped(let error) = told.status.connection else {
          Issue.record(
            "told \(told.error) while \(told.status.connection)", sourceLocation: location)
          continue
        }
        #expect(told.update == .stopped(error), sourceLocation: location)
      }
    }

    private static func difference(
      _ status: SyncStatus, _ update: CopyUpdate, _ queue: [QueuedWrite]
    ) -> String? {
      let expected: CopyUpdate.Connection? =
        switch status.connection {
        case .local: nil
        case .connecting: .connecting
        case .online: .online
        case .offline: .offline(status.lastError)
        case .stopped(let error): .stopped(error)
        }
      if let expected, update.connection != expected {
        return "the status says \(status.connection), the updates \(update.connection)"
      }
      let (pending, stuck, refused) = counts(queue)
      if status.pending != pending || update.pending != pending {
        return "\(pending) wait, status \(status.pending), updates \(update.pending)"
      }
      if status.stuck != stuck || status.attention != stuck + refused {
        return "\(stuck) stuck, \(refused) refused, \(status.stuck) and \(status.attention) said"
      }
      return nil
    }

    private static func counts(_ queue: [QueuedWrite]) -> (UInt64, UInt64, UInt64) {
      var (pending, stuck, refused): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for write in queue {
        switch write.verdict {
        case nil, .blocked(.awaitingDependency, _), .blocked(.credentialRefused, _): pending += 1
        case .blocked, .dead: (pending, stuck) = (pending + 1, stuck + 1)
        case .refused: refused += 1
        case .accepted, .merged, .conflicted: break
        }
      }
      return (pending, stuck, refused)
    }
  }

  @Test(
    "after each step the status, the updates, the queue and what was told agree; nothing is lost",
    arguments: 1...16 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let bench = try CopyBench()
    let server = Lock(Server())
    bench.server.door { request in server.withLock { $0.answer(request) } }
    let sync = ManagerBench(bench, try await bench.open())
    var walk = Walk(sync: sync, server: server, chance: SeededGenerator(seed: seed))
    sync.manager.start()
    await sync.atRest()
    for _ in 0..<60 { try await walk.step() }
    // Left with a server that is well, everything that can be taken is, once.
    server.withLock { $0.mood = .well }
    try await walk.changeKey(to: true)
    var status = await sync.manager.sync()
    for _ in 0..<100 where status.connection != .online || status.pending > status.stuck {
      walk.pass()
      status = await sync.manager.sync()
    }
    try await walk.agree()
    #expect(status.connection == .online && status.lastError == nil)
    for write in try await sync.copy.queue.all() {
      let title = write.body["properties"]?.object?["title"]?.string ?? ""
      if title.hasPrefix("Good") { #expect(write.verdict == .accepted) }
    }
    #expect(server.withLock { $0.taken.values.allSatisfy { $0 == 1 } })
    await sync.copy.close()
  }
}
