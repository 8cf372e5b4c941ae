import Foundation
import MarfaTesting
import Testing

@testable import Marfa

@Suite("The fake beside a real copy with a real server")
struct ContractTests {
  /// How many sequences there are, and how long each is: ten thousand calls in all.
  private static let runs = 20
  private static let length = 500

  /// The seed of a sequence. One that failed is repeated by the first when the environment names it.
  private static func seed(_ run: Int) -> UInt64 {
    let first = ProcessInfo.processInfo.environment[SeededRandom.variable].flatMap { UInt64($0) }
    return (first ?? 1) &+ UInt64(run)
  }

  @Test(
    "ten thousand random calls answer, throw and tell the same on both (R21–R25, R31–R63, R65)",
    arguments: 0..<runs)
  func random(_ run: Int) async throws {
    let seed = Self.seed(run)
    try await ContractPair.run(
      seeds: 8, named: "\(SeededRandom.variable)=\(seed) repeats this"
    ) { pair in
      var steps = ContractSteps(pair, seed: seed)
      await steps.run(Self.length)
      // Each round has them all, so that a sequence that ended early is the only one to lack any.
      #expect(Set(steps.calls.keys) == Set(ContractCall.allCases))
    }
  }

  @Test("every call that a fake answers is among those that are compared (R65)")
  func comparesAll() {
    #expect(
      Set(ContractCall.allCases.map(\.rawValue))
        == FakeCallList.answered.union(FakeCallList.displays).union(FakeCallList.linkCandidates))
  }

  @Test("writes that wait behind one another land on the same versions on both (R42–R47, R58)")
  func directed() async throws {
    try await ContractPair.run { pair in
      // Ids are minted here, so that the two differ.
      for copy in [pair.real, pair.fake.copy] {
        let made = try await copy.items.create(
          Draft(
            type: ContractPair.type, properties: ["title": "Tea", "2024": 1, "b": 2, "body": "Hot"])
        )
        let id = try #require(made.itemId)
        for rating in 1...3 {
          try await copy.items.update(
            id, Edit(properties: ["rating": .integer(Int64(rating))], baseVersion: 0))
        }
        try await copy.edges.create(from: id, to: Sample.id(0), type: ContractPair.edgeType)
        try await copy.extensions.write("shop", ["aisle": 4], on: id)
      }
      pair.names.pair(try await pair.fake.copy.queue.all(), try await pair.real.queue.all())
      for (fake, real) in zip(
        try await pair.fake.copy.queue.all(), try await pair.real.queue.all())
      {
        pair.names.pair(fake.itemId, real.itemId)
        pair.names.pair(fake.edgeId, real.edgeId)
      }
      await pair.same(.drain, told: { pair.names.shown($0, $1) }) { try await $0.queue.drain() }
      await pair.same(
        .queue, told: { writes, side in writes.map { pair.names.shown($0, side) } }
      ) { try await $0.queue.all() }
      let order = Sort(field: .createdAt, direction: .descending)
      var keys: [[String]] = []
      for copy in [pair.real, pair.fake.copy] {
        let newest = try #require(try await copy.items.list(sort: order).first)
        #expect(newest.version == 4 && newest.properties["rating"] == 3)
        #expect(newest.createdAt <= newest.updatedAt)
        keys.append(newest.properties.keys)
      }
      #expect(keys[0] == keys[1] && keys[0].first == "2024")
    }
  }

  @Test("a withdrawn write leaves the same row on both (R59)")
  func withdraws() async throws {
    try await ContractPair.run { pair in
      // A device beside this one makes the edit one that the server can't resolve: it is deleted
      // there with a version that moved.
      let other = Client(server: try pair.address)
      _ = try await other.request(
        "PATCH", "/items/\(Sample.id(1))",
        body: ["version": 1, "properties": ["z": "theirs"]])
      await other.close()
      for copy in [pair.real, pair.fake.copy] { try await copy.items.delete(Sample.id(1)) }
      let (real, fake) = (try await pair.real.queue.all(), try await pair.fake.copy.queue.all())
      pair.names.pair(fake, real)
      let report = try await pair.real.queue.drain()
      let verdict = try #require(report.verdicts.first?.verdict)
      #expect(verdict == .blocked(reason: .conflictUnresolved))
      pair.fake.verdict = { _ in verdict }
      try await pair.fake.copy.queue.drain()
      #expect(try await pair.fake.copy.items.get(Sample.id(1)) == nil)
      #expect(try await pair.real.items.get(Sample.id(1)) == nil)
      #expect(try await pair.real.queue.withdraw(real[0].id))
      #expect(try await pair.fake.copy.queue.withdraw(fake[0].id))
      #expect(try await pair.real.items.get(Sample.id(1))?.version == 2)
      #expect(try await pair.fake.copy.items.get(Sample.id(1))?.version == 1)
    }
  }

  @Test(
    "a refused key parks the queue, and what later drains make of that is the same on both (R81)")
  func refusedKey() async throws {
    try await ContractPair.run { pair in
      for copy in [pair.real, pair.fake.copy] {
        try await copy.tags.add("x", to: Sample.id(1))
        try await copy.items.update(
          Sample.id(2), Edit(properties: ["title": "New"], baseVersion: 1))
      }
      pair.names.pair(try await pair.fake.copy.queue.all(), try await pair.real.queue.all())
      let refusal = Refusal(reason: "invalid_key", code: "invalid_key", message: "No.")
      pair.transport.door { _ in .refusal(401, "invalid_key", message: "No.") }
      pair.fake.verdict = { _ in .blocked(reason: .credentialRefused, refusal: refusal) }
      let drains = { () async -> Bool in
        await pair.same(.drain, told: { pair.names.shown($0, $1) }) { try await $0.queue.drain() }
      }
      #expect(await drains())
      #expect(await drains())
      pair.transport.door(nil)
      pair.fake.verdict = { _ in .accepted }
      #expect(await drains())
      await pair.same(
        .queue, told: { writes, side in writes.map { pair.names.shown($0, side) } }
      ) { try await $0.queue.all() }
      await pair.same(
        .get, told: { item, side in item.map { pair.names.shown($0, side) } }
      ) { try await $0.items.get(Sample.id(2)) }
    }
  }

  @Test("a dead write stands as one that a real server never got to (R81)")
  func dead() async throws {
    try await ContractPair.run { pair in
      for copy in [pair.real, pair.fake.copy] { try await copy.tags.add("x", to: Sample.id(1)) }
      pair.names.pair(try await pair.fake.copy.queue.all(), try await pair.real.queue.all())
      pair.transport.door { _ in .refusal(409, "idempotency_key_in_flight") }
      // A real copy tries as often as a failure may be counted; a verdict stands for the last one.
      for _ in 0..<5 { try await pair.real.queue.drain() }
      pair.fake.verdict = { _ in .dead }
      try await pair.fake.copy.queue.drain()
      let (real, fake) = (try await pair.real.queue.all(), try await pair.fake.copy.queue.all())
      #expect(real.map(\.verdict) == [.dead])
      #expect(
        fake.map { pair.names.shown($0, .fake) } == real.map { pair.names.shown($0, .real) })
      for copy in [pair.real, pair.fake.copy] {
        #expect(try await copy.items.get(Sample.id(1))?.tags == ["x"])
      }
      let gone = try await pair.real.queue.discard(real[0].id)
      #expect(try await pair.fake.copy.queue.discard(fake[0].id) == gone)
    }
  }
}
