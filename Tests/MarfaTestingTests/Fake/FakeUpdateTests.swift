import MarfaTesting
import Testing

@Suite("A fake copy's updates")
struct FakeUpdateTests {
  private let fake = Sample.fake()

  @Test("a fake stands by itself: its updates say local, and tell its own changes (R92)")
  func local() async throws {
    var updates = fake.copy.updates().makeAsyncIterator()
    #expect(await updates.next() == CopyUpdate(connection: .local, hydration: .complete))
    try await fake.copy.tags.add("x", to: Sample.id(1))
    let next = await updates.next()
    #expect(next?.connection == .local && next?.pending == 1)
    #expect(next?.changes.map(\.origin) == [.local(.addTag)])
  }

  @Test("an update that is sent arrives whole on every sequence taken before (R88–R91)")
  func sent() async {
    let sequences = [fake.copy.updates(), fake.copy.updates()]
    let stopped = MarfaError.unauthorized(code: "invalid_key", message: "The key is refused.")
    fake.sendUpdate(.offline())
    fake.sendUpdate(.stopped(stopped))
    let late = fake.copy.updates()
    for sequence in sequences {
      var updates = sequence.makeAsyncIterator()
      #expect(await updates.next()?.connection == .local)
      #expect(await updates.next() == .offline())
      #expect(await updates.next() == .stopped(stopped))
    }
    await fake.copy.close()
    var heard: [CopyUpdate.Connection] = []
    for await update in late { heard.append(update.connection) }
    #expect(!heard.contains(.offline(nil)) && !heard.contains(.stopped(stopped)))
  }

  @Test("sent updates and the copy's own come in the order in which they happened (R88)")
  func order() async throws {
    var updates = fake.copy.updates().makeAsyncIterator()
    _ = await updates.next()
    try await fake.copy.tags.add("x", to: Sample.id(1))
    fake.sendUpdate(.offline())
    try await fake.copy.tags.add("y", to: Sample.id(1))
    #expect(await updates.next()?.changes.count == 1)
    #expect(await updates.next() == .offline())
    #expect(await updates.next()?.changes.count == 1)
  }
}
