#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// Digests of bytes.
package enum Digest {
  /// The SHA-256 of bytes, as 64 lowercase hexadecimal digits.
  package static func sha256(_ bytes: [UInt8]) -> String {
    hex(digest(bytes))
  }

  /// Bytes as lowercase hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  #if canImport(CryptoKit)
    private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
  #else
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      let done = EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
      // It fails only without memory or the algorithm, and then nothing here can go on rightly.
      precondition(done == 1 && length == 32, "SHA-256 is not available.")
      return digest
    }
  #endif
}
