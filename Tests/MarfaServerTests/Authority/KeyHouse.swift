import Foundation
import MarfaModel
import MarfaSQL
import Resilience

@testable import MarfaServer

/// A data folder with a store that has the table of keys, on a clock that stands still.
final class KeyHouse: Sendable {
  let folder: URL
  let database: SQLiteDatabase
  let hasher: KeyHasher
  let clock = VirtualClock()
  let directory: KeyDirectory

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try await SQLiteDatabase.open(
      .file(folder.appendingPathComponent("store.db").path))
    try await database.write {
      try Migrator([Migration(id: "keys", sql: KeySchema.sql)]).apply(to: $0)
    }
    hasher = try KeyHasher.open(folder: folder, keysExist: false)
    directory = KeyDirectory(database: database, hasher: hasher, clock: clock)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Mints a key and tells the directory.
  func mint(
    _ body: JSONObject, by actor: KeyActor = .direct
  ) async throws -> KeyAuthority.Minted {
    let (hasher, now) = (hasher, clock.unixMilliseconds)
    let minted = try await database.write { connection in
      try KeyAuthority(connection, catalog: .shipped, actor: actor).mint(
        body, hasher: hasher, now: now)
    }
    directory.forgetCached()
    return minted
  }

  /// The refusal of a mint; `nil` when it is accepted.
  func refusal(minting body: JSONObject, by actor: KeyActor = .direct) async throws -> RuleRefusal?
  {
    do {
      _ = try await mint(body, by: actor)
      return nil
    } catch let refusal as RuleRefusal {
      return refusal
    }
  }

  /// Someone who holds a new key with these members.
  func holder(_ label: String, _ members: JSONObject) async throws -> KeyActor {
    var body: JSONObject = ["label": .string(label)]
    for (name, value) in members { body[name] = value }
    return .key(Credential(try await mint(body).key))
  }

  /// Revokes a key and tells the directory.
  func revoke(_ id: String, by actor: KeyActor = .direct) async throws -> RuleRefusal? {
    let now = clock.unixMilliseconds
    do {
      try await database.write { connection in
        try KeyAuthority(connection, catalog: .shipped, actor: actor).revoke(id, now: now)
      }
    } catch let refusal as RuleRefusal {
      return refusal
    }
    directory.forgetCached()
    return nil
  }

  /// The labels of the keys that someone is shown.
  func labels(shownTo actor: KeyActor) async throws -> [String] {
    try await database.read { connection in
      try KeyAuthority(connection, catalog: .shipped, actor: actor).list().map(\.label)
    }
  }
}
