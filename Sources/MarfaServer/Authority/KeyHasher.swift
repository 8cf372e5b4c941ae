import Foundation

/// Turns keys into what the store holds of them: a hash with a salt that the store does not hold.
///
/// A key is 256 random bits, so one round of SHA-256 is enough: there is nothing to guess. The salt
/// stands in a file of its own in the data folder, so a copy of the database alone proves no key.
struct KeyHasher: Sendable {
  /// The file in the data folder that holds the salt.
  static let saltFile = "key.salt"
  /// 256 bits.
  private static let saltLength = 32

  private let salt: [UInt8]

  /// Takes a salt, for tests.
  init(salt: [UInt8]) { self.salt = salt }

  /// Reads the salt of a data folder, and makes one for a folder that has no keys yet.
  ///
  /// - Parameter keysExist: whether the store holds keys, which a new salt would all make useless.
  /// - Throws: ``AuthorityFailure``.
  static func open(folder: URL, keysExist: Bool) throws(AuthorityFailure) -> KeyHasher {
    let file = PrivateFile(url: folder.appendingPathComponent(saltFile))
    if let bytes = try file.read() {
      guard let salt = unhex(bytes), salt.count == saltLength else {
        throw .saltUnreadable(name: saltFile)
      }
      return KeyHasher(salt: salt)
    }
    guard !keysExist else { throw .saltMissing(name: saltFile) }
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    try file.write(Array((Digest.hex(salt) + "\n").utf8))
    return KeyHasher(salt: salt)
  }

  /// The hash of a key, as 64 hexadecimal digits.
  ///
  /// - Throws: ``AuthorityFailure/noDigest`` when the system's cryptography refuses to work.
  func hash(_ token: KeyToken) throws(AuthorityFailure) -> String {
    guard let digest = Digest.digest(salt + Array(token.text.utf8)) else { throw .noDigest }
    return Digest.hex(digest)
  }

  private static func unhex(_ text: [UInt8]) -> [UInt8]? {
    var text = text[...]
    while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      text.removeLast()
    }
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    while !text.isEmpty {
      guard let pair = String(validating: text.prefix(2), as: UTF8.self),
        pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16)
      else { return nil }
      bytes.append(byte)
      text = text.dropFirst(2)
    }
    return bytes
  }
}
