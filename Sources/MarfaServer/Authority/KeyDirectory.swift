import MarfaModel
import MarfaSQL
import Resilience

/// Finds the key that a request presents, mostly without the store.
///
/// Keys that were found once are kept until ``forgetCached()``, which whoever changes keys calls
/// after the commit.
final class KeyDirectory: CredentialSource {
  /// Hashes the secrets of this store; minting needs it too.
  let hasher: KeyHasher

  private let database: any SQLDatabase
  private let clock: any WaitingClock
  private let state = Lock(State())

  private struct State: Sendable {
    /// Counts the changes, so that a key read before one is not kept after it.
    var generation = 0
    /// The hashes of keys that work, by the whole header that presents one: making a hash takes
    /// longer than finding a row. Whether the key still works is for `found` to say.
    var presented: [String: String] = [:]
    var found: [String: Entry] = [:]
    /// The same by their ids, for those who hold a stream open.
    var current: [String: Credential] = [:]
  }

  private struct Entry: Sendable {
    var credential: Credential
    /// When its use was last noted (Unix milliseconds).
    var notedAt: Int64?

    /// Whether its use is noted for the hour.
    func isNoted(at now: Int64) -> Bool {
      // A clock that was set back must not keep the note from ever being renewed.
      guard let notedAt else { return false }
      return (notedAt..<notedAt + KeyDirectory.noteInterval).contains(now)
    }
  }

  /// Makes an empty directory over a store that has the table of keys.
  init(database: any SQLDatabase, hasher: KeyHasher, clock: any WaitingClock) {
    self.database = database
    self.hasher = hasher
    self.clock = clock
  }

  /// The key of an `Authorization` header; `nil` when there is none or it does not work.
  ///
  /// Notes the use of the key, once an hour. A store that cannot take the note does not refuse the
  /// request.
  ///
  /// - Throws: ``SQLError`` when the store cannot be read.
  func credential(bearer header: String?) async throws -> Credential? {
    guard let header, let token = KeyToken(bearer: header) else { return nil }
    let hash = try hasher.hash(token)
    guard let credential = try await find(hash) else { return nil }
    await noteUse(of: credential.id, hash: hash)
    state.withLock { state in
      if state.presented.count >= Tuning.presentedKeys { state.presented = [:] }
      state.presented[header] = hash
    }
    return credential
  }

  /// The key of a header that was presented before, unless its use is to be noted again.
  func settled(bearer header: String?) -> Credential? {
    guard let header else { return nil }
    let now = clock.unixMilliseconds
    return state.withLock { state in
      guard let hash = state.presented[header], let entry = state.found[hash],
        entry.isNoted(at: now)
      else { return nil }
      return entry.credential
    }
  }

  /// The key of an `Authorization` header, where that can be told without waiting. Its use is noted
  /// when the request itself is judged.
  func known(bearer header: String?) -> Credential? {
    guard let token = KeyToken(bearer: header), let hash = try? hasher.hash(token) else {
      return nil
    }
    if let known = state.withLock({ $0.found[hash]?.credential }) { return known }
    let key = (try? database.readInPlace { try KeyStore($0).working(hash: hash) }) ?? nil
    return key.map { Credential($0) }
  }

  /// The same key as it stands now; `nil` when it was revoked since.
  ///
  /// - Throws: ``SQLError`` when the store cannot be read.
  func refreshed(_ credential: Credential?) async throws -> Credential? {
    guard let id = credential?.id else { return nil }
    let (known, generation) = state.withLock { ($0.current[id], $0.generation) }
    if let known { return known }
    let key = try await database.read { try KeyStore($0).key(id) }
    guard let key, key.revokedAt == nil else { return nil }
    let current = Credential(key)
    state.withLock { state in
      if state.generation == generation { state.current[id] = current }
    }
    return current
  }

  /// Lets go of every key that was found. To be called after a change of keys is committed.
  func forgetCached() {
    state.withLock { state in
      state.generation += 1
      state.presented = [:]
      state.found = [:]
      state.current = [:]
    }
  }

  private func find(_ hash: String) async throws -> Credential? {
    let (known, generation) = state.withLock { ($0.found[hash]?.credential, $0.generation) }
    if let known { return known }
    guard let key = try await database.read({ try KeyStore($0).working(hash: hash) }) else {
      return nil
    }
    let credential = Credential(key)
    let notedAt = key.lastUsedAt.flatMap { Timestamp($0)?.milliseconds }
    state.withLock { state in
      guard state.generation == generation else { return }
      state.found[hash] = Entry(credential: credential, notedAt: notedAt)
      state.current[credential.id] = credential
    }
    return credential
  }

  private func noteUse(of id: String, hash: String) async {
    let now = clock.unixMilliseconds
    let (isDue, before) = state.withLock { state -> (Bool, Int64?) in
      guard let entry = state.found[hash], !entry.isNoted(at: now) else { return (false, nil) }
      // Before it is written, so that of many requests at once only one writes.
      state.found[hash]?.notedAt = now
      return (true, entry.notedAt)
    }
    guard isDue else { return }
    let time = Timestamp(clamping: now).text
    do {
      try await database.write { try KeyStore($0).stamp(id, usedAt: time) }
    } catch {
      // The request goes on; the next one tries to note again.
      state.withLock { $0.found[hash]?.notedAt = before }
    }
  }

  /// One hour in milliseconds: fine enough to find forgotten keys, too seldom to cost anything.
  private static let noteInterval = Duration.seconds(3_600).wholeMilliseconds
}
