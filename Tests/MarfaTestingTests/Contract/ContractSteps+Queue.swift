import MarfaTesting
import Testing

@testable import Marfa

/// Random drains, and what is done with writes that are decided or stuck.
extension ContractSteps {
  /// What a drain of the real copy meets.
  enum Weather {
    /// The real server.
    case plain
    /// The real server, until so many writes were sent; nobody after that.
    case lost(after: Int)
    /// The real server, but for this answer to the write of this number.
    case refused(Int, ScriptedAnswer)
  }

  /// Refusals for each thing that a queue makes of one, but for a refused key, behind which the
  /// rest of a sequence would wait.
  private static let refusals: [ScriptedAnswer] = [
    .refusal(
      400, "invalid_properties",
      details: ["errors": [["field": "title", "message": "Too plain."]]]),
    .refusal(404, "item_not_found", message: "Gone."),
    .refusal(409, "ancestor_unavailable"), .refusal(409, "version_conflict"),
    .refusal(409, "version_conflict", message: "It was changed."),
    .refusal(413, "too_large"), .refusal(422, "idempotency_key_reused"),
    .refusal(
      403, "forbidden",
      details: ["grant": ["kind": "type", "name": "core.note", "level": "write"]]),
    .refusal(403, "forbidden", message: "Not you."),
  ]

  mutating func drain() async -> Bool {
    switch number(10) {
    case 0: await drain(.lost(after: number(4)))
    case 1, 2, 3: await drain(.refused(number(6), pick(Self.refusals)))
    default: await drain(.plain)
    }
  }

  /// The fake is told the verdicts that the real copy learned; everything else is its own.
  func drain(_ weather: Weather) async -> Bool {
    let (names, verdicts) = (pair.names, Lock<[String: Verdict]>([:]))
    pair.fake.verdict = { write in verdicts.withLock { $0[names.real(write.id)] } }
    let sent = Lock(0)
    pair.transport.door { _ in
      let number = sent.withLock { sent in
        sent += 1
        return sent - 1
      }
      switch weather {
      case .plain: return nil
      case .lost(let count): return number >= count ? .unreachable : nil
      case .refused(let which, let answer): return number == which ? answer : nil
      }
    }
    defer { pair.transport.door(nil) }
    return await pair.same(.drain, "\(weather)", told: { names.shown($0, $1) }) { [pair] copy in
      let report = try await copy.queue.drain()
      if copy === pair.real {
        verdicts.withLock { verdicts in
          for entry in report.verdicts { verdicts[entry.id] = entry.verdict }
        }
      }
      return report
    }
  }

  /// A write of the queue, or the id of none.
  private mutating func write(where isMeant: (QueuedWrite) -> Bool = { _ in true }) async
    -> ContractRef
  {
    let (real, fake) = (
      (try? await pair.real.queue.all()) ?? [], (try? await pair.fake.copy.queue.all()) ?? []
    )
    let places = zip(real, fake).filter { isMeant($0.0) }
    guard !places.isEmpty, !one(in: 12) else { return ContractRef(pick(["", Sample.id(99_999)])) }
    let (first, second) = pick(places)
    return ContractRef(real: first.id, fake: second.id) ?? ContractRef("")
  }

  mutating func withdraw() async -> Bool {
    let isAny = one(in: 3)
    let write = await write { write in
      guard case .blocked = write.verdict else { return isAny }
      return true
    }
    return await pair.same(.withdraw, "\(write)", told: { value, _ in value }) { [pair] copy in
      try await copy.queue.withdraw(pair.id(write, in: copy))
    }
  }

  mutating func discard() async -> Bool {
    let write = await write()
    return await pair.same(.discard, "\(write)", told: { value, _ in value }) { [pair] copy in
      try await copy.queue.discard(pair.id(write, in: copy))
    }
  }

  func forget() async -> Bool {
    await pair.same(.forgetAnswered, told: { value, _ in value }) {
      try await $0.queue.forgetAnswered()
    }
  }

  func take() async -> Bool {
    await pair.same(
      .takeAnswered, told: { [pair] writes, side in writes.map { pair.names.shown($0, side) } }
    ) { try await $0.queue.takeAnswered() }
  }

  func queue() async -> Bool {
    await pair.same(
      .queue, told: { [pair] writes, side in writes.map { pair.names.shown($0, side) } }
    ) { try await $0.queue.all() }
  }
}
