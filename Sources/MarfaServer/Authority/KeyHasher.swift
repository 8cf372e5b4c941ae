import Foundation

#if canImport(CCrypto)
  import CCrypto
#else
  import CryptoKit
#endif

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
    try file.write(Array((hex(salt) + "\n").utf8))
    return KeyHasher(salt: salt)
  }

  /// The hash of a key, as 64 hexadecimal digits.
  ///
  /// - Throws: ``AuthorityFailure/noDigest`` when the system's cryptography refuses to work.
  func hash(_ token: KeyToken) throws(AuthorityFailure) -> String {
    Self.hex(try Self.sha256(salt + Array(token.text.utf8)))
  }

  #if canImport(CCrypto)
    private static func sha256(_ bytes: [UInt8]) throws(AuthorityFailure) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var length: UInt32 = 0
      guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1 else {
        throw .noDigest
      }
      return Array(digest[..<Int(length)])
    }
  #else
    private static func sha256(_ bytes: [UInt8]) throws(AuthorityFailure) -> [UInt8] {
      Array(SHA256.hash(data: bytes))
    }
  #endif

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
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
