import MarfaTesting
import Testing

@Suite("Keys in memory")
struct MemoryKeyStoreTests {
  private let store: any KeyStore
  private let keys: MemoryKeyStore

  init() {
    keys = MemoryKeyStore()
    store = keys
  }

  @Test("a key is kept, replaced, found without reading, and removed, as in any store (R28, R29)")
  func roundTrip() throws {
    #expect(try store.key(service: "notes", account: "a") == nil)
    #expect(try !store.holds(service: "notes"))
    try store.save(key: "old", service: "notes", account: "a")
    try store.save(key: "new", service: "notes", account: "a")
    #expect(try store.key(service: "notes", account: "a") == "new")
    #expect(try store.holds(service: "notes"))
    #expect(try store.holds(service: "notes", account: "a"))
    #expect(try !store.holds(service: "notes", account: "b"))
    #expect(try !store.holds(service: "tasks"))
    try store.delete(service: "notes", account: "a")
    try store.delete(service: "notes", account: "a")
    #expect(try store.key(service: "notes", account: "a") == nil)
  }

  @Test("a key made unreadable is held and fails to read, in its account only (R30)")
  func unreadable() throws {
    try store.save(key: "k", service: "notes", account: "a")
    try store.save(key: "k", service: "notes", account: "b")
    keys.makeUnreadable("a")
    #expect(try store.holds(service: "notes", account: "a"))
    #expect(throws: Keychain.Failure.interactionNotAllowed) {
      try store.key(service: "notes", account: "a")
    }
    #expect(try store.key(service: "notes", account: "b") == "k")
  }

  @Test("an account made unreadable before anything is saved is held by every service (R30)")
  func unreadableBefore() throws {
    keys.makeUnreadable("a")
    for service in ["notes", "tasks"] {
      #expect(try store.holds(service: service))
      #expect(try store.holds(service: service, account: "a"))
      #expect(throws: Keychain.Failure.self) { try store.key(service: service, account: "a") }
    }
  }

  @Test("saving makes one slot readable again, deleting empties it, others stay unreadable (R30)")
  func mended() throws {
    keys.makeUnreadable("a")
    try store.save(key: "k", service: "notes", account: "a")
    #expect(try store.key(service: "notes", account: "a") == "k")
    #expect(throws: Keychain.Failure.self) { try store.key(service: "tasks", account: "a") }
    try store.delete(service: "tasks", account: "a")
    #expect(try store.key(service: "tasks", account: "a") == nil)
    #expect(try !store.holds(service: "tasks"))
    keys.makeUnreadable("a")
    #expect(throws: Keychain.Failure.self) { try store.key(service: "notes", account: "a") }
  }
}
