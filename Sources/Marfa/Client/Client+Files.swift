import Foundation
import MarfaEngine
import MarfaModel

extension Client {
  /// Sends the bytes of a file, which need not fit into memory.
  ///
  /// An item that names the answer's `hash`, such as one of `core.file`, lends the bytes to those
  /// who read it; bytes that nothing names are removed after a while.
  ///
  /// - Parameters:
  ///   - file: a file of this machine.
  ///   - mimeType: its media type; the first upload of the same bytes fixes it for good.
  /// - Returns: `hash`, `mime_type` and `size_bytes`.
  /// - Throws: `io` when the file can't be read; `forbidden`; `server` 507 when the server has no
  ///   room; the rest as ``request(_:_:query:body:idempotencyKey:)``.
  public func upload(
    _ file: URL, mimeType: String = "application/octet-stream"
  ) async throws -> JSONObject {
    do {
      return try await line.get().forCall().upload(file, mimeType: mimeType)
    } catch {
      throw MarfaError(storing: error)
    }
  }

  /// Brings the bytes of a hash into a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - hash: `sha256:` and 64 digits, or the digits alone.
  ///   - destination: where the file shall be; one that is there is replaced.
  /// - Throws: `invalid` for what is no hash; `notFound` when there are none that the key may read;
  ///   `decoding` when the bytes are not those of the hash; `io`, `storageFull`; the rest as
  ///   ``request(_:_:query:body:idempotencyKey:)``. The destination is then as it was.
  public func download(_ hash: String, to destination: URL) async throws {
    guard let hash = BlobHash(hash) else {
      throw MarfaError.invalid(
        message: "A file's name is sha256: and 64 lowercase hexadecimal digits.")
    }
    do {
      let folder = BlobFolder(destination.deletingLastPathComponent())
      let intake = try await line.get().forCall().download(hash, into: folder)
      try intake.place(as: destination.lastPathComponent)
    } catch {
      throw MarfaError(storing: error)
    }
  }
}
