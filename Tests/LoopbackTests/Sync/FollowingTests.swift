import Marfa
import MarfaModel
import Testing

@testable import MarfaCLI

@Suite("A held stream of changes")
struct FollowingTests {
  @Test("what one device drains reaches the other's stream and copy without a catch-up")
  func follows() async throws {
    try await Loopback.run { loopback in
      var changes = loopback.phone.copy.changes().makeAsyncIterator()
      let id = try await loopback.laptop.note("Live", tags: ["t"])
      _ = try await loopback.laptop.copy.queue.drain()
      var events: [String] = []
      while events.count < 2, let change = await changes.next() {
        guard case .server(let event, _) = change.origin else { continue }
        #expect(change.itemId == id)
        events.append(event)
      }
      #expect(events.first == "item.created")
      let held = try #require(try await loopback.phone.copy.items.get(id))
      #expect(held.title == "Live" && held.tags == ["t"])
      _ = try await loopback.laptop.copy.catchUp()
      try await loopback.expectSame()
    }
  }

  @Test("an own write is told when it is queued and when it is answered, in that order")
  func ownWrites() async throws {
    try await Loopback.run { loopback in
      let stream = loopback.laptop.copy.changes()
      let id = try await loopback.laptop.note("Mine")
      _ = try await loopback.laptop.copy.queue.drain()
      await loopback.laptop.copy.close()
      var told: [String] = []
      for await change in stream where change.itemId == id {
        switch change.origin {
        case .local: told.append("local")
        case .answered(let entry):
          #expect(entry.verdict == .accepted)
          told.append("answered")
        default: continue
        }
      }
      #expect(told == ["local", "answered"])
    }
  }

  @Test("an outage is told once, its end once, and what happened meanwhile arrives")
  func outage() async throws {
    try await Loopback.run { loopback in
      var changes = loopback.phone.copy.changes().makeAsyncIterator()
      try await loopback.server.online { _ = try await $0.note("Before") }
      try await next(&changes) { if case .server = $0 { true } else { false } }
      await loopback.server.stop()
      try await next(&changes) { if case .serverUnreachable = $0 { true } else { false } }
      try await loopback.server.start()
      try await loopback.server.online { _ = try await $0.note("Meanwhile") }
      var sawReachable = false
      while let change = await changes.next() {
        switch change.origin {
        case .serverUnreachable: Issue.record("The outage was told twice.")
        case .serverReachable:
          #expect(!sawReachable)
          sawReachable = true
        default: break
        }
        if case .server(let event, _) = change.origin, event == "item.created" { break }
      }
      #expect(sawReachable)
      let titles = try await loopback.phone.copy.items.list().map(\.title)
      #expect(Set(titles) == ["Before", "Meanwhile"])
    }
  }

  @Test("closing the copy ends every stream")
  func ends() async throws {
    try await Loopback.run { loopback in
      let stream = loopback.laptop.copy.changes()
      await loopback.laptop.copy.close()
      for await _ in stream {}
    }
  }

  /// Skips to the next change of a kind.
  private func next(
    _ changes: inout AsyncStream<Change>.Iterator, is wanted: (Change.Origin) -> Bool
  ) async throws {
    while let change = await changes.next() {
      if wanted(change.origin) { return }
    }
    Issue.record("The stream ended early.")
  }
}
