import Foundation

#if canImport(Security)
  import Security
#endif

/// Keys in files that only their owner can read, for servers and build machines.
///
/// It is chosen explicitly, never fallen back to: a file is no keychain, and whoever reads the
/// owner's files reads the keys. Each slot is one file of mode 0600 in a folder of mode 0700, named
/// by the digits of its service and account, replaced whole.
public struct FileKeyStore: KeyStore {
  private let folder: URL

  /// Makes a store in a folder; the folder is made when the first key is saved.
  public init(folder: URL) { self.folder = folder }

  /// Keeps a key, in place of one that the slot holds.
  ///
  /// - Throws: ``Keychain/Failure`` when the folder or file can't be written.
  public func save(key: String, service: String, account: String) throws {
    let file = file(service, account)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      // Made with its mode before it holds anything, then put in place whole.
      let fresh = file.appendingPathExtension("new")
      try? FileManager.default.removeItem(at: fresh)
      guard
        FileManager.default.createFile(
          atPath: fresh.path, contents: Data(key.utf8), attributes: [.posixPermissions: 0o600])
      else { throw Keychain.Failure.refused }
      guard rename(fresh.path, file.path) == 0 else { throw Keychain.Failure.refused }
    } catch {
      throw (error as? Keychain.Failure) ?? Keychain.Failure.refused
    }
  }

  /// The key of a slot; `nil` when it holds none.
  ///
  /// - Throws: ``Keychain/Failure`` for a file that can't be read or is no text.
  public func key(service: String, account: String) throws -> String? {
    let file = file(service, account)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    guard let data = try? Data(contentsOf: file) else { throw Keychain.Failure.refused }
    guard let key = String(validating: data, as: UTF8.self) else {
      throw Keychain.Failure.unreadable
    }
    return key
  }

  /// Whether a slot holds a key, without reading it.
  ///
  /// - Throws: nothing; the signature is the protocol's.
  public func holds(service: String, account: String?) throws -> Bool {
    if let account { return FileManager.default.fileExists(atPath: file(service, account).path) }
    let slots = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(Self.name(service)).path)
    return slots?.contains { !$0.hasSuffix(".new") } ?? false
  }

  /// Empties a slot; an empty one is no error.
  ///
  /// - Throws: ``Keychain/Failure`` when the file can't be removed.
  public func delete(service: String, account: String) throws {
    let file = file(service, account)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    do {
      try FileManager.default.removeItem(at: file)
    } catch {
      throw Keychain.Failure.refused
    }
  }

  private func file(_ service: String, _ account: String) -> URL {
    folder.appendingPathComponent(Self.name(service)).appendingPathComponent(Self.name(account))
  }

  /// A name as a file's: its bytes in hexadecimal, since a name may hold anything.
  private static func name(_ text: String) -> String {
    "k"
      + text.utf8.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
