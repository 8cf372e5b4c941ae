import Foundation
import Testing

@testable import Marfa

@Suite("Where keys are kept")
struct KeychainTests {
  private static let key = "marfa_k1_secret-of-this-test"

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("marfa-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  #if !canImport(Security)
    @Test("without a desktop session every call throws Keychain.Failure, not available (R16)")
    func notAvailable() throws {
      // With a session bus the answer depends on the machine's desktop.
      guard ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] == nil else { return }
      let keychain = Keychain.system
      let calls: [() throws -> Void] = [
        { try keychain.save(key: Self.key, service: "marfa-test", account: "a") },
        { _ = try keychain.key(service: "marfa-test", account: "a") },
        { _ = try keychain.holds(service: "marfa-test") },
        { try keychain.delete(service: "marfa-test", account: "a") },
      ]
      for call in calls {
        #expect(throws: Keychain.Failure.self) { try call() }
      }
    }
  #endif

  @Test("a failure says what is wrong in a sentence and holds no key (R16)")
  func failuresSpeak() {
    for failure in [
      Keychain.Failure.notAvailable, .interactionNotAllowed, .refused, .unreadable,
      Keychain.Failure(status: -1),
    ] {
      #expect(failure.localizedDescription.hasSuffix("."))
      #expect(!failure.localizedDescription.contains("marfa_k1"))
    }
  }

  @Test("a key file is kept, replaced, found without reading, and removed")
  func fileRoundTrip() throws {
    let store = FileKeyStore(folder: try folder().appendingPathComponent("keys"))
    let account = "https://example.org/a b/../c"
    #expect(try store.key(service: "notes", account: account) == nil)
    #expect(try !store.holds(service: "notes"))
    try store.save(key: "old", service: "notes", account: account)
    try store.save(key: Self.key, service: "notes", account: account)
    #expect(try store.key(service: "notes", account: account) == Self.key)
    #expect(try store.holds(service: "notes"))
    #expect(try store.holds(service: "notes", account: account))
    #expect(try !store.holds(service: "notes", account: "another"))
    try store.delete(service: "notes", account: account)
    try store.delete(service: "notes", account: account)
    #expect(try store.key(service: "notes", account: account) == nil)
    #expect(try !store.holds(service: "notes"))
  }

  @Test("key files and their folder are readable by their owner only (R28)")
  func fileModes() throws {
    let folder = try folder().appendingPathComponent("keys")
    try FileKeyStore(folder: folder).save(key: Self.key, service: "s", account: "a")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(paths.count == 2)
    for path in paths {
      let file = folder.appendingPathComponent(path)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      let mode = try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
      #expect(mode & 0o077 == 0)
    }
  }

  @Test("a file that is no text, or a folder that can't be made, throws Keychain.Failure (R16)")
  func fileFailures() throws {
    let folder = try folder()
    let store = FileKeyStore(folder: folder)
    try store.save(key: Self.key, service: "s", account: "a")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let file = try #require(names.first { $0.contains("/") })
    try Data([0xFF, 0xFE]).write(to: folder.appendingPathComponent(file))
    #expect(throws: Keychain.Failure.unreadable) {
      try store.key(service: "s", account: "a")
    }
    let blocked = FileKeyStore(folder: folder.appendingPathComponent(file))
    #expect(throws: Keychain.Failure.self) {
      try blocked.save(key: Self.key, service: "s", account: "a")
    }
  }
}

#if !canImport(Security)
  @Suite("The desktop's Secret Service")
  struct SecretServiceTests {
    @Test(
      "with an unlocked desktop keychain a key is kept, replaced, found and removed (R16)",
      .enabled(if: ProcessInfo.processInfo.environment["MARFA_TEST_SECRET_SERVICE"] == "1"))
    func roundTrip() throws {
      let keychain = Keychain.system
      let service = "marfa-test-\(UUID().uuidString)"
      #expect(try keychain.key(service: service, account: "a") == nil)
      #expect(try !keychain.holds(service: service))
      try keychain.save(key: "old", service: service, account: "a")
      try keychain.save(key: "new", service: service, account: "a")
      try keychain.save(key: "other", service: service, account: "b")
      #expect(try keychain.key(service: service, account: "a") == "new")
      #expect(try keychain.holds(service: service))
      #expect(try keychain.holds(service: service, account: "b"))
      try keychain.delete(service: service, account: "a")
      try keychain.delete(service: service, account: "a")
      #expect(try keychain.key(service: service, account: "a") == nil)
      #expect(try keychain.holds(service: service))
      try keychain.delete(service: service, account: "b")
      #expect(try !keychain.holds(service: service))
    }
  }
#endif
