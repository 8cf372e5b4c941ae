// The samples of docs/testing-your-app.md, line for line; ArticleTests holds the two together.

import MarfaTesting
import Testing

let noteType = ItemType(
  id: "app.notes.note",
  fields: [
    TypeField(name: "title", type: "string", required: true, declaredBy: "app.notes.note"),
    TypeField(name: "body", type: "string", declaredBy: "app.notes.note"),
  ], titleField: "title", bodyField: "body")

@Test("a note is found as soon as it is written")
func searchesWhatWasWritten() async throws {
  let copy = WorkingCopy.fake(itemTypes: [noteType]).copy
  try await copy.items.create(
    Draft(type: noteType.id, properties: ["title": "Tides", "body": "High water at six."]))
  #expect(try await copy.search("water").map(\.item.title) == ["Tides"])
}

@Test("a note that is written offline goes out with the next drain that finds the server")
func keepsWorkingOffline() async throws {
  let fake = WorkingCopy.fake(itemTypes: [noteType])
  fake.verdict = { _ in nil }
  try await fake.copy.items.create(Draft(type: noteType.id, properties: ["title": "Tides"]))
  let report = try await fake.copy.queue.drain()
  #expect(report.undelivered == 1 && report.unavailable != nil)
  #expect(try await fake.copy.items.list().count == 1)

  fake.verdict = { _ in .accepted }
  try await fake.copy.queue.drain()
  #expect(fake.writes.map(\.verdict) == [.accepted])
}

@Test("a refused note leaves the list and says why")
func showsWhyAWriteWasRefused() async throws {
  let fake = WorkingCopy.fake(itemTypes: [noteType])
  let refusal = Refusal(
    reason: "invalid_properties", code: "invalid_properties",
    fields: [FieldRefusal(field: "title", message: "A title is at most 200 characters.")])
  fake.verdict = { _ in .refused(refusal) }
  try await fake.copy.items.create(Draft(type: noteType.id, properties: ["title": "Tides"]))
  try await fake.copy.queue.drain()
  #expect(fake.writes.map(\.verdict) == [.refused(refusal)])
  #expect(try await fake.copy.items.list().isEmpty)
}

@Test("a conflict leaves the server's title and names the item that holds the other")
func offersBothValuesOfAConflict() async throws {
  let fake = WorkingCopy.fake(itemTypes: [noteType])
  let made = try await fake.copy.items.create(
    Draft(type: noteType.id, properties: ["title": "Tides"]))
  try await fake.copy.queue.drain()

  let sibling = "0197a3c2-0000-7000-8000-000000000002"
  fake.verdict = { _ in .conflicted(siblingId: sibling, fields: ["title"]) }
  try await fake.copy.items.update(
    made.itemId ?? "", Edit(properties: ["title": "Ebb"], baseVersion: 1))
  let report = try await fake.copy.queue.drain()
  #expect(report.verdicts.first?.verdict == .conflicted(siblingId: sibling, fields: ["title"]))
  #expect(try await fake.copy.items.list().map(\.title) == ["Tides"])
}

@Test("a refused key stops the drain")
func asksForANewKey() async throws {
  let fake = WorkingCopy.fake(itemTypes: [noteType])
  fake.verdict = { _ in .blocked(reason: .credentialRefused) }
  try await fake.copy.items.create(Draft(type: noteType.id, properties: ["title": "Tides"]))
  #expect(try await fake.copy.queue.drain().stopped != nil)
}

@Test("a key that can't be read counts as held")
func saysThatTheKeyCannotBeRead() throws {
  let keys = MemoryKeyStore()
  keys.save(key: "mk_1", service: "notes", account: "https://a.example")
  keys.makeUnreadable("https://a.example")
  #expect(keys.holds(service: "notes", account: "https://a.example"))
  #expect(throws: Keychain.Failure.interactionNotAllowed) {
    try keys.key(service: "notes", account: "https://a.example")
  }
}

