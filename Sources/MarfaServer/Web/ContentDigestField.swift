import Foundation
import MarfaHTTP
import MarfaModel

/// What a `Content-Digest` field says of a body (RFC 9530), as far as it says it by SHA-256.
struct ContentDigestField: Sendable, Hashable {
  /// The body's hash.
  let hash: BlobHash

  /// Reads the field; `nil` when there is none, or none by SHA-256.
  ///
  /// - Throws: `validation_error` when the digest cannot be read.
  init?(_ headers: HTTPHeaders) throws(RuleRefusal) {
    let entries = headers.all("Content-Digest").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard let entry = entries.first(where: { $0.lowercased().hasPrefix("sha-256=") }) else {
      return nil
    }
    let value = entry.dropFirst(8)
    guard value.count >= 2, value.first == ":", value.last == ":",
      let bytes = Data(base64Encoded: String(value.dropFirst().dropLast())),
      let hash = BlobHash(Digest.hex(Array(bytes)))
    else {
      throw .malformed(
        path: "Content-Digest", "Content-Digest must be sha-256=:BASE64: of 32 bytes.")
    }
    self.hash = hash
  }
}
