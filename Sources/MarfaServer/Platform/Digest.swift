#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// Digests of bytes.
package enum Digest {
  /// The SHA-256 of bytes, as 64 lowercase hexadecimal digits.
  package static func sha256(_ bytes: [UInt8]) -> String {
    guard let digest = digest(bytes) else {
      // It fails only without memory or the algorithm, and then nothing here can go on rightly.
      preconditionFailure("SHA-256 is not available.")
    }
    return hex(digest)
  }

  /// Bytes as lowercase hexadecimal digits.
  static func hex(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      for (place, byte) in bytes.enumerated() {
        text[place * 2] = digit(byte >> 4)
        text[place * 2 + 1] = digit(byte & 15)
      }
      return bytes.count * 2
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  #if canImport(CryptoKit)
    /// The SHA-256 of bytes.
    static func digest(_ bytes: [UInt8]) -> [UInt8]? { Array(SHA256.hash(data: bytes)) }
  #else
    /// The SHA-256 of bytes; `nil` when the system's cryptography refuses to work.
    static func digest(_ bytes: [UInt8]) -> [UInt8]? {
      var digest = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      let done = EVP_Digest(bytes, bytes.count, &digest, &length, algorithm, nil)
      return done == 1 && length == 32 ? digest : nil
    }

    /// Fetched once: to look it up takes as long as to hash a key with it.
    // Unsafe to share only by its type: a fetched algorithm is never changed (EVP_MD_fetch(3)).
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)
  #endif
}
