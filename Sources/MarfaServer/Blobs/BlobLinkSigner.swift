import Foundation
import MarfaModel

/// Makes and judges links that bear their own permission to read some bytes for a while.
struct BlobLinkSigner: Sendable {
  /// The file in the data folder that holds the secret. Without it, a new one is made, and links
  /// that were given before are dead.
  static let secretFile = "link.secret"
  private static let secretLength = 32
  /// SHA-256 works on blocks of so many bytes (FIPS 180-4).
  private static let block = 64

  private let secret: [UInt8]

  /// Takes a secret.
  init(secret: [UInt8]) { self.secret = secret }

  /// Reads the secret of a data folder, or makes one.
  ///
  /// - Throws: ``AuthorityFailure``.
  static func open(folder: URL) throws(AuthorityFailure) -> BlobLinkSigner {
    let file = PrivateFile(url: folder.appendingPathComponent(secretFile))
    if let bytes = try file.read(), bytes.count >= secretLength {
      return BlobLinkSigner(secret: bytes)
    }
    var generator = SystemRandomNumberGenerator()
    let secret = (0..<secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let text = Array(Digest.hex(secret).utf8)
    try file.write(text)
    return BlobLinkSigner(secret: text)
  }

  /// The query of a link to some bytes.
  ///
  /// - Parameter expires: when it ends (Unix milliseconds).
  /// - Throws: ``AuthorityFailure/noDigest`` when the system's cryptography refuses to work.
  func query(_ hash: BlobHash, expires: Int64) throws(AuthorityFailure) -> String {
    "expires=\(expires)&signature=\(try signature(hash, expires))"
  }

  /// Whether a link was given by this server and has not ended.
  ///
  /// - Throws: ``AuthorityFailure/noDigest``: then nothing is good.
  func isGood(_ hash: BlobHash, expires: String, signature: String, now: Int64)
    throws(AuthorityFailure) -> Bool
  {
    guard let time = Int64(expires), String(time) == expires, now < time else { return false }
    let (mine, theirs) = (Array(try self.signature(hash, time).utf8), Array(signature.utf8))
    guard mine.count == theirs.count else { return false }
    // Every byte is compared, so that how long it takes tells nothing of the right signature.
    return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// HMAC-SHA-256 (RFC 2104) of what the link says.
  private func signature(_ hash: BlobHash, _ expires: Int64) throws(AuthorityFailure) -> String {
    let key = secret.count > Self.block ? Array(Digest.sha256(secret).utf8) : secret
    let padded = key + [UInt8](repeating: 0, count: Self.block - key.count)
    let said = padded.map { $0 ^ 0x36 } + Array("\(hash.hex)|\(expires)".utf8)
    // An inner digest of nothing would make one signature good for every link.
    guard let inner = Digest.digest(said) else { throw .noDigest }
    return Digest.sha256(padded.map { $0 ^ 0x5C } + inner)
  }
}
