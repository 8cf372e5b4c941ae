import MarfaModel

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// The SHA-256 of bytes that come in parts.
package final class ContentDigest {
  #if canImport(CryptoKit)
    private var hash = SHA256()

    /// Begins.
    package init() {}

    /// Takes the next part.
    package func take(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    private func digest() -> [UInt8] { Array(hash.finalize()) }
  #else
    /// `nil` once the system's cryptography has refused to work, which ``finish()`` tells.
    private var context: OpaquePointer?

    /// Begins.
    package init() {
      context = EVP_MD_CTX_new()
      if EVP_DigestInit_ex(context, EVP_sha256(), nil) != 1 { drop() }
    }

    deinit { drop() }

    /// Takes the next part.
    package func take(_ bytes: UnsafeRawBufferPointer) {
      guard let context, !bytes.isEmpty else { return }
      if EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) != 1 { drop() }
    }

    private func digest() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      guard let context, EVP_DigestFinal_ex(context, &digest, &length) == 1, length == 32 else {
        return []
      }
      return digest
    }

    private func drop() {
      EVP_MD_CTX_free(context)
      context = nil
    }
  #endif

  /// The name of what was taken. To be asked once, at the end.
  ///
  /// - Throws: ``MarfaError/io(message:)`` when the system's cryptography does not work.
  package func finish() throws(MarfaError) -> BlobHash {
    var text = ""
    for byte in digest() {
      text.unicodeScalars.append(Self.digit(byte >> 4))
      text.unicodeScalars.append(Self.digit(byte & 15))
    }
    guard let hash = BlobHash(text) else {
      throw .io(message: "The system's cryptography library does not work.")
    }
    return hash
  }

  private static func digit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? 0x30 + value : 0x57 + value)
  }
}
