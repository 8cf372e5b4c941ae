import MarfaModel
import Testing

@testable import Marfa

@Suite("What a stream still has to be told")
struct ChangeBufferTests {
  private func local(_ number: Int) -> Change {
    Change(origin: .local(.updateItem), itemId: "\(number)")
  }

  @Test("changes come out once each, in their order, and the end after them")
  func order() async {
    let buffer = ChangeBuffer()
    buffer.tell((0..<5).map(local)).goOn()
    buffer.finish().goOn()
    buffer.tell([local(9)]).goOn()
    var told: [String?] = []
    while let change = await buffer.next() { told.append(change.itemId) }
    #expect(told == ["0", "1", "2", "3", "4"])
    #expect(await buffer.next() == nil)
  }

  @Test("a reader that waits is woken by a change, by the end, and by its own cancellation")
  func wakes() async {
    let buffer = ChangeBuffer()
    let first = Task { await buffer.next() }
    buffer.tell([local(1)]).goOn()
    #expect(await first.value == local(1))
    let cancelled = Task { await buffer.next() }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    // What comes after a cancelled wait isn't lost with it.
    buffer.tell([local(2)]).goOn()
    #expect(await buffer.next() == local(2))
    let last = Task { await buffer.next() }
    buffer.finish().goOn()
    #expect(await last.value == nil)
  }

  @Test("a reader too far behind is told to read everything again, and how the server stands now")
  func collapses() async {
    let offline = Change(origin: .serverUnreachable(.network(message: "Off.")))
    let stopped = Change(origin: .stopped(.network(message: "Ended.")))
    let buffer = ChangeBuffer(limit: 10)
    buffer.tell([offline, Change(origin: .serverReachable), stopped, offline]).goOn()
    buffer.tell((0..<7).map(local)).goOn()
    let all = await buffer.changes()
    #expect(all == [Change(origin: .refreshed(.hydrated)), offline, stopped])
    buffer.tell((0..<10).map(local)).goOn()
    #expect(await buffer.changes()?.count == 10)
  }

  @Test("a million changes that nobody reads take no more room than the limit")
  func bounded() async {
    let buffer = ChangeBuffer(limit: 100)
    for _ in 0..<10_000 { buffer.tell((0..<100).map(local)).goOn() }
    let all = await buffer.changes()
    #expect(all?.count ?? .max <= 100)
    #expect(all?.first == Change(origin: .refreshed(.hydrated)))
  }
}

extension ChangeBuffer {
  /// The changes that come next.
  fileprivate func changes() async -> [Change]? {
    guard case .changes(let changes)? = await step() else { return nil }
    return changes
  }
}
