import Foundation
import MarfaModel
import MarfaSQL

/// The key that a new data folder gets, so that its owner can begin.
///
/// It holds everything. Its secret is written to a file that only the owner of the folder reads.
enum FirstKey {
  /// The file in the data folder that holds the secret.
  static let file = "first.key"

  private static let label = "first key"
  private static let source = "first-key"

  /// Mints the key of a store that has never held one.
  ///
  /// The file is written before the key works, and a file that is there already is taken up: a
  /// crash between the two leaves no key that nobody knows.
  ///
  /// - Parameters:
  ///   - now: the wall clock (Unix milliseconds).
  /// - Returns: where the secret stands, or stood when the key was minted.
  /// - Throws: ``AuthorityFailure``, ``SQLError``.
  @discardableResult
  static func ensure(
    folder: URL, database: any SQLDatabase, hasher: KeyHasher, now: Int64
  ) async throws -> URL {
    let file = PrivateFile(url: folder.appendingPathComponent(Self.file))
    guard try await database.read({ try KeyStore($0).isEmpty() }) else { return file.url }
    let token = try token(in: file)
    let hash = try hasher.hash(token)
    // What `marfa import` reads keeps its files' names under a source of its own.
    var permissions = KeyPermissions.everything
    permissions.sources = ["import"]
    let key = KeyRecord(
      id: UUIDv7Minter.shared.mint(milliseconds: now).text, label: label, source: source,
      permissions: permissions, createdAt: Timestamp(clamping: now).text)
    try await database.write { connection in
      let store = KeyStore(connection)
      if try store.isEmpty() { try store.insert(key, hash: hash) }
    }
    return file.url
  }

  private static func token(in file: PrivateFile) throws(AuthorityFailure) -> KeyToken {
    if let bytes = try file.read(),
      let text = String(validating: bytes, as: UTF8.self),
      let token = KeyToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      // It may have been put there with a wider mode.
      try file.write(Array((token.text + "\n").utf8))
      return token
    }
    let token = KeyToken()
    try file.write(Array((token.text + "\n").utf8))
    return token
  }
}
