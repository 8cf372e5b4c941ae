import MarfaModel
import Testing

@testable import Marfa

@Suite("Withdrawing a write that the server will not take")
struct WithdrawalTests {
  /// An edit of a held row that the server answered with a conflict.
  private func blocked(
    _ bench: QueueBench, _ code: String = "version_conflict", base: Int64 = 3
  ) async throws -> QueueRecord {
    try await bench.hold(Fixture.item(["title": "A"], version: base))
    let shown = try #require(try await bench.item())
    let write = try await bench.append(
      .updateItem(shown, Edit(properties: ["title": "B"], baseVersion: base)))
    bench.line.refusing(409, code)
    try await bench.drain()
    return write
  }

  private static let theirs = Fixture.item(["title": "theirs"], version: 4)

  @Test(
    "it is taken out, and the server's row is shown as it is now",
    arguments: ["version_conflict", "ancestor_unavailable"])
  func takesOut(code: String) async throws {
    try await QueueBench.run { bench in
      let write = try await blocked(bench, code)
      bench.line.reading { _ in .answered(.item(Self.theirs, tagged: true)) }
      #expect(try await bench.withdrawal.withdraw(write.id))
      #expect(try await bench.queue().isEmpty)
      #expect(try await bench.item()?.properties == ["title": "theirs"])
      #expect(try await bench.isBeneathEmpty())
      #expect(try await bench.owed().isEmpty)
    }
  }

  @Test("other waiting writes to the row stay, laid over what was read")
  func keepsOthers() async throws {
    try await QueueBench.run { bench in
      let write = try await blocked(bench)
      let tag = try await bench.append(.addTag("a", to: Fixture.itemId))
      bench.line.reading { _ in .answered(.item(Self.theirs, tagged: true)) }
      #expect(try await bench.withdrawal.withdraw(write.id))
      #expect(try await bench.queue().map(\.id) == [tag.id])
      #expect(try await bench.item()?.tags == ["a"])
      #expect(try await bench.item()?.properties == ["title": "theirs"])
    }
  }

  @Test("a row that can't be read leaves everything as it was")
  func unreadable() async throws {
    let failures: [DrainLineRead] = [
      .failed, .unavailable(why: "Gone.", retryAfter: nil), .keyRefused,
      .ended(.io(message: "x")),
    ]
    for failure in failures {
      try await QueueBench.run { bench in
        let write = try await blocked(bench)
        bench.line.reading { _ in failure }
        await #expect(throws: MarfaError.self) { try await bench.withdrawal.withdraw(write.id) }
        #expect(try await bench.record(write.id)?.standing == .blocked(.conflictUnresolved))
        #expect(try await bench.item()?.properties == ["title": "B"])
      }
    }
  }

  @Test("writes that wait for it are refused with it, and are never released")
  func dependants() async throws {
    try await QueueBench.run { bench in
      let create = try await bench.append(
        .createItem(
          Draft(type: "core.note", source: "feed", sourceId: "7"), id: Fixture.itemId,
          tier: .library), tags: ["a"])
      bench.line.refusing(409, "version_conflict")
      try await bench.drain()
      bench.line.reading { _ in .answered(.gone) }
      #expect(try await bench.withdrawal.withdraw(create.id))
      let tag = try #require(try await bench.queue().first)
      guard case .refused(let reason) = tag.standing else {
        Issue.record("the tag should be refused")
        return
      }
      #expect(reason == "The creation of an item it waits for was withdrawn.")
      #expect(try await bench.item() == nil)
      #expect(try await bench.care { try $0.release(tag.id, mint: $1) } == false)
      #expect(try await bench.care { care, _ in try care.forgetAnswered() } == 1)
    }
  }

  @Test("a write in any other state stays, and nothing is read for it")
  func otherStates() async throws {
    try await QueueBench.run { bench in
      let write = try await bench.append(
        .createItem(Draft(type: "core.note"), id: Fixture.itemId, tier: nil))
      #expect(try await bench.withdrawal.withdraw(write.id) == false)
      try await bench.drain()
      #expect(try await bench.withdrawal.withdraw(write.id) == false)
      #expect(bench.line.reads.isEmpty)
      let error = await #expect(throws: MarfaError.self) {
        try await bench.withdrawal.withdraw("unknown")
      }
      #expect(error?.code() == "not_found")
    }
  }

  @Test("a copy that moves under the read is read again, three times at most")
  func moves() async throws {
    try await QueueBench.run { bench in
      let write = try await blocked(bench)
      await bench.line.moving(times: 1) { count in
        try? await bench.hold(
          Fixture.item(["title": "event"], version: 10 + Int64(count)))
      }
      bench.line.reading { _ in .answered(.item(Self.theirs, tagged: true)) }
      #expect(try await bench.withdrawal.withdraw(write.id))
      // What the catch-up brought meanwhile is later than what was read, and wins.
      #expect(try await bench.item()?.properties == ["title": "event"])
      let again = try await blocked(bench, base: 10)
      await bench.line.moving(times: 9) { count in
        try? await bench.hold(
          Fixture.item(["title": "event"], version: 29 - Int64(count)))
      }
      await #expect(throws: MarfaError.self) { try await bench.withdrawal.withdraw(again.id) }
      #expect(try await bench.record(again.id) != nil)
    }
  }
}