@Test("a list shows the names that the copy answers")
func showsNames() async throws {
  let fake = WorkingCopy.fake(
    itemTypes: [noteType], displays: { ItemDisplay(name: $0.title ?? "Untitled") })
  try await fake.copy.items.create(Draft(type: noteType.id, properties: ["title": "Tides"]))
  let items = try await fake.copy.items.list()
  #expect(try await fake.copy.items.displays(for: items).map(\.name) == ["Tides"])
}

@Test("a server that is gone is told to whoever listens")
func showsThatTheServerIsGone() async throws {
  let fake = WorkingCopy.fake(itemTypes: [noteType])
  let ear = ChangeEar(fake.copy.changes())
  fake.send(Change(origin: .serverUnreachable(.network(message: "There is no network."))))
  await ear.wait { !$0.isEmpty }

  var updates = fake.copy.updates().makeAsyncIterator()
  #expect(await updates.next()?.connection == .local)
  fake.sendUpdate(.offline())
  #expect(await updates.next() == .offline())
  await fake.copy.close()
}

@Test("a drain tells how long the server asks to be left alone")
func waitsAsLongAsItIsAsked() async throws {
  let app = try await ScriptedCopy(loading: ["core.note"])
  app.server.door("POST /items") { _ in .refusal(429, "rate_limited", retryAfter: "30") }
  try await app.copy.items.create(Draft(type: "core.note", properties: ["body": "Tides"]))
  #expect(try await app.copy.queue.drain().retryAfterSeconds == 30)

  app.clock.advance(by: .seconds(30))
  app.server.openDoors()
  #expect(try await app.copy.queue.drain().answered == 1)
}

@Test("a copy of another instance asks to be loaded again")
func loadsAgainWhatExpired() async throws {
  let app = try await ScriptedCopy(loading: ["core.note"])
  app.server.set { $0.instance = "restored-from-a-backup" }
  let error = await #expect(throws: MarfaError.self) { try await app.copy.catchUp() }
  #expect(error?.needsHydration == true)
  try await app.copy.hydrate(types: ["core.note"], tier: .all)
}

@Test("a note stays queued whatever comes back in the server's place")
func survivesWhatComesBack() async throws {
  let app = try await ScriptedCopy(loading: ["core.note"])
  try await app.copy.items.create(Draft(type: "core.note", properties: ["body": "Tides"]))
  let answers: [ScriptedAnswer] = [
    .garbage, .unreadable, .cut(["item": [:]], after: 4), .unreachable,
  ]
  for answer in answers {
    app.server.openDoors()
    app.server.door("POST /items") { _ in answer }
    // What names another contract, or none, is thrown; the rest is a report.
    _ = try? await app.copy.queue.drain()
    #expect(try await app.copy.queue.all().map(\.verdict) == [nil])
  }

  app.server.openDoors()
  app.server.door("POST /items") { _ in .stall }
  async let report = app.copy.queue.drain()
  await app.clock.waitForTimer(of: .seconds(30))
  app.clock.advance(by: .seconds(30))
  #expect(try await report.undelivered == 1)
}

@Test("a note whose answer was lost is at the server once")
func sendsAWriteOnce() async throws {
  let app = try await ScriptedCopy(loading: ["core.note"])
  try await app.copy.items.create(Draft(type: "core.note", properties: ["body": "Tides"]))
  app.transport.kill(at: .beforeAnswer("POST /items"))
  try await app.copy.queue.drain()
  app.transport.reopen()
  try await app.copy.queue.drain()
  #expect(app.server.items.count == 1)
}

@Test("every note that is written is listed and queued")
func takesAnythingInAnyOrder() async throws {
  let copy = WorkingCopy.fake(itemTypes: [noteType]).copy
  var random = SeededRandom("notes")
  for number in 0..<100 where Bool.random(using: &random) {
    try await copy.items.create(
      Draft(type: noteType.id, properties: ["title": .string("\(number)")]))
  }
  #expect(try await copy.queue.all().count == copy.items.list().count)
}
