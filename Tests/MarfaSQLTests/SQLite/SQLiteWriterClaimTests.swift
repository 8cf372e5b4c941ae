import Foundation
import MarfaSQL
import Testing

@Suite("the writer's claim")
struct SQLiteWriterClaimTests {
  @Test("only one holder at a time; giving it back lets the next have it at once")
  func exclusive() throws {
    let store = try TemporaryStore()
    let first = try #require(try SQLiteWriterClaim.take(store: store.path))
    #expect(try SQLiteWriterClaim.take(store: store.path) == nil)
    first.release()
    first.release()
    let second = try #require(try SQLiteWriterClaim.take(store: store.path))
    #expect(try SQLiteWriterClaim.take(store: store.path) == nil)
    second.release()
  }

  @Test("a claim that is let go without a word is free again")
  func dropped() throws {
    let store = try TemporaryStore()
    do {
      let claim = try SQLiteWriterClaim.take(store: store.path)
      #expect(claim != nil)
    }
    #expect(try SQLiteWriterClaim.take(store: store.path) != nil)
  }

  @Test("two stores in one folder have a writer each, and the lock file is the owner's only")
  func perStore() throws {
    let store = try TemporaryStore()
    let one = try SQLiteWriterClaim.take(store: store.path)
    let two = try SQLiteWriterClaim.take(store: store.path + "2")
    #expect(one != nil && two != nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: store.path + ".lock")
    #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
  }

  @Test("another process that holds the claim refuses it here, and its death frees it")
  func otherProcess() throws {
    let store = try TemporaryStore()
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/flock") else { return }
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    // Without a fork, so that the process killed below is the one that holds the lock.
    holder.arguments = ["-F", store.path + ".lock", "/bin/sh", "-c", "echo held; exec sleep 60"]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    let said = output.fileHandleForReading.availableData
    #expect(said == Data("held\n".utf8))
    #expect(try SQLiteWriterClaim.take(store: store.path) == nil)
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(try SQLiteWriterClaim.take(store: store.path) != nil)
  }

  @Test("a lock file that can't be made is an error, never a claim")
  func cannot() throws {
    let store = try TemporaryStore()
    try Data().write(to: URL(fileURLWithPath: store.path))
    #expect(throws: SQLError.self) { try SQLiteWriterClaim.take(store: store.path + "/below") }
  }
}
