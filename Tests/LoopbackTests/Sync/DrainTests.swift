import Foundation
import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("Draining against a real server")
struct DrainTests {
  @Test("a drain without a server is a report, and the same writes go out once it is back")
  func outage() async throws {
    try await Loopback.run { loopback in
      let copy = loopback.laptop.copy
      await loopback.server.stop()
      let id = try await loopback.laptop.note("Offline", tags: ["a"])
      let report = try await copy.queue.drain()
      #expect(report.unavailable != nil && report.stopped == nil)
      #expect(report.answered == 0 && report.undelivered + report.held == 2)
      #expect(report.verdicts.allSatisfy { $0.verdict == nil })
      let waiting = try await copy.queue.all()
      try await loopback.server.start()
      let second = try await copy.queue.drain()
      #expect(second.answered == 2 && second.unavailable == nil)
      let answered = try await copy.queue.all()
      #expect(answered.map(\.idempotencyKey) == waiting.map(\.idempotencyKey))
      #expect(answered.allSatisfy { $0.verdict == .accepted && $0.answeredAt != nil })
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.items.keys.sorted() == [id])
    }
  }

  @Test("the report counts every write, in the order of the queue; the next drain has nothing")
  func report() async throws {
    try await Loopback.run { loopback in
      let copy = loopback.laptop.copy
      let one = try await loopback.laptop.note("One")
      try await loopback.laptop.set(one, "title", "Changed")
      try await copy.tags.add("t", to: one)
      let two = try await loopback.laptop.note("Two")
      try await copy.edges.create(from: one, to: two, type: "references")
      try await copy.items.delete(two)
      let queued = try await copy.queue.all().map(\.id)
      let report = try await copy.queue.drain()
      #expect(report.answered == UInt64(report.verdicts.count))
      #expect(report.held + report.undelivered + report.unmade == 0)
      #expect(report.unavailable == nil && report.stopped == nil && report.unclaimedSources == [])
      #expect(report.verdicts.map(\.id) == queued.filter { report.verdicts.map(\.id).contains($0) })
      #expect(report.verdicts.allSatisfy { $0.verdict?.isTaken == true && !$0.replayed })
      let next = try await copy.queue.drain()
      #expect(next == DrainReport())
      #expect(try await copy.queue.forgetAnswered() == UInt64(queued.count))
      #expect(try await copy.queue.all().isEmpty)
      try await loopback.settle()
      try await loopback.expectSame()
    }
  }

  @Test("two drains at once send each write once")
  func twice() async throws {
    try await Loopback.run { loopback in
      let copy = loopback.laptop.copy
      for number in 0..<20 { _ = try await loopback.laptop.note("Note \(number)") }
      async let first = copy.queue.drain()
      async let second = copy.queue.drain()
      let (one, two) = try await (first, second)
      #expect(one.answered + two.answered == 20)
      #expect((one.verdicts + two.verdicts).allSatisfy { $0.verdict == .accepted && !$0.replayed })
      try await loopback.settle()
      #expect(try await loopback.expectSame().items.count == 20)
    }
  }

  @Test("a drain of both devices at once, with edits of the same items, loses and doubles nothing")
  func bothAtOnce() async throws {
    try await Loopback.run { client in
      for number in 0..<5 { try await client.note("Shared \(number)") }
    } _: { loopback in
      let ids = try await loopback.laptop.copy.items.list().map(\.id)
      for device in [loopback.laptop, loopback.phone] {
        for id in ids { try await device.set(id, "body", .string("body of \(device.name)")) }
        for number in 0..<20 { _ = try await device.note("\(device.name) \(number)") }
      }
      async let first = loopback.laptop.copy.queue.drain()
      async let second = loopback.phone.copy.queue.drain()
      let reports = try await [first, second]
      let verdicts = reports.flatMap(\.verdicts).compactMap(\.verdict)
      #expect(verdicts.count == 50 && verdicts.allSatisfy(\.isTaken))
      try await loopback.settle()
      let served = try await loopback.expectSame()
      // 5 shared ones, one conflicted copy for each, and 20 of each device.
      #expect(served.items.count == 50)
      for name in ["laptop", "phone"] {
        #expect(served.items.values.count { $0.body == "body of \(name)" } == 5)
      }
    }
  }

  @Test("a key that is refused parks the queue; the right key sends all of it")
  func wrongKey() async throws {
    try await Loopback.run { loopback in
      _ = try await loopback.laptop.note("Kept")
      await loopback.laptop.copy.close()
      var wrong = try loopback.server.server
      wrong.key = "mk_" + String(repeating: "0", count: 40)
      let refused = try await WorkingCopy.open(store: loopback.laptop.file, server: wrong)
      let report = try await refused.queue.drain()
      #expect(report.stopped != nil && report.unavailable == nil)
      let parked = try await refused.queue.all().map(\.verdict)
      guard case .blocked(reason: .credentialRefused, _) = parked.first ?? nil, parked.count == 1
      else {
        Issue.record("The queue is not parked: \(parked)")
        return
      }
      #expect(try await refused.items.list().count == 1)
      await refused.close()
      let right = try await WorkingCopy.open(
        store: loopback.laptop.file, server: loopback.server.server)
      #expect(try await right.queue.drain().verdicts.map(\.verdict) == [.accepted])
      await right.close()
    }
  }

  @Test("a copy of one server is refused by another address and by another instance")
  func wrongServer() async throws {
    try await Loopback.run { loopback in
      let other = try await LoopbackServer()
      await loopback.laptop.copy.close()
      let error = await #expect(throws: MarfaError.self) {
        try await WorkingCopy.open(store: loopback.laptop.file, server: other.server)
      }
      #expect(error?.code() == "wrong_server")
      await other.stop()
      // Another instance behind the same address: the store was replaced.
      _ = try await loopback.phone.note("Unsent")
      await loopback.server.stop()
      let data = loopback.server.data
      try FileManager.default.moveItem(at: data, to: data.appendingPathExtension("old"))
      try await loopback.server.start()
      await loopback.phone.copy.close()
      let phone = try await WorkingCopy.open(
        store: loopback.phone.file, server: loopback.server.server)
      let expired = await #expect(throws: MarfaError.self) { try await phone.catchUp() }
      #expect(expired?.code() == "copy_expired")
      #expect(expired?.needsHydration == true)
      #expect(try await phone.queue.all().map(\.verdict) == [nil])
      try await phone.hydrate(types: [Loopback.note], tier: .all)
      #expect(try await phone.queue.drain().verdicts.map(\.verdict) == [.accepted])
      await phone.close()
    }
  }

  @Test("a cancelled drain settles the write under way and keeps the rest under its keys")
  func cancelled() async throws {
    try await Loopback.run { loopback in
      let copy = loopback.laptop.copy
      for number in 0..<40 { _ = try await loopback.laptop.note("Note \(number)") }
      let keys = try await copy.queue.all().map(\.idempotencyKey)
      let changes = copy.changes()
      let drain = Task { try await copy.queue.drain() }
      let ending = Task {
        for await change in changes {
          if case .answered = change.origin { return }
        }
      }
      drain.cancel()
      do {
        _ = try await drain.value
      } catch {
        #expect((error as? MarfaError)?.code() == "canceled")
      }
      ending.cancel()
      let report = try await copy.queue.drain()
      #expect(report.unavailable == nil)
      let after = try await copy.queue.all()
      #expect(after.map(\.idempotencyKey) == keys)
      #expect(after.allSatisfy { $0.verdict == .accepted })
      try await loopback.settle()
      #expect(try await loopback.expectSame().items.count == 40)
    }
  }

  @Test("a create under a natural key that the server holds lands on that row")
  func naturalKey() async throws {
    try await Loopback.run { client in
      _ = try await client.request(
        "POST", "/items",
        body: [
          "type": "core.note", "properties": ["body": "served"], "source": "import",
          "source_id": "day-1",
        ])
    } _: { loopback in
      let write = try await loopback.laptop.copy.items.create(
        Draft(
          type: Loopback.note, properties: ["body": "from the laptop"], source: "import",
          sourceId: "day-1"))
      _ = try await loopback.laptop.copy.queue.drain()
      #expect(write.itemId != nil)
      try await loopback.settle()
      let served = try await loopback.expectSame()
      #expect(served.items.values.count { $0.sourceId == "day-1" } == 1)
    }
  }
}
